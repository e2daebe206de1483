"""The app asks Slack for what its calls need, no more and no less."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.chat.ingress import PATH
from bot.chat.manifest import APP_SCOPES, BOT_SCOPES, METHOD_SCOPES, manifest
from bot.errors import Misconfigured
from bot.playground.chat_methods import METHODS as CHAT
from bot.playground.conversation_methods import METHODS as CONVERSATIONS
from bot.playground.people_methods import METHODS as PEOPLE
from bot.playground.view_methods import METHODS as VIEWS

BOT = Path(__file__).parents[2] / "bot"
METHOD = re.compile(
    r"(apps|auth|bots|chat|conversations|files|pins|reactions|team|usergroups|users|views)"
    r"(\.[a-z]+)*\.[a-z][A-Za-z]+"
)
# Socket Mode's own call goes under the app token, whose scope no manifest can ask for.
UNDER_THE_APP_TOKEN = {"apps.connections.open"}


def sources() -> Iterator[Path]:
    """Whatever may call Slack."""
    yield from (p for p in (BOT / "chat").rglob("*.py") if p.name != "manifest.py")
    yield from BOT.glob("*.py")
    yield from (BOT / "app").rglob("*.py")


def called() -> set[str]:
    """Every Web API method that is named in them: as text, or as a method of Slack's client."""
    found = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value} if METHOD.fullmatch(node.value) else set()
            if isinstance(node, ast.Attribute) and (name := node.attr.replace("_", ".", 1)):
                found |= {name} if name in METHOD_SCOPES else set()
    return found - UNDER_THE_APP_TOKEN


def test_every_method_that_we_call_is_in_the_table_and_no_other() -> None:
    """A new call to Slack comes with the scope that it needs, an old one takes its own along."""
    assert called() == METHOD_SCOPES.keys()


def test_the_app_asks_for_the_scopes_of_its_calls_and_no_other() -> None:
    """Each is there once, with a reason."""
    asked = [scope.name for scope in BOT_SCOPES]
    assert sorted(asked) == sorted(set().union(*METHOD_SCOPES.values()))
    assert all(scope.reason for scope in (*BOT_SCOPES, *APP_SCOPES))
    assert manifest()["oauth_config"] == {"scopes": {"bot": asked}}


def test_the_strict_slack_asks_for_the_same_scopes() -> None:
    """What the local Slack would refuse for want of a scope is in our table."""
    local = {**CHAT, **CONVERSATIONS, **PEOPLE, **VIEWS}
    for name, scopes in METHOD_SCOPES.items():
        assert {local[name].scope} - {None} <= scopes


def test_no_right_over_people_or_their_names_is_asked_for() -> None:
    """The app cannot speak under another name, read mail, or manage anybody."""
    assert not {scope.name for scope in BOT_SCOPES} & {
        "chat:write.customize",
        "chat:write.public",
        "users:read.email",
        "users:write",
        "channels:manage",
        "admin",
    }


@pytest.mark.parametrize(
    "url",
    (
        "http://gate.invalid",
        "gate.invalid",
        "https://",
        "https://user:word@gate.invalid",
        "https://gate.invalid/?a=b",
        "https://gate.invalid/#x",
        f"https://gate.invalid/{'x' * 3000}",
    ),
)
def test_an_address_to_which_slack_cannot_deliver_is_refused(url: str) -> None:
    """Slack signs what it sends over TLS to one plain address."""
    with pytest.raises(Misconfigured):
        manifest(url)


def test_slack_delivers_where_we_listen() -> None:
    """The address in the manifest is the path of the ingress, below the server's own path."""
    for url in ("https://gate.invalid", "https://gate.invalid/"):
        found = manifest(url)["settings"]["interactivity"]["request_url"]
        assert found == f"https://gate.invalid{PATH}"
    below = manifest("https://gate.invalid/bots")["settings"]["interactivity"]["request_url"]
    assert below == f"https://gate.invalid/bots{PATH}"


def test_either_way_in_is_one_way_in() -> None:
    """Over HTTP there is an address and no socket; over Socket Mode a socket and no address."""
    http, sockets = manifest("https://gate.invalid")["settings"], manifest()["settings"]
    assert (http["socket_mode_enabled"], sockets["socket_mode_enabled"]) == (False, True)
    assert sockets["interactivity"] == {"is_enabled": True}
    for settings in (http, sockets):
        assert not settings["org_deploy_enabled"]
        assert not settings["token_rotation_enabled"]
        assert "event_subscriptions" not in settings


def test_names_keep_within_slacks_limits() -> None:
    """35 characters for a name, 140 for a description, 80 for the bot's name."""
    made = manifest()
    assert 1 <= len(made["display_information"]["name"]) <= 35
    assert 1 <= len(made["display_information"]["description"]) <= 140
    assert 1 <= len(made["features"]["bot_user"]["display_name"]) <= 80
