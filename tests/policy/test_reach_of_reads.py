from __future__ import annotations

from dataclasses import replace

import pytest

from policy.case import Case
from policy.floor import Answer, judge
from policy.reads import proven_read
from policy.request import ToolCall
from policy.shell.scene import Git
from tests.policy.situations import BASH, PROJECT, args, asked, call, facts


def search(path: str, cwd: str = "") -> ToolCall:
    made = call(tool="grep", given=args(path=path, pattern="KEY"))
    return replace(made, env=replace(BASH, cwd=cwd)) if cwd else made


def answer(announced: ToolCall) -> Answer:
    return judge(asked(), announced).answer


def proven(announced: ToolCall) -> bool:
    return proven_read(Case.of(asked(), facts(announced)), Git.IMMUNE_ONLY)


@pytest.mark.parametrize(
    "path",
    (
        "../../dev",
        "../../../home/dev",
        "..",
        "src/../../x",
        "../sibling/a.py",
        "[.][.]/x",
        ".?/x",
        "{..,a}/x",
        "{/home,/srv}/dev",
        "@(..|a)/x",
        "/h*/dev",
        "/h?me/dev",
        "/[h]ome/dev",
        "/{home,x}/dev",
        "/r[o]ot",
        "/mnt/*/dev",
        "/*/dev",
        "/**",
        "~/*",
        "/home/dev/*",
        "/proc/1/cwd",
        "/proc/self/cwd/..",
        "/proc/self/root",
        "/proc/self",
        "/dev/fd/3",
        "/proc/*/status",
        "/proc/1/task/1/root/home/dev",
        "/proc/self/root/home/dev",
        "/home/dev/.config",
        "/home/dev/.local/share",
        "/home/dev/.cargo",
        "/home/dev/.c*/gh/hosts.yml",
        "/etc/ssh",
        "/etc/s*",
        "/var/backups",
        "/var/lib",
        "a" * 5_000,
        "/srv/" + "a" * 5_000,
    ),
)
def test_a_search_that_may_come_through_guarded_files_is_no_proven_read(path: str) -> None:
    """It climbs out, its wildcards may stand for a home, or a guarded place lies below it."""
    assert answer(search(path)) is Answer.UNKNOWN
    assert not proven(search(path))


@pytest.mark.parametrize(
    "path",
    (
        "/" * 5_000 + "home/dev/.config/gh/hosts.yml",
        "/home" + "/" * 5_000 + "dev/.config/gh/hosts.yml",
        "/home/dev/.config/git/credentials",
        "/home/dev/.cargo/credentials.toml",
        "/home/dev/.terraform.d/credentials.tfrc.json",
        "/home/dev/.config/rclone/rclone.conf",
        "/home/dev/.config/op/config",
        "/home/dev/.my.cnf",
        "/etc/ssh/ssh_host_ed25519_key",
        "/var/backups/shadow.bak",
        "/proc/1/task/1/root/etc/shadow",
    ),
    ids=range(11),
)
def test_a_credential_store_is_refused(path: str) -> None:
    """However many slashes lead to it."""
    assert answer(search(path)) is Answer.HIT


@pytest.mark.parametrize(
    "path",
    (
        "/home/dev/[.]ssh/id_rs[a]",
        "/srv/[.]ssh/config",
        "keys/id_rs[a]",
        "[.]ssh",
        "?ssh/config",
        ".{ssh,aws}/config",
        "{.ssh,x}/config",
        "/srv/a/.k[u]be/config",
        ".en[v]",
    ),
)
def test_a_wildcard_that_may_be_a_credential_store_is_doubtful(path: str) -> None:
    """For reads as for everything else."""
    assert answer(search(path)) in {Answer.UNKNOWN, Answer.HIT}
    assert answer(call(kind="other", tool="list", given=args(path=path))) is not Answer.CLEAR


@pytest.mark.parametrize(
    "path",
    (
        "src",
        "src/../README.md",
        "src/**/*.py",
        "*.md",
        "**/*.{ts,tsx}",
        PROJECT,
        f"{PROJECT}/src/*.py",
        f"{PROJECT}/../project/src",
        "/etc/hosts",
        "/etc/ssh/ssh_config",
        "/proc/cpuinfo",
        "/usr/share/doc",
    ),
)
def test_a_search_inside_a_project_is_a_proven_read(path: str) -> None:
    """Ordinary paths and globs stay free."""
    assert proven(search(path))


def test_what_a_search_looks_for_is_no_path() -> None:
    """An expression of a search may look like a climb; a path that says the same may not."""
    sought = "../.*(a|b)+(c)"
    assert proven(call(tool="grep", given=args(path="src", pattern=sought)))
    assert not proven(call(tool="grep", given=args(path="..", pattern="..")))
    assert not proven(call(tool="glob", given=args(pattern="../../*")))


def test_a_climb_is_resolved_against_an_attested_directory() -> None:
    """Where the host states from where a path counts, it is read from there."""
    assert proven(search("../lib/a.py", f"{PROJECT}/src"))
    assert not proven(search("../../dev", PROJECT))
    assert not proven(search("../..", PROJECT))
    assert not proven(search("~/..", PROJECT))
    assert not proven(search("../lib", "src"))
    assert answer(search("../.aws/credentials", PROJECT)) is Answer.HIT
    assert answer(search("../.config/gh/hosts.yml", PROJECT)) is not Answer.CLEAR
