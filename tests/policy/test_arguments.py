from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.arguments import MAX_DEPTH, Arguments, DuplicateKeys, UnreadableJson, parse_json


def of(text: str) -> Arguments:
    value = parse_json(text)
    assert isinstance(value, dict)
    return Arguments.of(value)


@pytest.mark.parametrize(
    "text",
    (
        "",
        "{",
        '{"a": }',
        "{'a': 1}",
        '{"a": 1} x',
        '"\n"',
        "\ufeff{}",
        b'{"a": "\xff"}',
        b"\xed\xa0\x80",
        '{"a": ' + "9" * 5000 + "}",
    ),
    ids=range(10),
)
def test_what_is_no_json_is_unreadable(text: str | bytes) -> None:
    """Nothing is guessed: text that is not UTF-8 JSON, or holds an endless number, is refused."""
    with pytest.raises(UnreadableJson, match=r"^not JSON: (JSONDecode|UnicodeDecode|Value)Error$"):
        parse_json(text)


def test_bytes_are_utf_8_and_nothing_else() -> None:
    """A reader that guesses the encoding could be told two stories."""
    assert parse_json('{"a": "ä"}'.encode()) == {"a": "ä"}
    with pytest.raises(UnreadableJson):
        parse_json('{"a": 1}'.encode("utf-16"))


@pytest.mark.parametrize("shape", ("[", '{"a":'), ids=("lists", "objects"))
@pytest.mark.parametrize("depth", (MAX_DEPTH + 1, 50_000))
def test_what_nests_too_deeply_is_unreadable(shape: str, depth: int) -> None:
    """A text is refused one level past the limit, and at any depth that would exhaust a reader."""
    closing = "]" if shape == "[" else "}"
    with pytest.raises(UnreadableJson, match=r"^nested too deeply$"):
        parse_json(shape * depth + "1" + closing * depth)


def test_the_deepest_text_that_is_read_can_be_held() -> None:
    """What `parse_json` reads, `Arguments.of` takes: the two limits are one."""
    text = '{"a":' * MAX_DEPTH + '"{["' + "}" * MAX_DEPTH
    assert of(text).text == text
    assert of(text).value() == json.loads(text)


def test_brackets_inside_texts_are_no_depth() -> None:
    """Only structure nests: a document full of brackets is an ordinary text."""
    text = json.dumps({"doc": "[{" * MAX_DEPTH})
    assert of(text).plain


def test_a_tree_that_is_too_deep_has_no_arguments() -> None:
    """Cutting the tree would give different arguments one digest."""
    tree: dict[str, Any] = {}
    for _ in range(MAX_DEPTH + 1):
        tree = {"a": tree}
    with pytest.raises(UnreadableJson, match=r"^nested too deeply$"):
        Arguments.of(tree)
    lists: list[Any] = []
    for _ in range(MAX_DEPTH - 1):
        lists = [lists]
    assert Arguments.of({"a": lists})
    with pytest.raises(UnreadableJson, match=r"^nested too deeply$"):
        Arguments.of({"a": [lists]})


def test_the_order_of_keys_and_white_space_do_not_matter() -> None:
    """Two spellings of one object are one object."""
    one = of('{"b": [1, 2], "a": {"d": null, "c": true}}')
    other = of('{"a":{"c":true,"d":null},"b":[1,2]}')
    assert one == other
    assert one.text == '{"a":{"c":true,"d":null},"b":[1,2]}'
    assert one.plain


@pytest.mark.parametrize("lexeme", ("1.0", "1e2", "-0", "-0.0", "1E+2", "1e400", "10", "0.10"))
def test_numbers_keep_their_lexeme(lexeme: str) -> None:
    """`1.0` and `1` may mean different things to the tool: what was written stands."""
    arguments = of(f'{{"n": {lexeme}}}')
    assert arguments.text == f'{{"n":{lexeme}}}'
    assert arguments.plain
    assert Arguments.of(arguments.value()) == arguments


def test_numbers_of_plain_python_are_written_as_json() -> None:
    """A tree without lexemes has the usual ones."""
    assert (
        Arguments.of({"a": 1, "b": 0.5, "c": (True, None)}).text
        == '{"a":1,"b":0.5,"c":[true,null]}'
    )


@pytest.mark.parametrize("word", ("NaN", "Infinity", "-Infinity"))
def test_words_that_json_does_not_have_prove_nothing(word: str) -> None:
    """Some readers take NaN and Infinity, others refuse the whole text."""
    arguments = of(f'{{"n": [{word}]}}')
    assert not arguments.plain
    assert arguments.text == f'{{"n":[{word}]}}'
    assert not Arguments.of({"n": float(word)}).plain


def test_the_word_nan_as_a_text_is_plain() -> None:
    """A text that spells NaN is a text."""
    assert of('{"n": "NaN", "Infinity": 1}').plain


