"""What is proven of a request: shell class, arguments, identity; and what that means for a child."""

from __future__ import annotations

from dataclasses import dataclass

from policy.request import Grade, PermissionRequest, ToolCall


@dataclass(frozen=True, slots=True)
class Proofs:
    """What the host's own frames prove. No field here is ever taken from the request's body.

    `mcp_identity_trusted` says that the names are the host's, even where they are empty:
    nobody may read it without reading the names.
    """

    sub: bool = False
    shell_classified: bool = False
    is_shell: bool = False
    raw_params_trusted: bool = False
    command: str = ""
    mcp_identity_trusted: bool = False
    server: str = ""
    tool: str = ""

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
        return (
            self.sub
            and not self.is_shell
            and self.mcp_identity_trusted
            and bool(self.server)
            and bool(self.tool)
        )

    @property
    def eligible(self) -> bool:
        """Whether a grant that reads nothing a model wrote may cover the request."""
        return not self.low_fidelity or self.identity_trusted


def prove(request: PermissionRequest, call: ToolCall | None) -> Proofs:
    """The proofs of `request`, given what was announced in its own scope (None: nothing)."""
    sub = request.sub_session_id is not None
    if call is None:
        return Proofs(sub=sub)
    trusted = call.input is not None and call.input.plain
    return Proofs(
        sub=sub,
        shell_classified=call.shell is not None,
        is_shell=call.shell is True,
        raw_params_trusted=trusted,
        command=call.input.string("command") if trusted and call.input else "",
        mcp_identity_trusted=call.grade is not Grade.TITLE_ONLY,
        server=call.server,
        tool=call.tool,
    )
