"""How often Slack lets an app call, and how it says that it was too often."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.limits import Limiter, Rates, Tier
from tests.playground.receiver import ControlClient


class Hand:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.at = 100.0

    def now(self) -> float:
        return self.at


@pytest.mark.parametrize("tier", (Tier.TWO, Tier.THREE, Tier.FOUR, Tier.POST))
def test_a_method_is_refused_at_the_call_after_its_tier(tier: Tier) -> None:
    """A tier's calls pass at once; the next waits for the rate of a minute to give one back."""
    hand = Hand()
    limiter = Limiter(hand.now, Rates())
    assert [limiter.method("m", tier) for _ in range(tier)] == [0] * tier
    wait = limiter.method("m", tier)
    assert wait == -(-60 // tier)
    assert limiter.method("another", tier) == 0
    hand.at += wait
    assert limiter.method("m", tier) == 0
    hand.at += 10_000
    assert [limiter.method("m", tier) for _ in range(tier + 1)].count(0) == tier


def test_a_channel_takes_a_short_burst_and_then_one_a_second() -> None:
    """Bursts are tolerated once; channels do not count for each other."""
    hand = Hand()
    limiter = Limiter(hand.now, Rates(channel_burst=3))
    assert [limiter.channel("C1") for _ in range(5)] == [0, 0, 0, 1, 1]
    assert limiter.channel("C2") == 0
    hand.at += 1
    assert [limiter.channel("C1") for _ in range(2)] == [0, 1]


def test_a_generous_limiter_multiplies() -> None:
    """A test about something else may ask for more."""
    limiter = Limiter(Hand().now, Rates(channel_burst=1, generosity=3))
    assert [limiter.channel("C") for _ in range(4)] == [0, 0, 0, 1]


async def test_too_many_posts_get_429_and_the_seconds_to_wait(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """The sixth message at once is refused with `Retry-After`, and taken after that time."""
    for _ in range(5):
        await slack.chat_postMessage(channel="C_APPROVALS", text="x")
    with pytest.raises(SlackApiError) as caught:
        await slack.chat_postMessage(channel="C_APPROVALS", text="x")
    answer = caught.value.response
    assert (answer.status_code, answer["error"]) == (429, "ratelimited")
    assert answer.headers["Retry-After"] == "1"
    await slack.chat_postMessage(channel="C_SHARED", text="x")
    await control.post("clock", advance=1)
    await slack.chat_postMessage(channel="C_APPROVALS", text="x")


async def test_a_method_of_tier_two_ends_at_twenty(slack: AsyncWebClient) -> None:
    """Reading the on-call group 21 times in a minute is too often."""
    for _ in range(20):
        await slack.usergroups_users_list(usergroup="S_ONCALL")
    with pytest.raises(SlackApiError) as caught:
        await slack.usergroups_users_list(usergroup="S_ONCALL")
    assert caught.value.response.headers["Retry-After"] == "3"