def test_doubled_keys_prove_nothing_and_hide_nothing() -> None:
    """Readers take the first value or the last: both are shown, scanned and bound."""
    arguments = of('{"path": "first", "x": 1, "path": "last"}')
    assert not arguments.plain
    assert arguments.text == '{"path":"first","path":"last","x":1}'
    assert set(arguments.texts()) == {"path", "first", "last", "x"}
    assert arguments != of('{"path": "other", "x": 1, "path": "last"}')
    assert isinstance(arguments.value(), DuplicateKeys)
    assert Arguments.of(arguments.value()) == arguments


def test_doubled_keys_keep_their_order() -> None:
    """Which of them a reader takes depends on it."""
    assert of('{"a": {}, "a": [1], "a": "x"}').text == '{"a":{},"a":[1],"a":"x"}'
    assert of('{"a": "z", "a": "b"}') != of('{"a": "b", "a": "z"}')


def test_a_doubled_key_deep_inside_proves_nothing() -> None:
    """One doubtful corner makes the whole doubtful."""
    assert not of('{"a": [{"b": {"c": 1, "c": 1}}]}').plain


@pytest.mark.parametrize("text", (r'{"a": "\ud800"}', r'{"\udfff": 1}', r'{"a": ["\udc00x"]}'))
def test_lone_surrogates_prove_nothing_and_can_be_stored(text: str) -> None:
    """Half a character is replaced by some readers: it is kept, visibly, and trusted by nobody."""
    arguments = of(text)
    assert not arguments.plain
    assert arguments.text.encode("utf-8")
    assert Arguments.of(arguments.value()) == arguments


def test_a_pair_of_surrogates_is_one_character() -> None:
    """An escaped emoji is plain."""
    assert of(r'{"a": "\ud83d\ude00"}') == of('{"a": "\U0001f600"}')
    assert of(r'{"a": "\ud83d\ude00"}').plain


def test_a_text_that_looks_like_an_escape_is_not_mistaken_for_one() -> None:
    """A lone surrogate and the six characters that spell it stay different."""
    assert of(r'{"a": "\ud800"}').text != of(r'{"a": "\\ud800"}').text


@pytest.mark.parametrize("text", ("nonsense", "[1]", '"a"', "7"))
def test_a_text_that_nobody_wrote_has_no_value(text: str) -> None:
    """A record that was tampered with is an error, not an empty call."""
    with pytest.raises(UnreadableJson, match=r"^not JSON: JSONDecodeError$|^not an object$"):
        Arguments(text, plain=True).value()


def test_a_string_is_read_only_from_a_text_at_the_top() -> None:
    """A command is what stands under `command`, and nothing that only looks like it."""
    arguments = of('{"command": "ls", "n": 1, "deep": {"inner": "x"}}')
    assert arguments.string("command") == "ls"
    assert arguments.string("n") == ""
    assert arguments.string("inner") == ""
    assert arguments.string("absent") == ""


def test_an_empty_object_is_no_arguments() -> None:
    """Hosts announce `{}` first and the arguments later: it must not earn trust."""
    assert not of("{}")
    assert of('{"a": {}}')


def test_texts_are_found_in_keys_lists_and_depths() -> None:
    """Whoever looks for guarded names sees every text there is."""
    arguments = of('{"a": ["b", {"c": "d"}], "e": 1, "f": null}')
    assert sorted(arguments.texts()) == ["a", "b", "c", "d", "e", "f"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
json_objects = st.dictionaries(st.text(), json_values, max_size=4)
# Small enough that two of them are drawn alike now and then.
small_values: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.text("ab", max_size=1),
    st.none() | st.integers(0, 2) | st.floats(0, 2) | st.text("1e", max_size=1) | st.just([]),
    max_size=2,
)


@given(json_objects)
def test_the_canonical_form_is_stable(value: dict[str, Any]) -> None:
    """Written and read again, arguments are the same arguments."""
    arguments = Arguments.of(value)
    assert Arguments.of(arguments.value()) == arguments
    assert of(json.dumps(value, indent=2)) == of(json.dumps(value, ensure_ascii=False))


@given(small_values | json_objects, small_values | json_objects)
def test_different_arguments_have_different_texts(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Equal texts mean equal values, told apart as JSON tells them apart."""
    if Arguments.of(one).text == Arguments.of(other).text:
        assert json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@pytest.mark.parametrize("text", ("[", "[1]", "7", ""))
def test_texts_of_what_is_no_canonical_form_are_refused(text: str) -> None:
    """Nothing is taken for harmless because it could not be read."""
    arguments = Arguments(text, plain=True)
    with pytest.raises(UnreadableJson):
        list(arguments.texts())
    with pytest.raises(UnreadableJson):
        arguments.string("command")
