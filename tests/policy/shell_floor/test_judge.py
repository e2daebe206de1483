from __future__ import annotations

import pytest

from policy.floor_answer import Answer, Floor
from policy.shell.floor import judge_line
from policy.shell.floor.judge import LONGEST_READ, LOOKS_BACK
from policy.shell.words import Line, Refused
from tests.policy.shell_floor.corpus import SameReader, judged

HIT, CLEAR, UNKNOWN = Answer.HIT, Answer.CLEAR, Answer.UNKNOWN
UNREAD = Floor(UNKNOWN, "it unfolds to more than is read")


class Disagreeing:
    """A second reader that reads nothing."""

    def read(self, text: str) -> Line | Refused:
        return Refused(f"no: {text}")


def test_nothing_is_clear_without_a_second_reader_that_agrees() -> None:
    """One reading alone is not trusted to clear a line; it is still enough to refuse one."""
    assert judge_line("ls").answer is UNKNOWN
    assert judge_line("ls", second=Disagreeing()).answer is UNKNOWN
    assert judge_line("ls", second=SameReader()).answer is CLEAR
    assert judge_line("rm -rf /").answer is HIT


@pytest.mark.parametrize(
    "line",
    (
        "cat /srv/gate/data/appendonly.aof",
        "redis-cli -s /srv/gate/run/store.sock get x",
        "echo x >> /srv/gate/rules.yaml",
        "rm -rf /srv/gate/data",
        "cd /srv/gate && sed -i s/a/b/ rules.yaml",
        "chmod 777 /srv/gate/run/store.sock",
        "cp x /srv/./gate//rules.yaml",
        'python3 -c \'open("/srv/gate/rules.yaml", "w")\'',
    ),
)
def test_an_installations_own_places_are_for_no_agent(line: str) -> None:
    """Its data, settings and socket are guarded wherever the operator put them."""
    assert judged(line, "/srv/gate").answer is HIT
    assert judged(line).answer is not HIT


@pytest.mark.parametrize(
    ("line", "cwd"),
    (
        ("cat credentials", "/home/mira/.aws"),
        ("cat known", "~/.ssh"),
        ("rm -rf *", "/"),
        ("rm -rf .", "/home/mira"),
        ("rm -rf ../..", "/home/mira/a"),
        ("cat ../.x/../.kube/config", "/home/mira/project"),
        ("echo '{}' > hooks.json", "/home/mira/project/.codex"),
        ("cat < shadow", "/etc"),
        ("cat auth.json", "/home/mira/.codex"),
        ("rm -rf lib", "/usr"),
    ),
)
def test_a_relative_path_counts_from_where_the_line_runs(line: str, cwd: str) -> None:
    """The host says where the line runs; the same words elsewhere are no hit."""
    assert judged(line, cwd=cwd).answer is HIT
    assert judged(line, cwd="/srv/a/b/c/d").answer is not HIT


@pytest.mark.parametrize(
    "line", ("rm -rf *", "rm -rf .", "rm -rf ..", "rm -rf ../*", "cd -; rm -rf *")
)
def test_removing_all_of_an_unknown_place_is_for_a_person(line: str) -> None:
    """Where the directory is not known it may be the root."""
    assert judged(line).answer is UNKNOWN


def test_a_folder_changed_inside_a_substitution_changes_nothing_outside() -> None:
    """`$(cd / && pwd)` leaves the line where it was."""
    assert judged("x=$(cd / && ls); rm -rf *", cwd="/home/mira/project").answer is UNKNOWN
    assert judged("cd / && rm -rf *", cwd="/home/mira/project").answer is HIT


def test_a_folder_too_long_to_follow_is_not_known() -> None:
    """No path is longer than the file system takes; then the place is unknown, not the root."""
    assert judged(f"cd {'a/' * 3000}; rm -rf *").answer is UNKNOWN


@pytest.mark.parametrize(
    "line",
    (
        "a;" * 2000,
        "a " * 2000,
        "$(" * 200,
        "`a`" * 2000,
        "${x:-" * 200,
        "x=aa;" + "x=$x$x;" * 40 + "echo $x",
        "find . " + "-exec a ; " * 20,
        "sh -c 'sh -c " * 1 + "$(" * 40,
        "xargs rm <<E\n" + "a\n" * 3000 + "E\n",
        "echo " + "{a,b}" * 12 + " " + "{a,b}" * 12,
    ),
)
def test_a_line_that_unfolds_too_far_is_not_clear(line: str) -> None:
    """Reading has a price, and a line that asks for more is put to a person."""
    assert judged(line).answer is UNKNOWN


def test_padding_behind_a_hit_does_not_hide_it() -> None:
    """What was read before the budget was spent is judged."""
    for padding in ("a;" * 3000, "b " * 3000, "$(" * 100, "`a`" * 1000):
        assert judged(f"rm -rf /; {padding}").answer is HIT


def test_what_was_left_unread_is_said() -> None:
    """A line of which a part was skipped is not called clear by what was read of it."""
    assert judged("true;" * 2000) == UNREAD


def test_a_long_pipeline_is_not_clear() -> None:
    """What feeds a command is looked at so far back and no further."""
    assert judged("|".join(["cat f"] * (LOOKS_BACK + 1))).answer is UNKNOWN
    assert judged("|".join(["cat f"] * LOOKS_BACK)).answer is CLEAR


def test_a_line_longer_than_is_read_is_unknown() -> None:
    """A hit may stand in it, so that no grant runs it; nobody reads a megabyte to find out."""
    assert judged("a" * (LONGEST_READ + 1)).answer is UNKNOWN
    assert judged("rm -rf / " + "a" * LONGEST_READ).answer is UNKNOWN


@pytest.mark.parametrize("line", ("", " ", "\n", "#", "# x", ";", "\0", "\ud800", "\r\n"))
def test_an_empty_line_is_not_clear(line: str) -> None:
    """Nothing was read, so nothing was found to be harmless."""
    assert judged(line).answer is UNKNOWN


def test_wrappers_within_wrappers_are_taken_off_so_far() -> None:
    """Beyond that the line is a riddle, and a person is asked."""
    assert judged("sudo " * 10 + "rm -rf /").answer is HIT
    assert judged("sudo " * 20 + "rm -rf /").answer is UNKNOWN


def test_more_code_than_is_read_is_for_a_person() -> None:
    """A program on the command line is looked through so far and no further."""
    assert judged("python3 <<E\n" + "some code\n" * 2000 + "E").answer is UNKNOWN


@pytest.mark.parametrize(
    "line", ("rm -rf {}", "dd of={}", "curl {}", "{} x", "cp x {}", "rm -rf /{}")
)
def test_a_name_longer_than_any_path_names_nothing(line: str) -> None:
    """No file and no server has a name of five thousand letters."""
    assert judged(line.format("a/" * 2500)).answer is not HIT
