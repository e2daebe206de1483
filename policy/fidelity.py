"""What is proven of a request: shell class, arguments, identity; what that means for a child."""

from __future__ import annotations

from dataclasses import dataclass, replace

from policy.arguments import Arguments
from policy.builtins import SPAWN
from policy.request import Grade, PermissionRequest, ToolCall


@dataclass(frozen=True, slots=True)
class Proofs:
    """What the host's own frames prove. No field here is ever taken from the request's body.

    `mcp_identity_trusted` says that the names are the host's, even where they are empty:
    nobody may read it without reading the names. `spawn_target` is the sub-agent that an engine
    attested to start: it classifies the call as no shell, and proves nothing else.
    """

    sub: bool = False
    shell_classified: bool = False
    is_shell: bool = False
    raw_params_trusted: bool = False
    command: str = ""
    mcp_identity_trusted: bool = False
    server: str = ""
    tool: str = ""
    spawn_target: str = ""

    @property
    def names_a_tool(self) -> bool:
        """Whether the host itself, and not a title, named a tool, of a server or of its own."""
        return self.mcp_identity_trusted and bool(self.tool)

    @property
    def names_an_mcp_tool(self) -> bool:
        """Whether the host itself named both a server and a tool of it."""
        return self.names_a_tool and bool(self.server)

    @property
    def low_fidelity(self) -> bool:
        """A child's request of which the host did not prove arguments and shell class."""
        return self.sub and (
            not self.raw_params_trusted
            or not self.shell_classified
            or (self.is_shell and not self.command)
        )

    @property
    def identity_trusted(self) -> bool:
        """A child's MCP call proven by its transport identity alone; a shell kind beats it."""
        return self.sub and not self.is_shell and self.names_an_mcp_tool

    @property
    def eligible(self) -> bool:
        """Whether a grant that reads nothing a model wrote may cover the request."""
        return not self.low_fidelity or self.identity_trusted


def prove(request: PermissionRequest, call: ToolCall | None) -> Proofs:
    """The proofs of `request`, given an announced call (None: nothing was announced).

    A call of another scope or id proves nothing, whoever looked it up.
    """
    sub = request.sub_session_id is not None
    if call is None or not request.meets(call):
        return _spawning(Proofs(sub=sub), request, "")
    plain = call.input if call.input and call.input.plain else None
    proofs = Proofs(
        sub=sub,
        shell_classified=call.shell is not None,
        is_shell=call.shell is True,
        raw_params_trusted=plain is not None,
        command=_command(plain),
        mcp_identity_trusted=call.grade is not Grade.TITLE_ONLY,
        server=call.server,
        tool=call.tool,
    )
    return _spawning(proofs, request, call.spawns)


def _spawning(proofs: Proofs, request: PermissionRequest, announced: str) -> Proofs:
    """The proofs with an attested spawn: it fills what is missing, and overrides nothing."""
    target = request.spawns.value if request.spawns else announced
    if not target or proofs.is_shell or proofs.server:
        return proofs
    named = bool(proofs.tool)
    return replace(
        proofs,
        shell_classified=True,
        mcp_identity_trusted=proofs.mcp_identity_trusted and named,
        tool=proofs.tool if named else SPAWN,
        spawn_target=target,
    )


def _command(plain: Arguments | None) -> str:
    # A blank command line is none: it would show a person nothing.
    text = plain.string("command") if plain else ""
    return text if text.strip() else ""
