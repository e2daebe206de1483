"""Each limit of a view: what just fits is taken, what just does not is refused in words."""

from __future__ import annotations

import pytest

from bot.playground.view_rules import check_view, is_too_large
from tests.playground.shapes import Json, field, modal, mrkdwn, plain, section

VIEW_MISFITS: dict[str, tuple[Json, str, str]] = {
    "title of 25": (modal(title=plain(25)), "/view/title/text", "less than 25 characters"),
    "submit of 25": (modal(submit=plain(25)), "/view/submit/text", "less than 25 characters"),
    "close of 25": (modal(close=plain(25)), "/view/close/text", "less than 25 characters"),
    "title in mrkdwn": (modal(title=mrkdwn()), "/view/title/type", "must be one of: plain_text"),
    "metadata of 3,001": (
        modal(private_metadata="m" * 3001),
        "/view/private_metadata",
        "less than 3001 characters",
    ),
    "callback_id of 256": (
        modal(callback_id="c" * 256),
        "/view/callback_id",
        "less than 256 characters",
    ),
    "101 blocks": (modal(blocks=[section()] * 101), "/view/blocks", "no more than 100 items"),
    "no title": (
        {"type": "modal", "blocks": []},
        "/view",
        "missing required field: title",
    ),
    "input without submit": (modal(blocks=[field()]), "/view", "must define `submit`"),
    "home for a modal": ({"type": "home", "blocks": []}, "/view/type", "must be one of: modal"),
    "old type": ({"type": "workflow_step", "blocks": []}, "/view/type", "unsupported type"),
}


@pytest.mark.parametrize("name", tuple(VIEW_MISFITS))
def test_a_view_that_just_does_not_fit_is_refused(name: str) -> None:
    """Each limit of a view has its near miss."""
    view, pointer, words = VIEW_MISFITS[name]
    (problem,) = check_view(view, "modal")
    assert problem.pointer == pointer
    assert words in problem.words


def test_a_view_that_just_fits_is_taken() -> None:
    """At its limits a view is no problem."""
    view = modal(
        title=plain(24),
        submit=plain(24),
        close=plain(24),
        private_metadata="m" * 3000,
        callback_id="c" * 255,
        blocks=[section()] * 99 + [field()],
    )
    assert check_view(view, "modal") == []
    assert check_view({"type": "home", "blocks": [section()] * 100}, "home") == []


def test_a_view_holds_250_kb_and_not_a_byte_more() -> None:
    """The size counts in bytes of JSON."""
    empty = len('{"type": ""}')
    assert not is_too_large({"type": "x" * (250 * 1024 - empty)})
    assert is_too_large({"type": "x" * (250 * 1024 - empty + 1)})
