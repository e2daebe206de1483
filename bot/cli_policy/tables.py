"""Tables of scenarios in YAML: each row is decided and compared with what it expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from bot.cli_policy.answers import answer_to, differences
from bot.errors import Misconfigured
from bot.rules_file.strict_yaml import LONGEST, UnreadableYaml, documents
from bot.scenario import UnreadableScenario, scenario_of
from policy.shell.second import SecondReader


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario of a table, and how it came out; `wrong`: it could not be read."""

    file: str
    line: int
    name: str
    differences: tuple[str, ...] = ()
    wrong: str = ""

    @property
    def passed(self) -> bool:
        """Whether it was read, and everything was as expected."""
        return not (self.differences or self.wrong)


def rows_of(path: Path, second: SecondReader) -> tuple[Row, ...]:
    """Every row of the table at `path`, decided. Raises Misconfigured for what is no table."""
    try:
        with path.open(encoding="utf-8") as file:
            found = documents(file.read(LONGEST + 1))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Misconfigured(f"cannot read `{path}`: {why}") from None
    except UnreadableYaml as error:
        raise Misconfigured(f"{path}:{error.line}: {error}") from None
    rows = tuple(
        _row(value, str(path), document.line_of(place), second)
        for document in found
        for place, value in _scenarios(document.value)
    )
    if not rows:
        raise Misconfigured(f"`{path}` holds no scenario")
    return rows


def _scenarios(value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """A document is one scenario, or a list of them, or a mapping with such a list."""
    holds = isinstance(value, dict) and set(value) == {"scenarios"}
    above = ("scenarios",) if holds else ()
    listed = value["scenarios"] if holds else value
    if isinstance(listed, list):
        yield from (((*above, index), one) for index, one in enumerate(listed))
    elif value is not None:
        yield (), value


def _row(value: Any, file: str, line: int, second: SecondReader) -> Row:
    name = str(value.get("name", "")) if isinstance(value, dict) else ""
    try:
        scenario = scenario_of(value, second)
        found = differences(answer_to(scenario), scenario.expect)
    except UnreadableScenario as error:
        return Row(file, line, name, wrong=str(error))
    return Row(file, line, name, tuple(found))


def junit(rows: tuple[Row, ...]) -> bytes:
    """The rows as JUnit's XML, a suite for each file."""
    suites = ET.Element("testsuites")
    for file in dict.fromkeys(row.file for row in rows):
        of_file = [row for row in rows if row.file == file]
        counts = {
            "tests": len(of_file),
            "failures": sum(1 for row in of_file if row.differences),
            "errors": sum(1 for row in of_file if row.wrong),
        }
        numbers = {name: str(count) for name, count in counts.items()}
        suite = ET.SubElement(suites, "testsuite", {"name": _printable(file)} | numbers)
        for row in of_file:
            _case(suite, row)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text


def _case(suite: ET.Element, row: Row) -> None:
    name = _printable(row.name or f"line {row.line}")
    case = ET.SubElement(suite, "testcase", name=name, classname=_printable(row.file))
    case.set("line", str(row.line))
    if not row.passed:
        kind = "error" if row.wrong else "failure"
        ET.SubElement(case, kind, message=_printable(row.wrong or "; ".join(row.differences)))


def _printable(text: str) -> str:
    # XML 1.0 has no way to write most control characters.
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
