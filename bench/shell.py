"""How long a command line takes to be judged: read strictly, read again, proven, and the floor.

`python bench/shell.py [CORPUS.jsonl…]` (default: the tests' corpus). Figures drift with the
machine: the ratios to one `json.loads` of the same line, taken in the same run, are what counts.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from bot.second_reader import TreeSitterReader
from policy.shell.floor import judge_line
from policy.shell.reader import read
from policy.shell.readonly import is_read_only
from policy.shell.scene import Git
from policy.shell.second import agreed
from policy.shell.words import Refused

CORPUS = Path(__file__).parent.parent / "tests" / "policy" / "shell" / "corpus"
ROUNDS = 5
GOAL_LINE, GOAL_LONG, GOAL_GROWTH = 0.5, 20.0, 3.0
LONGEST = 10_000
SECOND = TreeSitterReader()
# What fills ten thousand characters: each is the worst of its kind.
PIECES = (
    "a ", "a|", "a;", "ls 'x y' && ", "$HOME/a ", "\\a", "''", '"a" ', "a*", "*", "[", "a\n",
    "# a\n", "echo a \\\n ", "@{1}", "a=~", "x" * 50 + " ", "grep -rn 'a b' src | ",
)  # fmt: skip
FILLED = {
    "awk": ("awk '", "{print $1} ", "'"),
    "awk regex": ("awk '", "/[a-z]/ ", "'"),
    "sed": ("sed '", "s/[a-z]/b/;", "'"),
    "jq": ("jq '", ".a | ", ".'"),
    "find": ("find . ", "-name 'a*' -o ", "-print"),
    "test": ("test ", "a = b -a ", "c"),
    "words": ("cat ", "src/a/b/c.txt ", "x"),
    "up": ("cat ", "../", "x"),
    "git": ("git log ", "--oneline ", "HEAD"),
}


def judged(text: str) -> None:
    """A whole answer, but for the floor."""
    line = agreed(text, SECOND)
    if not isinstance(line, Refused):
        is_read_only(line, Git.TRUST)


def took(work: Callable[[str], object], text: str) -> float:
    """Milliseconds of the processor, the best of some rounds: what else runs here is left out."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        work(text)
        best = min(best, (process_time() - start) * 1000)
    return best


def spread(figures: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    return statistics.median(figures), statistics.quantiles(figures, n=100)[98]


def ordinary(texts: Sequence[str]) -> bool:
    """All steps over the corpus; whether the goal for an ordinary line is met."""
    rows = [json.dumps({"id": "x", "cmd": text}) for text in texts]
    base, _ = spread([took(json.loads, row) for row in rows])
    steps: dict[str, Callable[[str], object]] = {
        "read": read,
        "read twice": lambda text: agreed(text, SECOND),
        "judged": judged,
        "floor": lambda text: judge_line(text, second=SECOND),
    }
    last = {}
    for name, step in steps.items():
        middle, high = spread([took(step, text) for text in texts])
        last[name] = high
        print(f"{name:12} p50 {middle:.3f} ms, p99 {high:.3f} ms; p50 is {middle / base:.0f} json")
    return last["judged"] <= GOAL_LINE


def long_texts() -> dict[str, tuple[str, str]]:
    """Texts of a quarter of the longest, and of the longest that is read."""
    found = {repr(piece): (fill("", piece, "", 4), fill("", piece, "", 1)) for piece in PIECES}
    return found | {name: (fill(*parts, 4), fill(*parts, 1)) for name, parts in FILLED.items()}


def fill(head: str, piece: str, tail: str, share: int) -> str:
    """`head`, as many pieces as fit, `tail`."""
    room = LONGEST // share - len(head) - len(tail)
    return head + piece * (room // len(piece)) + tail


def longest() -> bool:
    """The longest lines; whether the goals for them, and for growth, are met."""
    good = True
    for name, (short, full) in long_texts().items():
        small, large = took(judged, short), took(judged, full)
        growth = large / small / 4
        good = good and large <= GOAL_LONG and (growth <= GOAL_GROWTH or large < 1)
        print(f"{name[:24]:24} {large:7.2f} ms at {len(full)}; {growth:.2f} of linear growth")
    return good


def main(paths: Sequence[str]) -> int:
    """All figures; 1 where a goal is missed."""
    files = [Path(path) for path in paths] or sorted(CORPUS.glob("*.jsonl"))
    texts = [json.loads(line)["cmd"] for file in files for line in file.read_text().splitlines()]
    met = [ordinary(texts), longest()]
    print(f"goals: p99 {GOAL_LINE} ms a line, {GOAL_LONG:.0f} ms at {LONGEST}: {met}")
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
