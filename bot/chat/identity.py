"""Which bot of which app in which workspace our token is, asked once at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.chat.slack import Answer, Done, Lost, Refused, Slack
from bot.errors import Misconfigured, Unavailable


@dataclass(frozen=True, slots=True)
class Identity:
    """Ids that Slack gave us, and the scopes of the token, in order."""

    app: str
    team: str
    bot: str
    bot_user: str
    scopes: tuple[str, ...] = ()


async def identify(slack: Slack, app: str = "") -> Identity:
    """Ask Slack who we are. `app` is the app id from the settings, "" to ask for it too.

    Raises Misconfigured where the token is refused or the app is another, Unavailable where
    Slack does not answer.
    """
    answer = await slack.write("auth.test")
    told = _told(answer, "auth.test")
    bot, team, user = (str(told.get(name) or "") for name in ("bot_id", "team_id", "user_id"))
    if not bot or not team:
        raise Misconfigured(
            "`GATEPOST_SLACK_BOT_TOKEN` is not a bot's token (it begins with xoxb-)"
        )
    found = _told(await slack.read("bots.info", bot=bot), "bots.info").get("bot")
    theirs = str(found.get("app_id") or "") if isinstance(found, dict) else ""
    if not theirs or app not in ("", theirs):
        raise Misconfigured("`GATEPOST_SLACK_APP_ID` and the bot token belong to different apps")
    return Identity(theirs, team, bot, user, answer.scopes if isinstance(answer, Done) else ())


def _told(answer: Answer, method: str) -> Mapping[str, Any]:
    if isinstance(answer, Done):
        return answer.data
    if isinstance(answer, Refused):
        raise Misconfigured(
            f"slack refused `{method}` with `{answer.code}`: look at `GATEPOST_SLACK_BOT_TOKEN` "
            "and at the scopes that `gatepost manifest --explain` lists"
        )
    why = answer.why if isinstance(answer, Lost) else f"it wants a pause of {answer.seconds} s"
    raise Unavailable(f"slack did not answer `{method}`: {why}")
