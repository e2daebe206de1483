"""The `views.*` methods."""

from __future__ import annotations

from dataclasses import replace

from bot.playground.blocks import complete
from bot.playground.calls import Answer, Args, Method, Refusal, refusal_of
from bot.playground.limits import Tier
from bot.playground.schema import Json
from bot.playground.view_rules import check_view, is_too_large
from bot.playground.views import DEEPEST_STACK, View, view_as_slack
from bot.playground.workspace import Workspace


def completed(workspace: Workspace, body: Json) -> Json:
    """Return a checked view as Slack keeps it."""
    return {**body, "blocks": complete(body["blocks"], workspace.mint_block_id)}


def new_view(workspace: Workspace, user: str, body: Json, below: View | None = None) -> View:
    """Make the view of one person, on top of another where there is one below."""
    view_id = workspace.mint("V")
    return View(
        id=view_id,
        user=user,
        body=completed(workspace, body),
        hash=workspace.mint(""),
        root_id=below.root_id if below else view_id,
        previous_id=below.id if below else None,
    )


def changed_view(workspace: Workspace, view: View, body: Json) -> View:
    """Return a view with another body, and its next hash."""
    return replace(view, body=completed(workspace, body), hash=workspace.mint(""), values={})


def refuse_view(view: object, kind: str) -> Refusal | None:
    """Refuse a view that Slack would not take."""
    if isinstance(view, dict) and is_too_large(view):
        return Refusal("view_too_large")
    return refusal_of("invalid_arguments", check_view(view, kind))


def _refuse_trigger(workspace: Workspace, args: Args) -> Refusal | None:
    spent = workspace.triggers.check(args.text("trigger_id"))
    return Refusal(spent.value) if spent else None


def _refuse_external_id(workspace: Workspace, body: Json, own: str | None = None) -> Refusal | None:
    wanted = body.get("external_id")
    others = (view for view in workspace.world.views() if view.id != own)
    taken = wanted and any(view.body.get("external_id") == wanted for view in others)
    return Refusal("duplicate_external_id") if taken else None


def _answer(workspace: Workspace, view: View) -> Json:
    team_id = workspace.world.users[view.user].team_id
    return {"ok": True, "view": view_as_slack(view, workspace.settings, team_id)}


def _body(args: Args) -> Json:
    body = args.structure("view")
    return body if isinstance(body, dict) else {}


def _open(workspace: Workspace, args: Args) -> Answer:
    refusal = (
        refuse_view(args.structure("view"), "modal")
        or _refuse_external_id(workspace, _body(args))
        or _refuse_trigger(workspace, args)
    )
    if refusal:
        return refusal
    view = new_view(workspace, workspace.triggers.use(args.text("trigger_id")), _body(args))
    workspace.world.set_stack(view.user, (view,))
    return _answer(workspace, view)


def _push(workspace: Workspace, args: Args) -> Answer:
    refusal = (
        refuse_view(args.structure("view"), "modal")
        or _refuse_external_id(workspace, _body(args))
        or _refuse_trigger(workspace, args)
    )
    if refusal:
        return refusal
    if not workspace.triggers.is_from_modal(args.text("trigger_id")):
        return Refusal("invalid_trigger_id")
    return _put_on_top(workspace, args)


def _put_on_top(workspace: Workspace, args: Args) -> Answer:
    user = workspace.triggers.use(args.text("trigger_id"))
    stack = workspace.world.stacks.get(user, ())
    if not stack:
        return Refusal("not_found")
    if len(stack) >= DEEPEST_STACK:
        return Refusal("push_limit_reached")
    view = new_view(workspace, user, _body(args), stack[-1])
    workspace.world.set_stack(user, (*stack, view))
    return _answer(workspace, view)


def _find(workspace: Workspace, args: Args) -> View | None:
    by_id, by_name = args.text("view_id"), args.text("external_id")
    for view in workspace.world.views():
        if (by_id and view.id == by_id) or (by_name and view.body.get("external_id") == by_name):
            return view
    return None


def _update(workspace: Workspace, args: Args) -> Answer:
    view = _find(workspace, args)
    if view is None:
        return Refusal("not_found")
    refusal = refuse_view(args.structure("view"), view.body["type"]) or _refuse_external_id(
        workspace, _body(args), view.id
    )
    if refusal:
        return refusal
    if args.has("hash") and args.text("hash") != view.hash:
        return Refusal("hash_conflict")
    after = changed_view(workspace, view, _body(args))
    workspace.world.put_view(after)
    return _answer(workspace, after)


def _publish(workspace: Workspace, args: Args) -> Answer:
    user = workspace.world.users.get(args.text("user_id"))
    if user is None:
        return Refusal("user_not_found")
    if refusal := refuse_view(args.structure("view"), "home"):
        return refusal
    known = workspace.world.homes.get(user.id)
    if known and args.has("hash") and args.text("hash") != known.hash:
        return Refusal("hash_conflict")
    body = _body(args)
    after = changed_view(workspace, known, body) if known else new_view(workspace, user.id, body)
    workspace.world.put_view(after)
    return _answer(workspace, after)


METHODS = {
    "views.open": Method(_open, Tier.FOUR),
    "views.push": Method(_push, Tier.FOUR),
    "views.update": Method(_update, Tier.FOUR),
    "views.publish": Method(_publish, Tier.FOUR),
}
