from __future__ import annotations

from typing import Any

import pytest

from policy.case import Case
from policy.floor import Answer, judge
from policy.reads import proven_read
from policy.request import ToolCall
from policy.shell.scene import Git
from tests.policy.situations import args, asked, call, facts, mcp_call

LONG = "?" + "a" * 5_000
METADATA = (
    "http://100.100.100.200/latest/",
    "http://[fd00:ec2::254]/latest/",
    "http://0xa9.0xfe.0xa9.0xfe/latest/",
    "http://2852039166/",
    "http://0251.0376.0251.0376/",
    "http://169.254.169.254/",
    "http://metadata.google.internal/",
    "http://example.com\\@169.254.169.254/",
    "http://example.com%2f@169.254.169.254/",
    "http://example.com#@169.254.169.254/",
    "http://" + "u" * 5_000 + "@169.254.169.254/",
)
UNREADABLE = (
    "http://localhost:8080/" + LONG,
    "http://127.0.0.1:8080/" + LONG,
    "https://example.com/" + LONG,
    "localhost/metrics",
    "localhost",
    "//localhost:8080/metrics",
    "2130706433",
    "example.com",
    "http://example.com\\@localhost/",
    "http://example.com@localhost/",
    "http://user@example.com/",
    "http://example.com%2f@localhost/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://127.0.0.1.nip.io/",
    "http://ex\tample.com/",
    "http://\uff4cocalhost/",
    "http:localhost",
    "http:///localhost/",
    "http://intranet/",
    "http://010.0.0.1/",
    "http://256.256.256.256/",
    "http://1.2.3.4.5/",
    "http://1.2.3.0x4/",
    "http://localhost.localdomain/",
    "http://nas.home.arpa/",
    "http://app.lvh.me/",
    "http://localtest.me/",
    "ftp://example.com/",
    "",
)


def fetch(**given: Any) -> ToolCall:
    return call(kind="fetch", tool="web_fetch", given=args(**given))


def answer(announced: ToolCall) -> Answer:
    return judge(asked(), announced).answer


def proven(announced: ToolCall) -> bool:
    return proven_read(Case.of(asked(), facts(announced)), Git.IMMUNE_ONLY)


@pytest.mark.parametrize("url", METADATA)
@pytest.mark.parametrize("more", ("", LONG), ids=("short", "long"))
def test_a_metadata_service_is_refused_however_long_its_address(url: str, more: str) -> None:
    """The host alone decides; nothing that follows it can hide it."""
    assert answer(fetch(url=url + more)) is Answer.HIT
    assert answer(mcp_call(given=args(q=url + more))) is Answer.HIT


@pytest.mark.parametrize("url", ("2852039166", "2852039166/latest/", "//100.100.100.200/latest"))
def test_a_fetch_needs_no_scheme_to_be_refused(url: str) -> None:
    """What fetches takes a bare host for an address."""
    assert answer(fetch(url=url)) is Answer.HIT


@pytest.mark.parametrize("url", UNREADABLE)
def test_an_address_not_read_as_public_is_no_proven_read(url: str) -> None:
    """A private place, a trick or what cannot be read: a person says so, each time."""
    assert answer(fetch(url=url)) is Answer.UNKNOWN
    assert not proven(fetch(url=url))
    assert not proven(fetch(urls=["https://example.com/", url]))


@pytest.mark.parametrize(
    "given",
    (
        {"url": 2130706433},
        {"url": None, "target": "localhost"},
        {"query": "what is http"},
        {"url": "https://example.com/", "proxy": "localhost:3128"},
        {"url": "https://example.com/", "search_terms": "http://10.0.0.1/"},
        {"http://localhost/": "https://example.com/"},
    ),
    ids=range(6),
)
def test_every_argument_of_a_fetch_is_looked_at(given: dict[str, Any]) -> None:
    """A number, another key, a proxy, and a fetch without any address."""
    assert answer(fetch(**given)) is Answer.UNKNOWN
    assert not proven(fetch(**given))


@pytest.mark.parametrize(
    "given",
    (
        {"url": "https://example.com"},
        {"url": "HTTPS://Docs.Example.com:8443/a%20b?q=x@y#z"},
        {"url": "http://93.184.216.34/", "mode": "full", "max_length": 100, "raw": True},
        {"urls": ["https://example.com/a", "https://example.org/b"], "prompt": "what is it?"},
    ),
    ids=range(4),
)
def test_a_public_address_is_a_proven_read(given: dict[str, Any]) -> None:
    """An ordinary web address, with the settings and words that a fetch takes beside it."""
    assert answer(fetch(**given)) is Answer.CLEAR
    assert proven(fetch(**given))


def test_a_search_needs_no_address() -> None:
    """Its words are words, unless they are a private address."""
    assert proven(call(tool="web_search", given=args(query="what is a lighthouse")))
    assert not proven(call(tool="web_search", given=args(query="http://10.0.0.1/")))
