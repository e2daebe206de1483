"""What braces spell."""

from __future__ import annotations

import pytest

from policy.globs import unbraced


@pytest.mark.parametrize(
    ("name", "names"),
    (
        ("plain", {"plain"}),
        ("id_{rsa,dsa}", {"id_rsa", "id_dsa"}),
        ("{a,{b,c}}d", {"ad", "bd", "cd"}),
    ),
)
def test_a_pair_of_braces_is_each_of_its_names(name: str, names: set[str]) -> None:
    """A shell hands each of them to the program."""
    assert set(unbraced(name)) == names


@pytest.mark.parametrize("name", ("{a,b}" * 7, "{a,b}" * 9, "{" * 9 + "x" + "}" * 9))
def test_too_many_names_are_one_that_stands_for_all(name: str) -> None:
    """Two names for each pair would double with every pair: a star takes their place."""
    (one,) = unbraced(name)
    assert "*" in one
