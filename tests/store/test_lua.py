from __future__ import annotations

import re
from importlib.resources import files

import pytest

from bot.store.connection import Wire
from bot.store.lua import script

ALL = sorted(
    path.name.removesuffix(".lua") for path in files("bot.store").joinpath("scripts").iterdir()
)
WHOLE = [
    name
    for name in ALL
    if files("bot.store").joinpath("scripts", f"{name}.lua").read_text().startswith("#!lua")
]
# They end something or take a person's word: a full store must not keep them from it.
FREEING = {"get", "rule", "settle", "withdraw", "report", "sweep", "end", "revoke", "lapse", "done"}


@pytest.mark.parametrize("name", WHOLE)
async def test_every_script_is_one_that_the_server_refuses_whole(name: str, wire: Wire) -> None:
    """A script begins with `#!lua`, so that a full server never runs half of it."""
    assert script(name).text.startswith("#!lua")
    assert await wire.command("SCRIPT", "LOAD", script(name).text) == script(name).sha


@pytest.mark.parametrize("name", sorted(FREEING))
def test_what_decides_or_ends_works_on_a_full_store(name: str) -> None:
    """A refusal, an expiry, a revoke may not fail because memory ran out."""
    assert script(name).text.partition("\n")[0] == "#!lua flags=allow-oom"


@pytest.mark.parametrize("name", ALL)
def test_no_script_spells_a_key(name: str) -> None:
    """Key names are in `keys.py` alone."""
    text = files("bot.store").joinpath("scripts", f"{name}.lua").read_text("utf-8")
    assert not re.search(r"\bKEYS|gp:|gj:|\{p\d\d\}", text)


@pytest.mark.parametrize("name", ALL)
def test_every_part_is_used(name: str) -> None:
    """A script that nobody calls, or a part that none includes, is dead."""
    if name not in WHOLE:
        text = "".join(
            files("bot.store").joinpath("scripts", f"{n}.lua").read_text("utf-8") for n in ALL
        )
        assert f"-- include: {name}\n" in text
        return
    code = "".join(
        p.read_text("utf-8") for p in files("bot.store").iterdir() if p.name.endswith(".py")
    )
    assert f'"{name}"' in code
