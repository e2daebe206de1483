"""docker and podman: the local daemon's lists and logs, but for what a container is given."""

from __future__ import annotations

from policy.shell.options import EXACT, NONE, Check, Kind, Operands, Program, Use, program
from policy.shell.programs.families import Family

_ONE = Operands(Kind.TEXT, most=1, least=1)


def _asks(
    why: str,
    letters: str = "",
    *,
    flags: str = "",
    values: str = "",
    operands: Operands = NONE,
    check: Check | None = None,
) -> Program:
    return program(why, letters, flags=flags, values=values, operands=operands, check=check)


def _once(use: Use) -> str:
    return "" if use.has({"--no-stream"}) else "it would never end"


_LISTS = "-f --filter --format"
_PS = _asks(
    "lists containers",
    "aqsl",
    flags="--all --quiet --size --latest --no-trunc",
    values=f"{_LISTS} -n --last",
)
_IMAGES = _asks(
    "lists images",
    "aq",
    flags="--all --quiet --no-trunc --digests --tree",
    values=_LISTS,
    operands=EXACT,
)
_LOGS = _asks(
    "prints a container's output; following it never ends, and details hold its environment",
    "t",
    flags="--timestamps",
    values="-n --tail --since --until",
    operands=_ONE,
)
_STATS = _asks(
    "shows what is used, once",
    "a",
    flags="--all --no-stream --no-trunc",
    values="--format",
    operands=EXACT,
    check=_once,
)
# A second operand would go to ps, which may print environments.
_TOP = _asks("lists a container's processes", operands=_ONE)
_PORT = _asks("lists a container's ports", operands=EXACT)
_DIFF = _asks("lists what changed in a container", operands=_ONE)
_HISTORY = _asks(
    "lists the layers of an image",
    "qH",
    flags="--quiet --no-trunc",
    values="--format",
    operands=_ONE,
)
_INFO = _asks("tells about the daemon", values="-f --format")
_NAMES = _asks("lists", "q", flags="--quiet --no-trunc", values=_LISTS)
_OF_ONE = _asks(
    "lists what belongs to it", "q", flags="--quiet --no-trunc", values=_LISTS, operands=EXACT
)
_COMPOSE = _asks(
    "asks about a project",
    "aq",
    flags="--all --quiet --services --orphans --no-trunc",
    values="--format --filter --status",
    operands=EXACT,
)

_COMMANDS = {
    "ps": _PS,
    "container ls": _PS,
    "container ps": _PS,
    "container list": _PS,
    "images": _IMAGES,
    "image ls": _IMAGES,
    "image list": _IMAGES,
    "history": _HISTORY,
    "image history": _HISTORY,
    "logs": _LOGS,
    "container logs": _LOGS,
    "stats": _STATS,
    "container stats": _STATS,
    "top": _TOP,
    "container top": _TOP,
    "port": _PORT,
    "container port": _PORT,
    "diff": _DIFF,
    "container diff": _DIFF,
    "version": _INFO,
    "info": _INFO,
    "system info": _INFO,
    "system df": _asks("tells the space used", "v", flags="--verbose", values="--format"),
    "network ls": _NAMES,
    "network list": _NAMES,
    "network inspect": _asks("describes a network", "v", values="-f --format", operands=EXACT),
    "volume ls": _NAMES,
    "volume list": _NAMES,
    "context ls": _NAMES,
    "context show": _asks("tells the context"),
    "plugin ls": _NAMES,
    "node ls": _NAMES,
    "node ps": _OF_ONE,
    "service ls": _NAMES,
    "service ps": _OF_ONE,
    "stack ls": _NAMES,
    "stack ps": _OF_ONE,
    "stack services": _OF_ONE,
    "buildx ls": _asks("lists builders"),
    "buildx version": _asks("tells the version"),
    "compose ls": _asks("lists projects", "aq", flags="--all --quiet", values="--format --filter"),
    "compose ps": _COMPOSE,
    "compose images": _COMPOSE,
    "compose top": _asks("lists processes", operands=EXACT),
    "compose version": _asks("tells the version", flags="--short", values="--format"),
    "compose logs": _asks(
        "prints the containers' output",
        "t",
        flags="--timestamps --no-color --no-log-prefix",
        values="-n --tail --since --until --index",
        operands=EXACT,
    ),
}
_DOCKER = Family(
    why="asks the local daemon; another host, context or settings folder, `inspect` and composed"
    " settings, which show environments, are left out",
    before=program(""),
    commands=_COMMANDS,
)

PROGRAMS = dict.fromkeys(("docker", "podman"), _DOCKER)
