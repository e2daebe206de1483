from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.spelling import undisguised


@pytest.mark.parametrize(
    "text",
    (
        "~/.SSH/Id_RSA",
        "~/%2essh/id%5Frsa",
        "~/%252essh/id_rsa",
        "~/%25252essh/id_rsa",
        "～／．ｓｓｈ／ｉｄ＿ｒｓａ",
        "~/.s\u200bsh/id_rsa",
        "~/.ss\u00adh/id\u202e_rsa",
        "~/.s\ufe0fsh/id_rsa",
        "~/.s\tsh/id_rsa",
        "~/.ss\x00h/\x7fid_rsa",
        "~/.s%09sh/id_rsa",
        "~/\uff052essh/id_rsa",
    ),
)
def test_disguises_come_off(text: str) -> None:
    """Full-width letters, percent signs, invisible characters and capitals hide nothing."""
    assert undisguised(text) == "~/.ssh/id_rsa"


def test_line_breaks_stay() -> None:
    """Prose is told from names by them."""
    assert undisguised("A\nÄ\n\tb") == "a\nä\nb"


def test_a_percent_sign_that_encodes_nothing_stays() -> None:
    """`100%` and `%zz` are ordinary text."""
    assert undisguised("100% %zz %USERPROFILE%") == "100% %zz %userprofile%"


def test_peeling_ends() -> None:
    """An encoding inside an encoding is peeled three times and then left alone."""
    assert undisguised("%2525252e") == "%2e"


def test_composed_and_decomposed_letters_are_one() -> None:
    """A name reads the same in both forms of Unicode."""
    assert undisguised("cafe\u0301") == undisguised("caf\u00e9")


@given(st.text())
def test_nothing_that_cannot_be_seen_is_left(text: str) -> None:
    """Whatever comes in, what comes out can be compared."""
    assert all(c.isprintable() or c.isspace() or ord(c) > 0x7F for c in undisguised(text))
