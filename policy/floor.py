"""The deny floor: what no grant, no mode and no person lifts. It answers hit, clear or unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from policy import addresses, paths
from policy.arguments import Arguments
from policy.builtins import Scope, edits, read_scope
from policy.fetches import fetches, leads_out
from policy.fidelity import Proofs, prove
from policy.floor_answer import CLEAR, Answer, Floor
from policy.guarded import Guard, guard_against_writing, guard_of
from policy.lines import unreadable
from policy.reaching import may_reach_guarded
from policy.request import PermissionRequest, ToolCall, plain_kind
from policy.running import runs
from policy.shell.floor.judge import judge_line
from policy.shell.second import SecondReader
from policy.spelling import MAX_NAME, undisguised

__all__ = ["CLEAR", "MAX_TEXTS", "Answer", "Floor", "judge", "judged"]

# More texts than this in one call are not read: the answer is then unknown.
MAX_TEXTS = 5_000
_WRITING_KINDS = frozenset({"edit", "delete", "move"})
# Guarded names inside prose. Prose names things for many reasons, so it only makes doubtful.
_MENTION = re.compile(
    r"(?<![a-z0-9_])\.(?:ssh|aws|gnupg|kube|netrc|pgpass|pypirc|git-credentials|password-store)"
    r"(?![a-z0-9_])"
    r"|(?<![a-z0-9])id_(?:rsa|dsa|ecdsa|ed25519)(?![a-z0-9])(?!\.pub)"
    r"|/etc/(?:g?shadow|sudoers)|/proc/[^/\s]{1,20}/environ|\.docker/config\.json"
    r"|169\.254\.|0xa9fe|2852039166|metadata\.goog"
)


def judge(
    request: PermissionRequest,
    call: ToolCall | None,
    own: tuple[str, ...] = (),
    second: SecondReader | None = None,
) -> Floor:
    """Judge one request by everything that the host or the agent stated of it.

    `own`: absolute paths of this installation's data, settings and socket. `second`: the other
    reader of command lines, without which none is clear. A hit beats every doubt. Linear.
    """
    call = call if call is not None and request.meets(call) else None
    return judged(request, call, prove(request, call), own, second)


def judged(
    request: PermissionRequest,
    call: ToolCall | None,
    proofs: Proofs,
    own: tuple[str, ...],
    second: SecondReader | None,
) -> Floor:
    """As `judge`, of a call that is the request's own and whose proofs are at hand."""
    if call is not None and proofs.is_shell:
        found = tuple(_line_findings(request, call, proofs, own, second))
    else:
        found = tuple(_findings(request, call, proofs, own))
    hit = next((floor for floor in found if floor.answer is Answer.HIT), None)
    return hit or next(iter(found), CLEAR)


def _line_findings(
    request: PermissionRequest,
    call: ToolCall,
    proofs: Proofs,
    own: tuple[str, ...],
    second: SecondReader | None,
) -> Iterator[Floor]:
    why = unreadable(call, proofs)
    if why:
        yield Floor(Answer.UNKNOWN, why)
    floor = judge_line(proofs.command, own, second, call.env.cwd if call.env else "")
    if floor.answer is not Answer.CLEAR:
        yield floor
    yield from _claimed_line(request, proofs.command, own)
    yield from _stated(request, call, proofs, own)


def _claimed_line(
    request: PermissionRequest, announced: str, own: tuple[str, ...]
) -> Iterator[Floor]:
    """A hit in what the request itself says would run; anything less in it proves nothing."""
    claimed = request.input.value.string("command") if request.input else ""
    if not claimed.strip() or claimed == announced:
        return
    floor = judge_line(claimed, own)
    if floor.answer is Answer.HIT:
        yield floor


def _findings(
    request: PermissionRequest, call: ToolCall | None, proofs: Proofs, own: tuple[str, ...]
) -> Iterator[Floor]:
    yield from _unproven(call, proofs)
    yield from _claimed_line(request, "", own)
    yield from _stated(request, call, proofs, own)
    yield from _misnamed(request, call, proofs)
    titles = f"{request.title.value}\n{call.title if call else ''}"
    if _MENTION.search(undisguised(titles)):
        yield Floor(Answer.UNKNOWN, "the title mentions a guarded place")


def _misnamed(request: PermissionRequest, call: ToolCall | None, proofs: Proofs) -> Iterator[Floor]:
    """What a call may do that is not of its kind: run commands, or fetch what is not public."""
    if call is None:
        return
    why = runs(call, call.input, request.input.value if request.input else None)
    if why:
        yield Floor(Answer.UNKNOWN, why)
    builtin = proofs.names_a_tool and not proofs.server and fetches(proofs.tool)
    if builtin and call.input and not leads_out(proofs.tool, call.input):
        yield Floor(Answer.UNKNOWN, "an address that is not read as a public one")


def _stated(
    request: PermissionRequest, call: ToolCall | None, proofs: Proofs, own: tuple[str, ...]
) -> Iterator[Floor]:
    """What is found in the paths and arguments, of a shell too: a kind takes nothing out."""
    reader = _Reader.of(request, call, proofs, own)
    if call and call.diff_path:
        yield from reader.target(call.diff_path)
    texts = _texts(request, call, is_shell=proofs.is_shell)
    for text in islice(texts, MAX_TEXTS):
        yield from reader.text(text)
    if next(texts, None) is not None:
        yield Floor(Answer.UNKNOWN, "more texts than are read")


