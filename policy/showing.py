"""What a card may show of a request, and which standing grants it may offer."""

from __future__ import annotations

from policy.approvals import Offer, Shown, Verdict
from policy.case import Case
from policy.covering import within_session
from policy.facts import Facts
from policy.fidelity import Proofs, prove
from policy.governance import must_ask
from policy.patterns import pattern_key, tool_key
from policy.reads import means_what_it_says
from policy.request import PermissionRequest, ToolCall
from policy.rules import Rules

UNANNOUNCED = "unannounced"
NOT_PLAIN = "arguments_not_plain"
CHILD_ARGUMENTS = "child_arguments"
NOT_STATED = "arguments_not_stated"


def shown(request: PermissionRequest, facts: Facts) -> Shown:
    """What a person is shown: the host's statements and the agent's words, never mixed.

    A name that the host itself only knew from a title is an agent's word: it stays in the title.
    """
    call = facts.call if facts.call and request.meets(facts.call) else None
    proofs, session = prove(request, call), facts.session
    arguments = call.input.text if call and call.input else ""
    claimed = request.input.value.text if request.input and request.input.value else ""
    return Shown(
        agent=session.agent,
        requester=facts.requester,
        session_title=session.title,
        command=proofs.command if proofs.is_shell else "",
        server=proofs.server if proofs.names_a_tool else "",
        tool=proofs.tool if proofs.names_a_tool else "",
        arguments=arguments,
        path=call.diff_path if call else "",
        child=request.sub_session_id.value if request.sub_session_id else "",
        context=session.context,
        claimed_title=request.title.value or (call.title if call else ""),
        claimed_kind=request.kind.value,
        claimed_input="" if claimed == arguments else claimed,
        claimed_purpose=request.purpose.value,
        unverified=_unverified(call, proofs),
        spawns=proofs.spawn_target,
        kind=call.kind if call and not proofs.is_shell else "",
    )


def _unverified(call: ToolCall | None, proofs: Proofs) -> str:
    """Why the card begins with a warning; "" where the host proved what it shows."""
    if call is None:
        return UNANNOUNCED
    if call.input and not call.input.plain:
        return NOT_PLAIN
    if proofs.low_fidelity:
        return CHILD_ARGUMENTS
    return "" if proofs.raw_params_trusted else NOT_STATED


def offers(request: PermissionRequest, rules: Rules, facts: Facts) -> tuple[Offer, ...]:
    """The standing grants that the card may offer, the narrowest first.

    INVARIANT: each would have covered this very call. So there is none for a call that nobody
    announced, none that the rules would pass over, and none for a command whose names are doubtful.
    """
    case = Case.of(request, facts)
    if not case.may_be_covered or not rules.backs_standing(facts.grade):
        return ()
    if not means_what_it_says(case) or rules.ask.first(case) or must_ask(case, rules.governance):
        return ()
    pattern, tool = pattern_key(case), tool_key(case)
    return (
        *((Offer(Verdict.GRANT_PATTERN, pattern),) if pattern else ()),
        *((Offer(Verdict.GRANT_TOOL, tool),) if tool else ()),
        *((Offer(Verdict.GRANT_SESSION, ""),) if within_session(case) else ()),
    )
