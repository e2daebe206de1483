from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.policy_commands.running import run

GOOD = """\
- name: a question
  request: {title: Push}
  expect: {effect: ask, is_shell: false, proofs: {eligible: true}}
"""
DIFFERENT = """\
- name: another answer
  request: {title: Push}
  expect: {effect: allow, is_shell: true}
"""
WRONG = """\
- name: a typo
  request: {titel: Push}
  expect: {effect: ask}
"""


def table(folder: Path, text: str, name: str = "t.yaml") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("", "holds no scenario"),
        ("[]\n", "holds no scenario"),
        ("---\n", "holds no scenario"),
        ("scenarios: []\n", "holds no scenario"),
        ("- request: [\n", ":2: not YAML"),
        ("- a: 1\n  a: 2\n", ":2: the key `a` stands twice"),
    ),
)
def test_what_is_no_table_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """With file and line, and exit code 2."""
    ran = run("test", table(tmp_path, text))
    assert ran.code == 2
    assert said in ran.err


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Nothing else is run."""
    missing = str(tmp_path / "none.yaml")
    ran = run("test", table(tmp_path, GOOD), missing)
    assert (ran.code, ran.out) == (2, "")
    assert missing in ran.err


@pytest.mark.parametrize(
    ("row", "said"),
    (
        ("{request: {titel: x}, expect: {effect: ask}}", "unknown field `request.titel`"),
        ("{request: {title: x}}", "nothing is expected"),
        ("{request: {title: x}, expect: {efect: ask}}", "unknown field `expect.efect`"),
        ("{request: {title: x}, expect: {proofs: 7}}", "`expect.proofs` should be a mapping"),
        ("{request: {title: x}, expect: {proofs: {is_shel: true}}}", "unknown field"),
        ("7", "should be a valid dictionary"),
    ),
)
def test_a_row_that_cannot_be_read_is_an_error(tmp_path: Path, row: str, said: str) -> None:
    """It proves nothing, so the whole does not pass."""
    ran = run("test", table(tmp_path, f"- {row}\n"))
    assert ran.code == 2
    assert said in ran.out


def test_a_row_that_came_out_differently_is_a_failure(tmp_path: Path) -> None:
    """Each difference is told, with the line of the row."""
    path = table(tmp_path, GOOD + DIFFERENT)
    ran = run("test", path)
    assert ran.code == 1
    assert ran.out == (
        f"{path}:4: another answer: effect: expected allow, got ask;"
        " is_shell: expected true, got false\n"
    )
    assert "1 of 2 as expected" in ran.err


@pytest.mark.parametrize(
    "text",
    (
        GOOD,
        f"scenarios:\n{GOOD}",
        "request: {title: Push}\nexpect: {effect: ask}\n",
        "---\n".join(("request: {title: a}\nexpect: {effect: ask}\n",) * 2),
    ),
)
def test_a_table_may_be_written_in_several_ways(tmp_path: Path, text: str) -> None:
    """A list, a mapping with one, a single scenario, or several documents."""
    assert run("test", table(tmp_path, text)).code == 0


def test_a_report_for_a_build_server_can_be_written(tmp_path: Path) -> None:
    """JUnit's XML: a suite for each file, whatever stands in a name."""
    report = tmp_path / "report.xml"
    odd = GOOD.replace("a question", '"a \\x1b <question>"')
    files = [table(tmp_path, odd, "a.yaml"), table(tmp_path, DIFFERENT + WRONG, "b.yaml")]
    assert run("test", *files, "--junit", str(report)).code == 2
    suites = ET.parse(report).getroot()  # noqa: S314 - written by this very test
    assert [(s.get("tests"), s.get("failures"), s.get("errors")) for s in suites] == [
        ("1", "0", "0"),
        ("2", "1", "1"),
    ]
    assert "<question>" in str(suites[0][0].get("name"))
    assert [case[0].tag for case in suites[1]] == ["failure", "error"]
    assert suites[1][0].get("line") == "1"


def test_the_tables_beside_this_test_come_out_as_they_say() -> None:
    """The stories of provenance, grants and rules, as an operator would write them down."""
    tables = sorted(str(path) for path in (Path(__file__).parent / "tables").glob("*.yaml"))
    ran = run("test", *tables)
    assert (ran.code, ran.out) == (0, "")


def test_a_report_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """The build server would find none."""
    ran = run("test", table(tmp_path, GOOD), "--junit", str(tmp_path / "none" / "r.xml"))
    assert ran.code == 2
