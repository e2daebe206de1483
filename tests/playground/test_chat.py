"""Posting, changing, deleting and reading messages: Slack's refusals in Slack's words."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.receiver import ControlClient, Json, Receiver, error_of
from tests.playground.shapes import mrkdwn, section

HERE = "C_APPROVALS"


async def _post(slack: AsyncWebClient, **more: object) -> str:
    answer = await slack.api_call(
        "chat.postMessage", json={"channel": HERE, "text": "first", **more}
    )
    ts: str = answer["ts"]
    return ts


REFUSED: dict[str, tuple[Json, str]] = {
    "no such channel": ({"channel": "C_NO", "text": "x"}, "channel_not_found"),
    "not a member": ({"channel": "C_RANDOM", "text": "x"}, "not_in_channel"),
    "nothing to say": ({"channel": HERE}, "no_text"),
    "empty blocks": ({"channel": HERE, "blocks": []}, "no_text"),
    "blocks that are no list": ({"channel": HERE, "blocks": "{"}, "invalid_blocks_format"),
    "blocks over the sum": (
        {"channel": HERE, "blocks": [section(text=mrkdwn(2641))] * 5},
        "msg_blocks_too_long",
    ),
    "metadata without a type": (
        {"channel": HERE, "text": "x", "metadata": {"event_payload": {}}},
        "invalid_metadata_format",
    ),
    "no such thread": ({"channel": HERE, "text": "x", "thread_ts": "1.0"}, "thread_not_found"),
    "another name": ({"channel": HERE, "text": "x", "username": "CEO"}, "missing_scope"),
    "attachments": ({"channel": HERE, "text": "x", "attachments": [{}]}, "invalid_arguments"),
    "markdown": ({"channel": HERE, "markdown_text": "*x*"}, "invalid_arguments"),
}


@pytest.mark.parametrize("name", tuple(REFUSED))
async def test_a_message_that_slack_would_not_take_is_refused(
    slack: AsyncWebClient, control: ControlClient, name: str
) -> None:
    """Each refusal has Slack's word, and leaves nothing behind."""
    arguments, word = REFUSED[name]
    assert await error_of(slack, "chat.postMessage", **arguments) == word
    assert (await control.state())["messages"] == []


async def test_bad_blocks_are_explained(slack: AsyncWebClient) -> None:
    """The messages say what is wrong and where."""
    with pytest.raises(SlackApiError) as caught:
        await slack.chat_postMessage(channel=HERE, text="x", blocks=[section(text=mrkdwn(3001))])
    answer = caught.value.response
    assert answer["error"] == "invalid_blocks"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
    ]


async def test_the_sum_of_texts_may_reach_the_limit(slack: AsyncWebClient) -> None:
    """13,200 characters are taken; the one more is refused above."""
    assert await _post(slack, blocks=[section(text=mrkdwn(2640))] * 5)


async def test_an_archived_channel_takes_nothing_and_changes_nothing(
    slack: AsyncWebClient, control: ControlClient, app: Receiver
) -> None:
    """A card in an archived channel cannot be posted, closed or deleted."""
    ts = await _post(slack)
    await app.wait_for(1)
    await control.post("channel", channel=HERE, archived=True)
    assert await error_of(slack, "chat.postMessage", channel=HERE, text="x") == "is_archived"
    for method in ("chat.update", "chat.delete"):
        assert await error_of(slack, method, channel=HERE, ts=ts, text="x") == "is_inactive"
    received = await app.wait_for(2)
    assert received[1].event["type"] == "channel_archive"


