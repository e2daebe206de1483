from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.paths import Anchor, Place, place_of


def at_home(*parts: str) -> Place:
    return Place(Anchor.HOME, parts)


@pytest.mark.parametrize(
    "text",
    (
        "~/.ssh/id_rsa",
        "~dev/.ssh/id_rsa",
        "$HOME/.ssh/id_rsa",
        "${HOME}/.ssh/id_rsa",
        "$env:USERPROFILE\\.ssh\\id_rsa",
        "${env:HOME}/.ssh/id_rsa",
        "$USERPROFILE/.ssh/id_rsa",
        "%USERPROFILE%\\.ssh\\id_rsa",
        "/home/dev/.ssh/id_rsa",
        "/root/.ssh/id_rsa",
        "/var/root/.ssh/id_rsa",
        "/Users/Jane Doe/.ssh/id_rsa",
        "/var/home/dev/.ssh/id_rsa",
        "/mnt/c/Users/dev/.ssh/id_rsa",
        "C:\\Users\\dev\\.ssh\\id_rsa",
        "\\\\?\\C:\\Users\\dev\\.ssh\\id_rsa",
        "//./C:/Users/dev/.ssh/id_rsa",
        "~//.ssh///id_rsa",
        "~/./.ssh/././id_rsa",
        "~/project/../.ssh/id_rsa",
        "~/.ssh/keys/../id_rsa/",
        "/home/dev/project/../../dev/.ssh/id_rsa",
        "/../home/dev/.ssh/id_rsa",
        "/srv/../home/dev/.ssh/id_rsa",
        "/proc/self/root/home/dev/.ssh/id_rsa",
        "/proc/1/root/proc/2/root/root/.ssh/id_rsa",
        "/private/home/dev/.ssh/id_rsa",
        "/proc/1/root/private/home/dev/.ssh/id_rsa",
        "file:///home/dev/.ssh/id_rsa",
        "file://localhost/home/dev/.ssh/id_rsa",
        "file:/home/dev/.ssh/id_rsa",
        "FILE:///home/dev/%2Essh/id_rsa",
        "file:~/.ssh/id_rsa",
        "'~/.ssh/id_rsa'",
        ' "~/.ssh/id_rsa" ',
        "~/.ssh./id_rsa. .",
        "~/.SSH/ID_RSA",
        "~/.ssh/id_rsa\0.png",
        "~/.ssh/id_rsa\0a\0b",
    ),
)
def test_every_detour_leads_to_the_same_place(text: str) -> None:
    """A path is where it leads, not how it is written."""
    assert place_of(text) == at_home(".ssh", "id_rsa")


@pytest.mark.parametrize(
    ("text", "anchor", "parts"),
    (
        ("", Anchor.HERE, ()),
        (".", Anchor.HERE, ()),
        ("src/a.py", Anchor.HERE, ("src", "a.py")),
        ("./src/../a.py", Anchor.HERE, ("a.py",)),
        ("..", Anchor.UP, ()),
        ("../x", Anchor.UP, ("x",)),
        ("a/../../x", Anchor.UP, ("x",)),
        ("../../../etc/shadow", Anchor.UP, ("etc", "shadow")),
        ("~/..", Anchor.UP, ()),
        ("~/../x", Anchor.UP, ("x",)),
        ("/", Anchor.ROOT, ()),
        ("/..", Anchor.ROOT, ()),
        ("/home", Anchor.ROOT, ("home",)),
        ("/srv/a/b/home/dev", Anchor.ROOT, ("srv", "a", "b", "home", "dev")),
        ("/private/etc/shadow", Anchor.ROOT, ("etc", "shadow")),
        ("/proc/self/environ", Anchor.ROOT, ("proc", "self", "environ")),
        ("/proc/self/root", Anchor.ROOT, ()),
        ("/proc/root", Anchor.ROOT, ("proc", "root")),
        ("~", Anchor.HOME, ()),
        ("$HOME", Anchor.HOME, ()),
        ("/home/dev", Anchor.HOME, ()),
        ("/root", Anchor.HOME, ()),
        ("C:", Anchor.ROOT, ()),
        ("c:notes", Anchor.HERE, ("c:notes",)),
        ("$HOMEWORK/x", Anchor.HERE, ("$homework", "x")),
        ("~ about .ssh/x", Anchor.HERE, ("~ about .ssh", "x")),
        ("root/x", Anchor.HERE, ("root", "x")),
        ("home/dev/x", Anchor.HERE, ("home", "dev", "x")),
        ("...", Anchor.HERE, ()),
        ("a/c:/x", Anchor.HERE, ("a", "c:", "x")),
        ("file:/a/file:/b", Anchor.ROOT, ("a", "file:", "b")),
        ("a/file:/b", Anchor.HERE, ("a", "file:", "b")),
        ("c:/a/d:/b", Anchor.ROOT, ("a", "d:", "b")),
        ("/var/rooted/x", Anchor.ROOT, ("var", "rooted", "x")),
    ),
)
def test_a_path_counts_from_home_root_above_or_here(
    text: str, anchor: Anchor, parts: tuple[str, ...]
) -> None:
    """A relative path counts from a directory that we do not know."""
    assert place_of(text) == Place(anchor, parts)


def test_only_a_relative_path_is_not_anchored() -> None:
    """A lone name may be a word; a path from home, root or above is none."""
    assert not Place(Anchor.HERE, ("x",)).is_anchored
    assert all(Place(anchor, ()).is_anchored for anchor in set(Anchor) - {Anchor.HERE})


@given(st.text(alphabet="~/.\\ae $%HOMEhome:{}'\" \0", max_size=30))
def test_no_spelling_leaves_a_detour_inside(text: str) -> None:
    """Whatever is written, the names that are left are plain names."""
    assert not {"", ".", ".."} & set(place_of(text).parts)


@given(st.lists(st.sampled_from(("a", "b", "..", ".", "")), max_size=8))
def test_a_path_below_the_root_ends_where_a_file_system_would(names: list[str]) -> None:
    """`..` takes back the last name, and above the root there is only the root."""
    walked: list[str] = []
    for name in names:
        if name == "..":
            walked = walked[:-1]
        elif name not in {"", "."}:
            walked.append(name)
    assert place_of("/" + "/".join(names)) == Place(Anchor.ROOT, tuple(walked))
