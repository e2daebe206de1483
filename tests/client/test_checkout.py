from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.client.checkout import read_checkout

CONFIG = """[core]
\tbare = false
[remote "other"]
\turl = https://example.invalid/other.git
[remote "origin"]
\tfetch = +refs/heads/*:refs/remotes/origin/*
\turl = %s
"""


def working_copy(folder: Path, *, url: str = "", head: str = "ref: refs/heads/main\n") -> Path:
    """A working copy as git leaves it, as far as we read it."""
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(head)
    if url:
        (folder / ".git" / "config").write_text(CONFIG % url)
    return folder


def test_a_directory_without_git_says_where_it_is(tmp_path: Path) -> None:
    """That much is always known."""
    assert read_checkout(str(tmp_path), "box") == {"dir": str(tmp_path), "host": "box"}


@pytest.mark.parametrize("directory", ("", "relative/path", "../up"))
def test_a_directory_that_is_not_absolute_is_left_out(directory: str) -> None:
    """It would be read from where we happen to stand."""
    assert read_checkout(directory, "box") == {"host": "box"}


@pytest.mark.parametrize(
    ("url", "shown"),
    (
        ("https://example.invalid/team/app.git", "https://example.invalid/team/app.git"),
        ("https://me:notasecret@example.invalid/app.git", "https://example.invalid/app.git"),
        ("https://example.invalid/app.git?key=notasecret#x", "https://example.invalid/app.git"),
        ("git@example.invalid:team/app.git", "example.invalid:team/app.git"),
        ("/srv/git/app.git", "/srv/git/app.git"),
    ),
)
def test_the_address_is_shown_without_what_could_be_secret(
    tmp_path: Path, url: str, shown: str
) -> None:
    """People often keep a token in a remote's address."""
    working_copy(tmp_path, url=url)
    assert read_checkout(str(tmp_path), "box")["repo"] == shown


def test_a_folder_inside_a_working_copy_belongs_to_it(tmp_path: Path) -> None:
    """Without a remote it goes by its directory's name."""
    folder = working_copy(tmp_path / "app") / "src" / "deep"
    folder.mkdir(parents=True)
    found = read_checkout(str(folder), "box")
    assert (found["repo"], found["branch"]) == ("app", "main")


def test_a_linked_working_copy_has_its_own_branch(tmp_path: Path) -> None:
    """Its remote stands in the common directory."""
    common = working_copy(tmp_path / "app", url="https://example.invalid/app.git") / ".git"
    linked = common / "worktrees" / "feature"
    linked.mkdir(parents=True)
    (linked / "HEAD").write_text("ref: refs/heads/team/feature\n")
    (linked / "commondir").write_text("../..\n")
    (tmp_path / "feature").mkdir()
    (tmp_path / "feature" / ".git").write_text(f"gitdir: {linked}\n")
    found = read_checkout(str(tmp_path / "feature"), "box")
    assert (found["repo"], found["branch"]) == ("https://example.invalid/app.git", "team/feature")


@pytest.mark.parametrize(
    "head",
    (
        "4b825dc642cb6eb9a060e54bf8d69288fbee4904\n",
        "",
        "ref: refs/heads/a\x1b[2J\n",
        "ref: " + "a" * 300,
    ),
    ids=("detached", "empty", "control", "long"),
)
def test_a_branch_that_is_not_plain_is_left_out(tmp_path: Path, head: str) -> None:
    """It would be shown to people as the host's word."""
    working_copy(tmp_path, head=head)
    assert "branch" not in read_checkout(str(tmp_path), "box")


@pytest.mark.parametrize("url", ("https://[bad/app.git", "https://\x00/x\x1b"))
def test_an_address_that_is_none_is_left_out(tmp_path: Path, url: str) -> None:
    """A repository says what it likes; the session is opened all the same."""
    working_copy(tmp_path, url=url)
    found = read_checkout(str(tmp_path), "box")
    assert "repo" not in found
    assert found["dir"] == str(tmp_path)


def test_files_that_are_none_are_not_waited_for(tmp_path: Path) -> None:
    """A hostile repository may hold a pipe, or something endless, where git has a file."""
    folder = working_copy(tmp_path / "app")
    (folder / ".git" / "HEAD").unlink()
    os.mkfifo(folder / ".git" / "HEAD")
    (folder / ".git" / "config").write_text("x" * 100_000)
    assert read_checkout(str(folder), "box")["repo"] == "app"
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / ".git").write_text("nothing of use")
    assert "repo" not in read_checkout(str(tmp_path / "odd"), "box")
    locked = working_copy(tmp_path / "loop")
    (locked / ".git" / "HEAD").unlink()
    (locked / ".git" / "HEAD").symlink_to("HEAD")
    assert "branch" not in read_checkout(str(locked), "box")
