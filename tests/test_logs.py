"""What reaches a log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.errors import Misconfigured
from bot.logs import set_up_logs


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def broken(token: str) -> None:
    raise ValueError(f"no {len(token)}")


def test_a_trace_names_the_place_and_none_of_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    """What a function was handed, such as a token, stays out of the log when it breaks."""
    set_up_logs("info")
    try:
        broken("gp_adapter_secret")
    except ValueError:
        structlog.get_logger("x").exception("it_broke", approval="req_1")
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["approval"], line["level"]) == ("it_broke", "req_1", "error")
    assert "broken" in json.dumps(line["exception"])
    assert "gp_adapter_secret" not in json.dumps(line)


def test_lines_of_libraries_are_json_too_and_their_chatter_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Libraries that log bodies at their lower levels are held to warnings."""
    set_up_logs("debug")
    logging.getLogger("slack_bolt.app").debug("a body")
    logging.getLogger("slack_bolt.app").warning("trouble")
    assert json.loads(capsys.readouterr().err)["event"] == "trouble"


def test_an_unknown_level_is_refused() -> None:
    """A typo in the level is named, not guessed at."""
    with pytest.raises(Misconfigured, match="GATEPOST_LOG_LEVEL"):
        set_up_logs("loud")