async def test_a_long_text_is_cut_where_slack_cuts_it(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """A post is cut at 40,000 characters; it is not refused."""
    ts = await _post(slack, text="x" * 40_001)
    assert len((await control.message(ts))["text"]) == 40_000


@pytest.mark.parametrize(
    ("fits", "too_long"),
    (
        ("x" * 4000, "x" * 4001),
        ("é" * 2000, "é" * 2000 + "x"),
        ("&" * 800, "&" * 800 + "x"),
        ("<" * 1000, "<" * 1001),
        ("<@U_ANA>" * 500, "<@U_ANA>" * 500 + "x"),
    ),
)
async def test_an_update_holds_4000_bytes_counted_after_escaping(
    slack: AsyncWebClient, fits: str, too_long: str
) -> None:
    """`&` counts as five bytes and an accent as two, while a post may be ten times as long."""
    ts = await _post(slack)
    assert (
        await error_of(slack, "chat.update", channel=HERE, ts=ts, text=too_long) == "msg_too_long"
    )
    assert (await slack.chat_update(channel=HERE, ts=ts, text=fits))["ok"]


async def test_only_ones_own_message_can_be_changed_or_deleted(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """Another's message is refused, and so is one that is not there (any more)."""
    said = await control.post("message", as_="U_ANA", channel=HERE, text="mine")
    spot = {"channel": HERE, "ts": said["ts"], "text": "x"}
    assert await error_of(slack, "chat.update", **spot) == "cant_update_message"
    assert await error_of(slack, "chat.delete", **spot) == "cant_delete_message"
    ts = await _post(slack)
    await slack.chat_delete(channel=HERE, ts=ts)
    assert (await control.message(ts))["deleted"]
    spot = {"channel": HERE, "ts": ts, "text": "x"}
    assert await error_of(slack, "chat.update", **spot) == "message_not_found"
    assert await error_of(slack, "chat.delete", **spot) == "message_not_found"


async def test_an_update_without_blocks_removes_them_and_keeps_the_metadata(
    slack: AsyncWebClient, control: ControlClient, app: Receiver
) -> None:
    """As in Slack; the app hears of its own change, and the old blocks are remembered."""
    metadata = {"event_type": "card", "event_payload": {"id": "r1"}}
    ts = await _post(slack, blocks=[section()], metadata=metadata)
    bad = {"channel": HERE, "ts": ts, "blocks": [{"type": "image"}]}
    assert await error_of(slack, "chat.update", **bad) == "invalid_blocks"
    await slack.chat_update(channel=HERE, ts=ts, text="done")
    now = await control.message(ts)
    assert (now["text"], now["blocks"], now["metadata"]) == ("done", [], metadata)
    assert now["edits"][0]["blocks"][0]["type"] == "section"
    received = await app.wait_for(2)
    assert received[0].event["bot_id"] == "B_GATEPOST"
    assert received[1].event["subtype"] == "message_changed"


async def test_metadata_come_back_only_when_asked_for(slack: AsyncWebClient) -> None:
    """A lost answer is reconciled by reading the channel with its metadata."""
    metadata = {"event_type": "card", "event_payload": {"id": "r1"}}
    await _post(slack, metadata=metadata)
    plain = await slack.conversations_history(channel=HERE)
    assert "metadata" not in plain["messages"][0]
    full = await slack.conversations_history(channel=HERE, include_all_metadata=True)
    assert full["messages"][0]["metadata"] == metadata


async def test_history_is_newest_first_without_replies_and_in_pages(slack: AsyncWebClient) -> None:
    """Replies stand in the thread alone, unless they were shown in the channel too."""
    first, second = await _post(slack), await _post(slack, text="second")
    await _post(slack, text="reply", thread_ts=first)
    await _post(slack, text="shown", thread_ts=first, reply_broadcast=True)
    page = await slack.conversations_history(channel=HERE, limit=2)
    assert [one["text"] for one in page["messages"]] == ["shown", "second"]
    assert page["has_more"]
    cursor = page["response_metadata"]["next_cursor"]
    rest = await slack.conversations_history(channel=HERE, cursor=cursor)
    assert [one["text"] for one in rest["messages"]] == ["first"]
    assert rest["messages"][0]["reply_count"] == 2
    older = await slack.conversations_history(channel=HERE, latest=second)
    assert [one["ts"] for one in older["messages"]] == [first]
    same = await slack.conversations_history(
        channel=HERE, latest=second, oldest=second, inclusive=True
    )
    assert [one["ts"] for one in same["messages"]] == [second]


async def test_a_thread_is_oldest_first(slack: AsyncWebClient) -> None:
    """The root comes first; a thread that is not there is refused."""
    root = await _post(slack)
    reply = await _post(slack, text="reply", thread_ts=root)
    answer = await slack.conversations_replies(channel=HERE, ts=root)
    assert [one["ts"] for one in answer["messages"]] == [root, reply]
    gone = {"channel": HERE, "ts": "1.0"}
    whisper = {"channel": HERE, "user": "U_ANA", "text": "x", "thread_ts": "1.0"}
    assert await error_of(slack, "chat.postEphemeral", **whisper) == "thread_not_found"
    assert await error_of(slack, "conversations.replies", **gone) == "thread_not_found"
    nested = {"channel": HERE, "text": "x", "thread_ts": reply}
    assert await error_of(slack, "chat.postMessage", **nested) == "cannot_reply_to_message"


async def test_history_of_a_foreign_channel_is_refused(slack: AsyncWebClient) -> None:
    """The app reads only where it is a member, and no more than 999 at a time."""
    for method in ("chat.update", "chat.postEphemeral", "chat.getPermalink"):
        nowhere = {"channel": "C_NO", "ts": "1.0", "text": "x"}
        assert await error_of(slack, method, **nowhere) == "channel_not_found"
    there = {"channel": "C_RANDOM", "timestamp": "1.0", "name": "eyes"}
    assert await error_of(slack, "reactions.add", **there) == "not_in_channel"
    assert await error_of(slack, "conversations.members", channel="C_NO") == "channel_not_found"
    assert await error_of(slack, "conversations.history", channel="C_RANDOM") == "not_in_channel"
    assert await error_of(slack, "conversations.replies", channel="C_NO") == "channel_not_found"
    for limit in (0, 1000, "many"):
        arguments = {"channel": HERE, "limit": limit}
        assert await error_of(slack, "conversations.history", **arguments) == "invalid_limit"
    arguments = {"channel": HERE, "cursor": "zzzz"}
    assert await error_of(slack, "conversations.history", **arguments) == "invalid_cursor"


async def test_a_private_answer_goes_to_a_member_only(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """An ephemeral message is seen by one person and is no message of the channel."""
    stranger = {"channel": HERE, "user": "U_OUTSIDE", "text": "x"}
    assert await error_of(slack, "chat.postEphemeral", **stranger) == "user_not_in_channel"
    await slack.chat_postEphemeral(channel=HERE, user="U_ANA", text="you may not")
    state = await control.state()
    assert state["messages"] == []
    assert [(one["user"], one["text"]) for one in state["ephemerals"]] == [("U_ANA", "you may not")]


async def test_a_permalink_needs_a_message(slack: AsyncWebClient) -> None:
    """A link to nothing is refused."""
    ts = await _post(slack)
    link = await slack.chat_getPermalink(channel=HERE, message_ts=ts)
    assert link["permalink"].endswith(ts.replace(".", ""))
    nothing = {"channel": HERE, "message_ts": "1.0"}
    assert await error_of(slack, "chat.getPermalink", **nothing) == "message_not_found"


async def test_a_reaction_stands_once(
    slack: AsyncWebClient, control: ControlClient, app: Receiver
) -> None:
    """The same reaction twice is refused; a message that is not there takes none."""
    ts = await _post(slack)
    await app.wait_for(1)
    spot = {"channel": HERE, "timestamp": ts}
    await slack.reactions_add(**spot, name="eyes")
    assert await error_of(slack, "reactions.add", **spot, name="eyes") == "already_reacted"
    assert await error_of(slack, "reactions.add", **spot) == "invalid_name"
    nothing = {"channel": HERE, "timestamp": "1.0", "name": "eyes"}
    assert await error_of(slack, "reactions.add", **nothing) == "message_not_found"
    (reaction,) = (await control.message(ts))["reactions"]
    assert reaction == {"name": "eyes", "users": ["U_GATEPOST"], "count": 1}
    received = await app.wait_for(2)
    assert received[1].event["type"] == "reaction_added"
