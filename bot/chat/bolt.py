"""The Bolt app: one listener a kind, nothing acknowledged before it is safe."""

from __future__ import annotations

import re
from typing import Any

import structlog
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.identity import Identity
from bot.chat.listeners import Desk
from bot.chat.payloads import Unreadable
from bot.errors import Unavailable

_ANY = re.compile(r".*", re.DOTALL)

_log = structlog.get_logger(__name__)


def build_bolt(desk: Desk, web: AsyncWebClient, identity: Identity) -> AsyncApp:
    """An app that acknowledges a click only after the use case returned.

    Its own checks of the signature are off: `ingress` has made them, on the raw bytes. What it
    should know of us is fixed, since Bolt would ask Slack on the path of the first click.
    """

    async def authorize() -> AuthorizeResult:
        return _ours(identity, web.token)

    app = AsyncApp(
        name="gatepost",
        process_before_response=True,
        signing_secret="",
        client=AsyncWebClient(base_url=web.base_url, session=web.session, retry_handlers=[]),
        authorize=authorize,
        request_verification_enabled=False,
        ssl_check_enabled=False,
        # On, it would also drop what Slack tells us of our own cards, such as that one is gone.
        ignoring_self_events_enabled=False,
        ignoring_self_assistant_message_events_enabled=False,
        attaching_function_token_enabled=False,
        attaching_conversation_kwargs_enabled=False,
    )
    _listen(app, desk)
    return app


def _ours(identity: Identity, token: str | None) -> AuthorizeResult:
    return AuthorizeResult(
        enterprise_id=None,
        team_id=identity.team,
        bot_id=identity.bot,
        bot_user_id=identity.bot_user,
        bot_token=token,
    )


def _listen(app: AsyncApp, desk: Desk) -> None:
    async def on_press(ack: AsyncAck, body: dict[str, Any]) -> None:
        await desk.on_press(body)
        await ack()

    async def on_submission(ack: AsyncAck, body: dict[str, Any]) -> None:
        await desk.on_submission(body)
        await ack()

    async def on_other(ack: AsyncAck) -> None:
        await ack()

    app.block_action({"action_id": _ANY})(on_press)
    app.view_submission(_ANY)(on_submission)
    app.view_closed(_ANY)(on_other)
    app.event(_ANY)(on_other)
    app.error(_on_error)


async def _on_error(error: Exception) -> BoltResponse:
    """No acknowledgement: the clicker sees Slack's warning, and no body reaches a log."""
    if isinstance(error, Unavailable):
        _log.warning("click_not_taken", why=str(error))
        return BoltResponse(status=503, body="")
    if isinstance(error, Unreadable):
        _log.warning("click_unreadable", why=str(error))
        return BoltResponse(status=400, body="")
    _log.error("click_failed", exc_info=error)
    return BoltResponse(status=500, body="")
