"""What an agent wrote is shown as it is: nothing hidden, nothing moved, cuts marked."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.visible import (
    Room,
    fit,
    fit_line,
    is_hidden,
    mixes_alphabets,
    one_line,
    visible,
    weight,
)

TRICKY = st.text(
    st.one_of(
        st.characters(codec=None),  # lone surrogates are wanted
        st.sampled_from(
            "\u202e\u2066\u200b\u200d\ufe0f\u0301\n\t&<>\U0001f469\U0001f1e9\U000e0041"
        ),
    )
)


@pytest.mark.parametrize(
    ("raw", "shown"),
    (
        ("\u202egnp.exe", "\\u{202E}gnp.exe"),
        ("a\u2066b\u2069", "a\\u{2066}b\\u{2069}"),
        ("rm\u200b -rf", "rm\\u{200B} -rf"),
        ("nul\x00 esc\x1b cr\r", "nul\\u{0} esc\\u{1B} cr\\u{D}"),
        ("line\u2028para\u2029", "line\\u{2028}para\\u{2029}"),
        ("no\u00a0break", "no\\u{A0}break"),
        ("tag\U000e0041", "tag\\u{E0041}"),
        ("word\ufe0f", "word\\u{FE0F}"),
        ("10\ufe0f0", "10\\u{FE0F}0"),
        ("filler\u3164", "filler\\u{3164}"),
        ("half \ud83d", "half \\u{D83D}"),
        ("a\u200db", "a\\u{200D}b"),
    ),
    ids=ascii,
)
def test_what_hides_or_reorders_is_spelled_out(raw: str, shown: str) -> None:
    """Every control, format, separator, selector, tag or blank character is an escape."""
    assert visible(raw) == shown


@pytest.mark.parametrize(
    "text",
    ("שלום עולם", "مرحبا", "नमस्ते", "漢字とかな", "❤️ 👨‍👩‍👧 🇩🇪 👍🏽 1️⃣", "naïve café", "a\tb\nc"),
    ids=ascii,
)
def test_ordinary_writing_stays_as_it_is(text: str) -> None:
    """Right-to-left letters, other scripts, emoji, tabs and newlines are not escaped."""
    assert visible(text) == text


def test_a_stack_of_marks_is_spelled_out_from_the_fifth_on() -> None:
    """Marks piled on a letter cannot cover the lines above it."""
    assert visible("e" + "\u0301" * 6) == "e" + "\u0301" * 4 + "\\u{301}" * 2


def test_a_single_line_stays_single() -> None:
    """A newline cannot fake another line where one line is meant."""
    assert one_line("a\nAPPROVED by ana\tx\r") == "a⏎APPROVED by ana⇥x\\u{D}"
    assert "\n" not in fit_line("a\n" * 500, 300).text


@given(TRICKY)
def test_nothing_hidden_survives_outside_an_emoji(text: str) -> None:
    """Whatever comes in, what goes out can be encoded and hides nothing but an emoji's joints."""
    shown = visible(text)
    shown.encode()
    assert {c for c in shown if is_hidden(c)} <= {"\u200d", "\ufe0f"}


@given(TRICKY, st.integers(150, 400), st.integers(3, 12))
def test_a_cut_fits_its_room_and_counts_what_it_hides(text: str, most: int, lines: int) -> None:
    """Head, mark and tail together stay within the limit; an uncut text is whole."""
    fitted = fit(text * 40, Room(most, lines))
    assert weight(fitted.text) <= most
    assert fitted.text.count("\n") <= lines + 2
    if fitted.hidden:
        assert f"… {fitted.hidden:,} characters hidden, sha256 " in fitted.text
    else:
        assert fitted.text == visible(text * 40)


def test_a_cut_never_splits_an_emoji_or_a_letter_with_marks() -> None:
    """The parts of one drawn character stay together, on whichever side of the cut."""
    family = "👨‍👩‍👧"
    for pad in range(8):
        shown = fit("x" * pad + family * 200, Room(300)).text
        head, _, tail = shown.split("\n")
        assert head[pad:].replace(family, "") == ""
        assert tail.replace(family, "") == ""


def test_a_cut_never_ends_inside_an_escape() -> None:
    """Each escape is shown whole or not at all."""
    head, _, tail = fit("\u202e" * 1000, Room(300)).text.split("\n")
    assert head.replace("\\u{202E}", "") == tail.replace("\\u{202E}", "") == ""


def test_long_cluster_is_cut_rather_than_shown_whole() -> None:
    """A megabyte of marks on one letter is cut like any other text."""
    assert weight(fit("e" + "\u0301" * 1_000_000, Room(300)).text) <= 300


@pytest.mark.parametrize(
    "text", ("p\u0430ypal.com", "g\u03bfogle", "\uff21dmin", "A\u0435"), ids=ascii
)
def test_look_alike_letters_in_one_word_are_noticed(text: str) -> None:
    """A Latin word with a Cyrillic, Greek or full-width letter in it is worth a warning."""
    assert mixes_alphabets(text)


@pytest.mark.parametrize("text", ("paypal", "привет world", "straße"), ids=ascii)
def test_words_of_one_alphabet_are_not_flagged(text: str) -> None:
    """Two languages side by side are no trick."""
    assert not mixes_alphabets(text)


def test_every_hidden_category_counts_as_hidden() -> None:
    """The rule says it a second way, over the whole of Unicode's first two planes."""
    for code in range(0x20000):
        character = chr(code)
        if unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp", "Cs"}:
            assert is_hidden(character) == (character not in "\n\t"), hex(code)