def _unproven(call: ToolCall | None, proofs: Proofs) -> Iterator[Floor]:
    if call is None:
        yield Floor(Answer.UNKNOWN, "nobody announced the call")
    elif not call.input and not proofs.names_an_mcp_tool:
        yield Floor(Answer.UNKNOWN, "the host stated no arguments")
    elif call.input and not call.input.plain:
        yield Floor(Answer.UNKNOWN, "readers may disagree on the arguments")


def _texts(request: PermissionRequest, call: ToolCall | None, *, is_shell: bool) -> Iterator[str]:
    announced = call.input if call else None
    claimed = request.input.value if request.input else None
    for arguments in dict.fromkeys((announced, claimed)):
        if arguments and is_shell and arguments.plain:
            # The command line is the shell floor's, which reads it as what it is.
            value = arguments.value()
            if isinstance(value.get("command"), str):
                del value["command"]
            yield from Arguments.of(value).texts()
        elif arguments:
            yield from arguments.texts()


@dataclass(frozen=True, slots=True)
class _Reader:
    """How the texts of one call are taken: what Gatepost owns, and whether it writes or reads."""

    own: tuple[paths.Place, ...]
    writes: bool
    reads: bool
    searches: bool
    fetches: bool
    cwd: str
    sought: frozenset[str]

    @classmethod
    def of(
        cls,
        request: PermissionRequest,
        call: ToolCall | None,
        proofs: Proofs,
        own: tuple[str, ...],
    ) -> _Reader:
        builtin = proofs.tool if proofs.names_a_tool and not proofs.server else ""
        kinds = {plain_kind(request.kind.value), plain_kind(call.kind if call else "")}
        writes = bool(kinds & _WRITING_KINDS) or edits(builtin) or bool(call and call.diff_path)
        return cls(
            own=tuple(map(paths.place_of, own)),
            writes=writes,
            reads=read_scope(builtin) is not None and not writes,
            searches=read_scope(builtin) is Scope.FILESYSTEM_READ,
            fetches=fetches(builtin),
            cwd=call.env.cwd if call and call.env else "",
            sought=_sought(call) if call and builtin == "grep" else frozenset(),
        )

    def target(self, path: str) -> Iterator[Floor]:
        """What is found in a text that certainly is a path."""
        yield from self._place(paths.place_of(path))

    def text(self, text: str) -> Iterator[Floor]:
        """What is found in a text that may be a path, an address or prose."""
        plain = undisguised(text).strip()
        if addresses.may_be_metadata(text, bare=self.fetches):
            yield Floor(Answer.HIT, "a cloud's metadata service")
        elif not addresses.is_web_address(plain):
            yield from self._name(plain)
        if _MENTION.search(plain):
            yield Floor(Answer.UNKNOWN, "a text mentions a guarded place")

    def _name(self, plain: str) -> Iterator[Floor]:
        # A file system takes many slashes for one.
        short = plain if len(plain) <= MAX_NAME else _SLASHES.sub("/", plain)
        if len(short) <= MAX_NAME:
            yield from self._path(short)
        elif self.searches or (_DETOUR.search(plain) and not _BLANK.search(plain)):
            yield Floor(Answer.UNKNOWN, "a path too long to read")

    def _path(self, plain: str) -> Iterator[Floor]:
        place = paths.place_in(plain)
        if self.searches and plain not in self.sought and may_reach_guarded(plain, self.cwd):
            yield Floor(Answer.UNKNOWN, "a search through everybody's files")
        if not place.is_anchored and _BLANK.search(plain):
            return
        if not place.is_anchored and _VARIABLE.match(plain):
            yield Floor(Answer.UNKNOWN, "a variable, and nobody knows its value")
        certain = not any(_BLANK.search(part) for part in place.parts)
        for floor in self._place(place):
            # Prose may begin with a slash; what is left of a path's detours may hold blanks.
            yield floor if certain else Floor(Answer.UNKNOWN, floor.because)

    def _place(self, place: paths.Place) -> Iterator[Floor]:
        yield from _floors(guard_of(place, self.own), "a guarded place")
        if not self.reads:
            guard = guard_against_writing(place)
            doubtful = guard is Guard.DENIED and not self.writes
            yield from _floors(Guard.DOUBTFUL if doubtful else guard, "what switches a gate")


def _sought(call: ToolCall) -> frozenset[str]:
    """The expression that a search looks for, unless another argument says the same."""
    value = call.input.value() if call.input and call.input.plain else {}
    wanted = value.pop("pattern", None)
    if not isinstance(wanted, str) or wanted in Arguments.of(value).texts():
        return frozenset()
    return frozenset({undisguised(wanted).strip()})


_SLASHES = re.compile(r"[/\\]{2,}")
_DETOUR = re.compile(r"[/\\]\.{1,2}[/\\]")
_BLANK = re.compile(r"\s")
_VARIABLE = re.compile(r"\$\{?[a-z_][^/]*/")


def _floors(guard: Guard, because: str) -> Iterator[Floor]:
    if guard is not Guard.OPEN:
        yield Floor(Answer.HIT if guard is Guard.DENIED else Answer.UNKNOWN, because)
