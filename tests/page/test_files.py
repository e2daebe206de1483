from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot.playground.page

FOLDER = Path(bot.playground.page.__file__).with_name("static")
SCRIPTS = sorted(path for path in FOLDER.iterdir() if path.suffix == ".js")
FILES = sorted(FOLDER.iterdir())
MARKUP_FROM_TEXT = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment"
    r"|DOMParser|setHTML|srcdoc|\beval\b|new Function|import\("
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_can_turn_text_into_markup_or_code(path: Path) -> None:
    """What an agent wrote enters the page as text: no script names a way to do otherwise."""
    assert re.findall(MARKUP_FROM_TEXT, path.read_text()) == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    """The page works without a network: no file names an address, SVG's own name apart."""
    found = {
        (path.name, address)
        for path in FILES
        for address in re.findall(r"(?:https?:)?//[a-z][\w.-]+\.\w+", path.read_text())
    }
    assert found <= {("icon.svg", "http://www.w3.org")}


def test_the_page_has_no_script_or_style_inside() -> None:
    """All code stands in files, so that the policy can forbid every other."""
    page = (FOLDER / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", page) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_is_longer_than_a_person_reads_at_once(path: Path) -> None:
    """A file of the page has at most 300 lines, as any other."""
    assert len(path.read_text().splitlines()) <= 300
