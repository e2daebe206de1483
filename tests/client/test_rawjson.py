from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.client.rawjson import Doubled, Number, Raw, TooDeep, read_array, read_object, write_object

TEXTS = st.text(max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=4)


def plain(value: object) -> Any:
    """A value with its numbers computed, as the standard library reads it."""
    match value:
        case Number(spelt):
            return json.loads(spelt)
        case dict():
            return {name: plain(inner) for name, inner in value.items()}
        case list():
            return [plain(inner) for inner in value]
        case _:
            return value


@pytest.mark.parametrize(
    "text",
    (
        *("", "{", "}", "[]", "5", "null", '{"a"}', '{"a":}', '{"a":1,}', '{"a":1 "b":2}'),
        *('{"a":1}}', "{'a':1}", "{a:1}", '{1:"a"}', '{"a":[}', '{"a":tru}', '{"a":01}', "{,}"),
    ),
)
def test_what_nobody_reads_as_an_object_is_none(text: str) -> None:
    """There is nothing in it to decide on."""
    assert read_object(text) is None


@pytest.mark.parametrize("text", ("", "[", "]", "{}", "[1,]", "[1 2]", "[1]]", "[,]"))
def test_what_nobody_reads_as_an_array_is_none(text: str) -> None:
    """The same for batches."""
    assert read_array(text) is None


@pytest.mark.parametrize(
    "text",
    (
        *('{"a":1,"a":1}', '{"a":{"b":1,"b":2}}', '{"a":[{"b":1,"\\u0062":2}]}', '{"a":NaN}'),
        *('{"a":-Infinity}', '{"a":"\x01"}', '\ufeff{"a":1}'),
        '{"a":' + "[" * 500_000 + "]" * 500_000 + "}",
    ),
    ids=range(8),
)
def test_what_two_readers_may_read_differently_is_not_clean(text: str) -> None:
    """It is read all the same, since somebody else may act on it."""
    reading = read_object(text)
    assert reading is not None
    assert not reading.clean
    assert reading.members[0].name == "a"


@given(OBJECTS, st.sampled_from((None, 1)))
def test_a_plain_object_reads_as_the_standard_reads_it(
    value: dict[str, Any], indent: int | None
) -> None:
    """And each member's text is that member, byte for byte."""
    text = json.dumps(value, indent=indent)
    reading = read_object(text)
    assert reading is not None
    assert reading.clean
    assert {member.name: plain(member.value) for member in reading.members} == value
    assert all(json.loads(member.text) == value[member.name] for member in reading.members)
    assert all(member.text in text for member in reading.members)


@given(st.lists(VALUES, max_size=4))
def test_the_elements_of_an_array_are_its_elements(value: list[Any]) -> None:
    """In their order and in their own text."""
    elements = read_array(json.dumps(value))
    assert elements is not None
    assert [json.loads(element) for element in elements] == value


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    """Whatever a process writes, it is read or it is not."""
    read_object(text)
    read_array(text)


def test_numbers_keep_their_spelling() -> None:
    """Also those that no float can hold, and those too long to compute."""
    digits = "9" * 10_000
    reading = read_object('{"a":1.50,"b":-0,"c":1E400,"d":%s}' % digits)  # noqa: UP031 - braces
    assert reading is not None
    assert [member.value for member in reading.members] == [
        *map(Number, ("1.50", "-0", "1E400", digits))
    ]


def test_a_key_that_stands_twice_is_marked_where_it_stands() -> None:
    """The last value is kept, as most readers keep it."""
    reading = read_object('{"a":{"b":1,"b":2},"c":{}}')
    assert reading is not None
    first, second = reading.members
    assert isinstance(first.value, Doubled)
    assert first.value == {"b": Number("2")}
    assert not isinstance(second.value, Doubled)


def test_what_stands_beside_something_too_deep_is_read() -> None:
    """A request is to be answered even if nobody can look into it."""
    deep = '{"a":"]}\\"",' + '"b":' + '{"x":[' * 200_000 + '"}"' + "]}" * 200_000 + ',"id":7}'
    reading = read_object(deep)
    assert reading is not None
    assert [member.value for member in reading.members] == [
        '"]}"'[1:3] + '"',
        TooDeep(),
        Number("7"),
    ]
    assert read_object(deep[:-20]) is None


@given(OBJECTS)
def test_a_body_holds_raw_texts_as_they_stood(value: dict[str, Any]) -> None:
    """And everything else as plain JSON."""
    text = json.dumps(value, indent=1)
    body = write_object({"a": value, "raw": Raw(text)})
    assert json.loads(body) == {"a": value, "raw": value}
    assert body.endswith(f'"raw":{text}}}'.encode())
