from __future__ import annotations

import pytest

from policy.path_patterns import holds, is_host, may_hold
from policy.paths import place_of
from policy.rule_patterns import Access, HostPattern, PathPattern


def pattern(glob: str) -> PathPattern:
    return PathPattern(glob, glob, Access.ANY)


@pytest.mark.parametrize(
    ("glob", "path"),
    (
        ("/srv/docs/**", "/srv/docs/../secret"),
        ("/srv/docs/**", "/srv/docs//a"),
        ("/srv/docs/**", "/srv/docs/a*"),
        ("/srv/docs/**", "/srv/docs/a\n"),
        ("/srv/docs/**", "/srv/documents/a"),
        ("/srv/docs/**", "srv/docs/a"),
        ("/srv/docs/*", "/srv/docs/a/b"),
        ("/srv/docs/*", "/srv/docs"),
        ("/srv/?.md", "/srv/ab.md"),
        ("/srv/?.md", "/srv//.md"),
        ("/srv/a.md", "/srv/aXmd"),
        ("~/notes/*", "/home/dev/notes/a"),
        ("/srv/docs/**", ""),
    ),
)
def test_a_path_that_is_not_certainly_inside_is_not_held(glob: str, path: str) -> None:
    """A detour, a glob, a neighbour: a person may allow them."""
    assert not holds(pattern(glob), path)


@pytest.mark.parametrize(
    ("glob", "path"),
    (
        ("/srv/docs/**", "/srv/docs/a/b.md"),
        ("/srv/docs/**", "/srv/docs"),
        ("/srv/docs/*", "/srv/docs/a.md"),
        ("/srv/**/a.md", "/srv/a.md"),
        ("/srv/**/a.md", "/srv/x/y/a.md"),
        ("/srv/**x/a.md", "/srv/yx/a.md"),
        ("/srv/?.md", "/srv/a.md"),
        ("~/notes/*", "~/notes/a"),
    ),
)
def test_a_path_that_is_inside_is_held(glob: str, path: str) -> None:
    """`*` stays within one name, `**` does not."""
    assert holds(pattern(glob), path)


@pytest.mark.parametrize(
    ("glob", "text"),
    (
        ("/srv/docs/**", "/srv/docs/a"),
        ("/srv/docs/**", "/SRV//docs/./x/../a"),
        ("/srv/docs/**", "file:///srv/docs/a"),
        ("~/notes/**", "/home/dev/notes/a"),
        ("/home/dev/notes/**", "$HOME/notes/a"),
        (".env", ".env"),
        (".env", "/home/dev/project/.env"),
        ("conf/*.yml", "/srv/x/conf/a.yml"),
    ),
)
def test_a_rule_that_narrows_finds_a_path_in_every_spelling(glob: str, text: str) -> None:
    """Detours, letters and homes are taken out on both sides."""
    assert may_hold(pattern(glob), place_of(text))


@pytest.mark.parametrize(
    ("glob", "text"),
    (("/srv/docs/**", "/srv/other"), ("/srv/docs/**", "docs/a"), (".env", "/srv/x.env")),
)
def test_another_place_is_another_place(glob: str, text: str) -> None:
    """A relative path is not taken for one that it may not be."""
    assert not may_hold(pattern(glob), place_of(text))


@pytest.mark.parametrize(
    ("host", "text", "found"),
    (
        ("example.com", "https://example.com/x", True),
        ("example.com", "https://EXAMPLE.com:443/x", True),
        ("example.com", "https://me@example.com./", True),
        ("example.com", "https://docs.example.com/", False),
        ("example.com", "https://example.com.evil.test/", False),
        ("*.example.com", "https://docs.example.com/", True),
        ("*.example.com", "https://example.com/", False),
        ("*.example.com", "https://badexample.com/", False),
        ("example.com", "example.com", False),
        ("example.com", "https://" + "x" * 5000, False),
    ),
)
def test_a_host_is_told_by_its_whole_name(host: str, text: str, *, found: bool) -> None:
    """Whatever stands around it in the address."""
    assert is_host(HostPattern(host, host), text) is found
