"""What the documents promise is there: links, commands, settings, words of the wire, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bot.app.metrics import Metrics
from bot.cli import gatepost
from bot.config import PREFIX, Settings
from bot.errors import Unavailable
from bot.ports import Queues
from bot.rules_file import RulesFile
from policy.approvals import Outcome
from policy.facts import Mode

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = ROOT / "docs" / "decisions"
OPERATIONS = ROOT / "docs" / "operations.md"
# What the launcher runs itself.
OF_THE_LAUNCHER = {"test"}

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`]+)`")
COMMAND = re.compile(r"(?:^|[\s/(])gatepost ([a-z][^\n#|>)`\"]*)")
SETTING = re.compile(r"^\| `(GATEPOST_[A-Z_]+)` \|", re.MULTILINE)
FIRST_CELL = re.compile(r"^\| `([a-z_]+)`", re.MULTILINE)
PNG = b"\x89PNG\r\n\x1a\n"


def pages() -> list[pytest.ParameterSet]:
    return [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in PAGES]


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    text = FENCE.sub("", page.read_text())
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def broken(page: Path) -> Iterator[str]:
    for target in LINK.findall(FENCE.sub("", page.read_text())):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        if not found.exists() or (anchor and anchor not in anchors(found)):
            yield target


def spoken(page: Path) -> Iterator[list[str]]:
    """The words after `gatepost` of each command that a page names in code."""
    text = page.read_text()
    blocks = [block.replace("\\\n", " ") for block in FENCE.findall(text)]
    # A line of prose may end within a command.
    inline = [code.replace("\n", " ") for code in INLINE.findall(FENCE.sub("", text))]
    yield from (found.split() for code in blocks + inline for found in COMMAND.findall(code))


def unknown(words: list[str]) -> str:
    """What of a command the command line does not have; "" where it has all of it."""
    if words[0] in OF_THE_LAUNCHER:
        return ""
    command: click.Command = gatepost
    while isinstance(command, click.Group):
        if not words or words[0] == "…":
            return ""
        if words[0] not in command.commands:
            return words[0]
        command = command.commands[words[0]]
        words = words[1:]
    mine = words[: words.index("--")] if "--" in words else words
    options = {name for parameter in command.params for name in parameter.opts}
    return next((word for word in mine if word.startswith("--") and word not in options), "")


def section(page: Path, heading: str) -> str:
    _, _, rest = page.read_text().partition(f"\n{heading}\n")
    return rest.partition("\n## ")[0]


@pytest.mark.parametrize("page", pages())
def test_every_link_leads_somewhere(page: Path) -> None:
    """A link within the repository leads to a file that is there, and a heading that it has."""
    assert not list(broken(page))


@pytest.mark.parametrize(
    ("words", "missing"),
    (
        ("frobnicate", "frobnicate"),
        ("credentials lend", "lend"),
        ("demo --quickly", "--quickly"),
        ("acp -- agent --unknown", ""),
        ("credentials issue --role adapter", ""),
    ),
)
def test_a_command_that_is_not_there_is_found_out(words: str, missing: str) -> None:
    """The test below would notice a wrong command, subcommand or option."""
    assert unknown(words.split()) == missing


@pytest.mark.parametrize("page", pages())
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    """Whoever types what a page says gets no usage error."""
    assert not {" ".join(words): wrong for words in spoken(page) if (wrong := unknown(words))}


def test_the_readme_names_the_commands() -> None:
    """README says how to look, how to test, how to run, and how to connect an agent."""
    named = {words[0] for words in spoken(ROOT / "README.md")}
    assert named >= {"demo", "test", "manifest", "serve", "credentials", "acp", "grants"}


def test_the_table_of_settings_is_whole() -> None:
    """Each setting has a line, and each line is a setting."""
    documented = SETTING.findall(section(OPERATIONS, "## Settings"))
    assert sorted(documented) == sorted(f"{PREFIX}{name}".upper() for name in Settings.model_fields)


async def test_the_figures_are_all_explained() -> None:
    """Whoever watches a server reads what each of its figures means."""
    told = set(re.findall(r"`(gatepost_[a-z_]+)`", section(OPERATIONS, "## Health")))
    metrics = Metrics(_no_queues, RulesFile(None)).registry.collect()
    counted = {f"{one.name}_total" if one.type == "counter" else one.name for one in metrics}
    assert told == counted


async def _no_queues() -> Queues:
    raise Unavailable("nothing is read here")


def test_the_modes_are_all_explained() -> None:
    """README's table of modes is that of the policy."""
    told = FIRST_CELL.findall(section(ROOT / "README.md", "## Modes and grants"))
    assert told == list(map(str, Mode))


def test_the_outcomes_are_all_explained() -> None:
    """Whoever connects an agent reads of every outcome that it may hear."""
    told = FIRST_CELL.findall(section(ROOT / "docs" / "connect-an-agent.md", "## Over HTTP"))
    assert sorted(told) == sorted(map(str, Outcome))


def test_every_decision_is_told_in_the_same_three_steps() -> None:
    """A record has its context, its decision and its consequence, and the index lists it."""
    index = (DECISIONS / "README.md").read_text()
    for page in DECISIONS.glob("0*.md"):
        headings = re.findall(r"^## (.*)$", page.read_text(), re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequence"], page.name
        assert f"({page.name})" in index


@pytest.mark.parametrize("name", ("card.png", "decided.png"))
def test_the_pictures_are_there(name: str) -> None:
    """README shows a card that waits and a card that was answered."""
    assert (ROOT / "docs" / "pictures" / name).read_bytes().startswith(PNG)
