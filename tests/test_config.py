"""Settings: where they come from, and what is wrong with them said by name and never by value."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.config import load_settings, require_serving
from bot.errors import Misconfigured


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """The process environment with only these of our variables."""
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("GATEPOST_")]:
        del os.environ[name]
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def test_a_misspelt_variable_is_refused_and_the_right_one_named() -> None:
    """What a typo was to say would be silently missing."""
    with (
        environment(GATEPOST_REVIEWER="U1"),
        pytest.raises(Misconfigured, match="did you mean `GATEPOST_REVIEWERS`"),
    ):
        load_settings()


def test_a_wrong_value_is_named_by_its_variable_and_not_repeated() -> None:
    """The message may end in a log: it holds no value."""
    with environment(GATEPOST_PORT="hunter2"), pytest.raises(Misconfigured) as refused:
        load_settings()
    assert "GATEPOST_PORT" in str(refused.value)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("entry", ("@ana", "bob", "U_", "u012abc", "U012 ABC", "U012ABC\n@ana"))
def test_a_reviewer_who_is_no_user_id_is_refused_by_name(entry: str) -> None:
    """Nobody's click would ever count, and the server would seem to run well."""
    with (
        environment(GATEPOST_REVIEWERS=f"U012,{entry}"),
        pytest.raises(Misconfigured, match=r"REVIEWERS.*no Slack user id"),
    ):
        load_settings()


def test_more_than_two_signing_secrets_are_refused() -> None:
    """A third would be an old one that still opens the door; no message repeats one."""
    with (
        environment(GATEPOST_SLACK_SIGNING_SECRETS="aa11,bb22,cc33"),
        pytest.raises(Misconfigured, match=r"SLACK_SIGNING_SECRETS.*at most two") as refused,
    ):
        load_settings()
    assert "aa11" not in str(refused.value)


def test_an_unknown_name_gets_no_far_fetched_hint() -> None:
    """A wrong hint is worse than none."""
    with environment(GATEPOST_WHATEVER="1"), pytest.raises(Misconfigured) as refused:
        load_settings()
    assert "did you mean" not in str(refused.value)


def test_every_missing_setting_is_named_at_once() -> None:
    """Nobody finds out one by one what serving needs."""
    with environment():
        settings = load_settings()
    with pytest.raises(Misconfigured) as refused:
        require_serving(settings)
    for name in ("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRETS", "REVIEWERS"):
        assert f"GATEPOST_{name}" in str(refused.value)


def test_socket_mode_needs_no_signing_secret() -> None:
    """Over Socket Mode nothing is signed."""
    values = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", "REVIEWERS": "U012, W034"}
    with environment(**{f"GATEPOST_{name}": value for name, value in values.items()}):
        settings = load_settings()
    require_serving(settings)
    assert settings.reviewers == ("U012", "W034")


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    """A file holds the defaults of an installation."""
    file = tmp_path / "gatepost.yaml"
    file.write_text("port: 9000\nreviewers: [U012]\n", "utf-8")
    with environment(GATEPOST_CONFIG=str(file), GATEPOST_PORT="9001"):
        settings = load_settings()
    assert (settings.port, settings.reviewers) == (9001, ("U012",))


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("prot: 9000\n", "PROT"),
        ("- port\n", "mapping"),
        ("port: [\n", "line 2"),
    ),
)
def test_a_broken_file_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    """A file with a typo, of the wrong shape or that is no YAML does not start a server."""
    file = tmp_path / "gatepost.yaml"
    file.write_text(text, "utf-8")
    with environment(GATEPOST_CONFIG=str(file)), pytest.raises(Misconfigured, match=said):
        load_settings()


def test_a_file_that_is_not_there_is_named() -> None:
    """A path that leads nowhere is not the same as no file."""
    with (
        environment(GATEPOST_CONFIG="/nowhere.yaml"),
        pytest.raises(Misconfigured, match="nowhere"),
    ):
        load_settings()


def test_data_and_settings_are_guarded_where_they_are(tmp_path: Path) -> None:
    """The floor is told of this installation's own places."""
    file = tmp_path / "gatepost.yaml"
    file.write_text("port: 9000\n", "utf-8")
    with environment(GATEPOST_CONFIG=str(file), GATEPOST_DATA_DIR=str(tmp_path / "data")):
        assert load_settings().own_paths() == (str(tmp_path / "data"), str(file))
