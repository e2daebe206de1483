"""What a host announced, and what an agent asks."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from enum import StrEnum

from policy.arguments import Arguments
from policy.provenance import Attested, Claimed


class Grade(StrEnum):
    """How a host came to know the name of a tool; only the first two back a standing grant."""

    STAMPED = "stamped"
    RESOLVED = "resolved"
    TITLE_ONLY = "title_only"


@dataclass(frozen=True, slots=True)
class ToolIdentity:
    """A tool as its host names it; `server` is "" for a built-in of the host."""

    server: str
    tool: str
    grade: Grade = Grade.STAMPED

    @property
    def key(self) -> str:
        """`@server/tool`, or the bare name of a built-in."""
        return f"@{self.server}/{self.tool}" if self.server else self.tool


@dataclass(frozen=True, slots=True)
class ProgramPath:
    """Where a program word of a command line leads, as the host resolved it."""

    word: str
    path: str
    agent_writable: bool


@dataclass(frozen=True, slots=True)
class ShellEnv:
    """What a host states of the shell that a command line will meet."""

    shell: str
    interactive: bool
    cwd: str
    programs: tuple[ProgramPath, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call as an adapter announced it: everything here is the host's statement.

    `shell` is None where no frame stated a kind: neither proof nor refusal.
    `input` is None where no frame carried arguments (`{}` is none: they may not have streamed yet).
    `spawns` is the sub-agent that the engine attested to start, "" for any other call. `launch` and
    `schema` are SHA-256 of the server's command or address and of the tool's schema.
    """

    call_id: str
    scope: str
    shell: bool | None = None
    kind: str = ""
    title: str = ""
    input: Arguments | None = None
    server: str = ""
    tool: str = ""
    grade: Grade = Grade.STAMPED
    diff_path: str = ""
    env: ShellEnv | None = None
    spawns: str = ""
    launch: str = ""
    schema: str = ""

    def merged_with(self, later: ToolCall) -> ToolCall:
        """Both frames as one call: each field keeps its latest non-empty value, a shell kind stays.

        The names go together: a later frame that names a tool replaces server, tool and grade.
        """
        named = later if later.server or later.tool else self
        return ToolCall(
            call_id=self.call_id,
            scope=self.scope,
            shell=True if self.shell else (self.shell if later.shell is None else later.shell),
            kind=self.kind if self.shell else (later.kind or self.kind),
            title=later.title or self.title,
            input=later.input or self.input,
            server=named.server,
            tool=named.tool,
            grade=named.grade,
            diff_path=later.diff_path or self.diff_path,
            env=later.env or self.env,
            spawns=later.spawns or self.spawns,
            launch=later.launch or self.launch,
            schema=later.schema or self.schema,
        )

    def means_the_same_as(self, other: ToolCall) -> bool:
        """Whether a decision on one holds for the other: only their titles may differ."""
        return replace(self, title="") == replace(other, title="")


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that an ACP agent offers, with the id to echo."""

    option_id: str
    kind: str


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """One tool call asks for leave. Its body is claimed, whoever sent it.

    `sub_session_id` is what the adapter stated of lineage; None: the session itself asks.
    `request_id` is the JSON text of the host's id, echoed with its type, never a key.
    `spawns`: the sub-agent that the engine itself attested to start, in the dialects that do.
    """

    session_id: str
    request_id: str
    call_id: str = ""
    sub_session_id: Attested[str] | None = None
    title: Claimed[str] = Claimed("")
    kind: Claimed[str] = Claimed("")
    input: Claimed[Arguments] | None = None
    purpose: Claimed[str] = Claimed("")
    options: tuple[Option, ...] = ()
    spawns: Attested[str] | None = None

    @property
    def scope(self) -> str:
        """The session whose announced calls this request may meet."""
        return self.sub_session_id.value if self.sub_session_id else self.session_id

    def meets(self, call: ToolCall) -> bool:
        """Whether `call` was announced for this request: same scope, same id, and an id there is.

        Models choose call ids, so an id alone would let a child borrow its parent's proof.
        """
        return bool(self.call_id) and (call.scope, call.call_id) == (self.scope, self.call_id)

    def without_claims(self) -> PermissionRequest:
        """What is left of the request when a model's words are taken away."""
        return PermissionRequest(
            session_id=self.session_id,
            request_id=self.request_id,
            call_id=self.call_id,
            sub_session_id=self.sub_session_id,
            options=self.options,
            spawns=self.spawns,
        )


def denial_digest(request: PermissionRequest, call: ToolCall | None, requester: str) -> str:
    """What a person's no is remembered under, as hexadecimal SHA-256.

    Of an announced call what the host stated, so that no claim added, changed or left out undoes
    it. Of another its claimed arguments, or its title where there are none.
    """
    substance = request.without_claims()
    if call is None or not request.meets(call):
        told = request.input if request.input and request.input.value else None
        substance = replace(substance, input=told, title=Claimed("") if told else request.title)
    return arguments_digest(substance, call, requester)


def plain_kind(kind: str) -> str:
    """A kind without blanks around it, in small letters: for what only narrows."""
    return kind.strip().casefold()


def arguments_digest(request: PermissionRequest, call: ToolCall | None, requester: str) -> str:
    """What a decision on this request is bound to, as hexadecimal SHA-256.

    Covers the tool's identity, the canonical arguments, the session and the requester;
    where no host announced the call, its claimed words take the place of the identity.
    """
    call = call if call is not None and request.meets(call) else None
    named = [call.server, call.tool, call.grade, call.shell] if call else None
    proven = (call.input or None) if call else None
    claimed = [request.title.value, request.kind.value] if call is None else None
    inline = request.input.value.text if request.input and proven is None else None
    subject = [
        named,
        claimed,
        proven.text if proven else None,
        inline,
        call.diff_path if call else None,
        [request.session_id, request.scope],
        requester,
        *([request.spawns.value] if request.spawns else []),
    ]
    text = json.dumps(subject, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
