"""gh: what GitHub shows, and never a browser, a token or a change."""

from __future__ import annotations

import re

from policy.shell.options import EXACT, NONE, Check, Kind, Operands, Program, Use, program
from policy.shell.programs.families import Family
from policy.shell.programs.jq import reads_elsewhere
from policy.shell.words import shown

_PATH = re.compile(r"/?[A-Za-z0-9{][A-Za-z0-9_./{}?=&,%:+@-]*")
_HEADER = re.compile(r"(?:Accept|X-GitHub-Api-Version): ?[A-Za-z0-9./+;=, -]+", re.IGNORECASE)


def _plain_filters(use: Use) -> str:
    bad = next((text for text in use.values("-q", "--jq") if reads_elsewhere(text)), None)
    return f"{shown(bad)}: a filter that looks at the environment" if bad else ""


def _only_gets(use: Use) -> str:
    """A path alone is a GET; fields, bodies and other methods are not on the list of options."""
    method = next((text for text in use.values("-X", "--method") if text != "GET"), None)
    if method:
        return f"{shown(method)}: a request that may change something"
    path = use.texts[0]
    if not _PATH.fullmatch(path) or "//" in path or path.strip("/") == "graphql":
        return f"{shown(path)}: no path of the API that is known to only be read"
    header = next(
        (text for text in use.values("-H", "--header") if not _HEADER.fullmatch(text)), ""
    )
    return f"{shown(header)}: a header that is not on the list" if header else _plain_filters(use)


def _asks(
    why: str,
    letters: str = "",
    *,
    flags: str = "",
    values: str = "",
    operands: Operands = EXACT,
    check: Check | None = _plain_filters,
) -> Program:
    return program(
        why,
        letters,
        flags=flags,
        values=f"--json -q --jq -t --template {values}",
        operands=operands,
        check=check,
    )


_LIST = (
    "-L --limit -s --state -l --label -A --author -a --assignee -B --base -H --head -S --search"
    " -m --milestone --app --mention -b --branch -u --user -w --workflow -e --event --status"
    " --created --commit -O --order --sort --language --topic --visibility --source -k --key -r"
    " --ref"
)
_LISTS = _asks(
    "lists",
    "d",
    flags="--draft --archived --no-archived --fork --all --exclude-drafts",
    values=_LIST,
)
_SEARCH = _asks(
    "searches",
    flags="--archived --draft --merged --locked --no-assignee --no-label --no-milestone"
    " --include-prs --include-forks --match",
    values=f"{_LIST} -R --repo --owner --owner --extension --filename --size --updated --involves"
    " --stars --checks --review --review-requested --reviewed-by --closed --hash",
)
_VIEW = _asks("shows one", "c", flags="--comments", values="-b --branch -r --revision -j --job")

_GH = Family(
    why="asks GitHub as the user that is logged in; browsers (`--web`), other hosts, tokens and"
    " every change are left out",
    before=program("", values="-R --repo"),
    commands={
        "pr list": _LISTS,
        "pr view": _VIEW,
        "pr diff": _asks(
            "shows the changes of a pull request",
            flags="--patch --name-only",
            values="--color",
        ),
        "pr checks": _asks("lists checks", flags="--required --fail-fast"),
        "pr status": _asks("tells about one's pull requests", "c", flags="--conflict-status"),
        "issue list": _LISTS,
        "issue view": _VIEW,
        "issue status": _asks("tells about one's issues"),
        "run list": _LISTS,
        "run view": _asks(
            "shows a run and its log",
            "v",
            flags="--log --log-failed --verbose --exit-status",
            values="-j --job -a --attempt",
        ),
        "workflow list": _asks("lists workflows", "a", flags="--all", values="-L --limit"),
        "workflow view": _asks("shows a workflow", "y", flags="--yaml", values="-r --ref"),
        "release list": _asks(
            "lists releases",
            flags="--exclude-drafts --exclude-pre-releases",
            values="-L --limit -O --order",
        ),
        "release view": _VIEW,
        "repo view": _VIEW,
        "repo list": _LISTS,
        "label list": _LISTS,
        "cache list": _LISTS,
        "gist list": _asks("lists gists", flags="--public --secret", values="-L --limit"),
        "ruleset list": _asks("lists rules", values="-L --limit"),
        "ruleset view": _VIEW,
        "status": _asks("tells about one's work", values="-e --exclude -o --org"),
        "alias list": _asks("lists aliases", operands=NONE),
        "extension list": _asks("lists extensions", operands=NONE),
        "auth status": program("tells who is logged in; `--show-token` is left out", operands=NONE),
        "version": program("tells the version", operands=NONE),
        **dict.fromkeys(
            ("search issues", "search prs", "search repos", "search code", "search commits"),
            _SEARCH,
        ),
        "api": _asks(
            "reads a path of the API",
            "i",
            flags="--paginate --slurp --include",
            values="-X --method -H --header --cache",
            operands=Operands(Kind.TEXT, most=1, least=1),
            check=_only_gets,
        ),
    },
)

PROGRAMS = {"gh": _GH}
