"""Everything that the demo needs, started in order and stopped in reverse."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app import Server
from bot.config import Settings
from bot.demo.afterwards import cleared_away
from bot.logs import set_up_logs
from bot.playground.server import Playground, fresh_settings
from bot.ports import Credential, Role, TrustGrade
from policy.facts import Mode

CHANNEL = "C_APPROVALS"
OWNER = "U_OWNER"
REVIEWERS = ("U_ANA", "U_BEN")
EVENTS_PATH = "/slack/events"
BANNER = "This is a playground, not Slack. Nothing here is real."


@dataclass(frozen=True, slots=True)
class Stage:
    """A running demo: where everything is, and two tokens of the demo's agent."""

    playground: Playground
    server: Server
    adapter_token: str
    agent_token: str

    @property
    def page(self) -> str:
        """The address for a person, with the playground's token in it."""
        return f"{self.playground.url}/#token={self.playground.settings.control_token}"

    def addresses(self) -> dict[str, str]:
        """What a program needs to drive the demo."""
        return {
            "url": self.page,
            "control_url": self.playground.control_url,
            "control_token": self.playground.settings.control_token,
            "api_url": self.server.url,
            "adapter_token": self.adapter_token,
            "agent_token": self.agent_token,
        }


@asynccontextmanager
async def staged(*, port: int = 0, socket_mode: bool = False) -> AsyncIterator[Stage]:
    """A stage on fresh data, gone when the block ends.

    Raises Misconfigured where a port is in use, Unavailable where a part does not come up.
    """
    set_up_logs("warning")
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gatepost-demo-"))
        stack.enter_context(cleared_away(Path(folder)))
        playground = Playground(fresh_settings(port=port))
        await playground.start()
        stack.push_async_callback(playground.stop)
        server = Server(demo_settings(playground, Path(folder), socket_mode=socket_mode))
        await server.start()
        stack.push_async_callback(server.stop)
        if not socket_mode:
            playground.set_events_url(server.url + EVENTS_PATH)
        adapter = await server.credentials.issue(_credential(Role.ADAPTER))
        agent = await server.credentials.issue(_credential(Role.AGENT))
        yield Stage(playground, server, adapter[1], agent[1])


def demo_settings(playground: Playground, folder: Path, *, socket_mode: bool) -> Settings:
    """Settings of a server that knows only this playground."""
    slack = playground.settings
    return Settings.model_validate(
        {
            "slack_bot_token": slack.bot_token,
            "slack_signing_secrets": slack.signing_secret,
            "slack_app_token": slack.app_token if socket_mode else None,
            "slack_app_id": slack.app_id,
            "slack_api_url": playground.api_url,
            "reviewers": REVIEWERS,
            "banner": BANNER,
            "redis_url": None,
            "data_dir": folder,
            "allow_embedded_store": True,
            "partitions": 1,
            "host": "127.0.0.1",
            "port": 0,
            "log_level": "warning",
        }
    )


def _credential(role: Role) -> Credential:
    return Credential(
        id="",
        role=role,
        name="demo-agent",
        owner=OWNER,
        grade=TrustGrade.ISOLATED,
        channels=(CHANNEL,),
        modes=tuple(Mode),
    )
