"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOP_LEVEL = {
    ".ci",
    ".dockerignore",
    ".git",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Dockerfile",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "bench",
    "bot",
    "docker-compose.yaml",
    "docs",
    "gatepost",
    "helm",
    "policy",
    "pyproject.toml",
    "requirements-dev.lock",
    "requirements.lock",
    "tests",
}
# What policy may import: values and pure functions over them.
VALUE_ONLY = {
    "__future__",
    "abc",
    "base64",
    "bisect",
    "collections",
    "collections.abc",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fnmatch",
    "functools",
    "hashlib",
    "heapq",
    "ipaddress",
    "itertools",
    "json",
    "math",
    "operator",
    "posixpath",
    "re",
    "shlex",
    "string",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
}
# The reach of these is beyond values, whoever loads them.
REACHING = {"asyncio", "logging", "random", "secrets", "socket", "ssl", "subprocess", "uuid"}
REACHING_BUILTINS = {
    "__import__",
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "input",
    "open",
    "print",
}
VAGUE = {"common", "helpers", "manager", "misc", "util", "utils"}

LONGEST_MODULE = 300
LONGEST_FUNCTION = 25

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules(*parts: str) -> list[Path]:
    return sorted(path for part in parts for path in (ROOT / part).rglob("*.py"))


def all_modules() -> list[Path]:
    return modules("bot", "policy", "tests", "bench")


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, Function):
            yield node


def length(function: Function) -> int:
    """Count the lines from `def` to the end, the docstring apart."""
    first = function.body[0]
    docstring = ast.get_docstring(function) is not None
    spent = (first.end_lineno or 0) - first.lineno + 1 if docstring else 0
    return (function.end_lineno or 0) - function.lineno + 1 - spent


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def project() -> dict[str, list[str]]:
    """Return the dependencies that are stated in pyproject.toml, by what they are for."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return {"run": settings["project"]["dependencies"], "dev": settings["dependency-groups"]["dev"]}


def pins(lock: str) -> dict[str, str]:
    """Return package to the rest of its entry (version, marker, hashes)."""
    text = (ROOT / lock).read_text()
    entries = re.findall(r"^([a-z0-9][\w.-]*)(?:\[[^]]*\])?(==(?:.*\\\n)*.*)$", text, re.MULTILINE)
    return dict(entries)


def policy_modules() -> list[str]:
    paths = (path.relative_to(ROOT).with_suffix("") for path in modules("policy"))
    return [".".join(path.parts).removesuffix(".__init__") for path in paths]


def test_no_module_is_longer_than_a_person_reads_at_once() -> None:
    """A module has at most 300 lines."""
    lines = {named(path): len(path.read_text().splitlines()) for path in all_modules()}
    assert {name: n for name, n in lines.items() if n > LONGEST_MODULE} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    """A function has at most 25 lines, its docstring apart."""
    long = [
        f"{named(path)}:{function.lineno} {function.name}: {length(function)} lines"
        for path in all_modules()
        for function in functions(path)
        if length(function) > LONGEST_FUNCTION
    ]
    assert long == []


def test_no_module_has_a_name_that_fits_everything() -> None:
    """A module is named for what it holds."""
    assert [named(path) for path in all_modules() if path.stem in VAGUE] == []


def test_every_test_tells_its_rule() -> None:
    """A test's name is the claim, and its docstring the rule in a person's words."""
    mute = [
        f"{named(path)}:{function.lineno} {function.name}"
        for path in modules("tests")
        for function in functions(path)
        if function.name.startswith("test_") and not ast.get_docstring(function)
    ]
    assert mute == []


def test_the_top_level_holds_only_what_was_agreed() -> None:
    """Whoever opens the repository sees what it is made of, and nothing else."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines() if line]
    found = {entry.name for entry in ROOT.iterdir()}
    kept = {name for name in found if not any(fnmatch(name, pattern) for pattern in ignored)}
    assert kept - TOP_LEVEL == set()


def test_every_dependency_says_why_it_is_here() -> None:
    """Each package that is asked for has its line, with its licence, in docs/dependencies.md."""
    page = (ROOT / "docs" / "dependencies.md").read_text()
    told = set(re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE))
    stated = {
        re.split(r"[^\w.-]", entry, maxsplit=1)[0] for kind in project().values() for entry in kind
    }
    assert told == stated


def test_the_locks_hold_what_is_asked_for_by_hash_and_from_nowhere_in_particular() -> None:
    """A lock pins every package to the hashes of its files, and names no index."""
    for kind, lock in (("run", "requirements.lock"), ("dev", "requirements-dev.lock")):
        assert "://" not in (ROOT / lock).read_text()
        assert "--index" not in (ROOT / lock).read_text()
        entries = pins(lock)
        assert [name for name, pin in entries.items() if "--hash=sha256:" not in pin] == []
        stated = {re.split(r"[^\w.-]", entry, maxsplit=1)[0] for entry in project()[kind]}
        assert stated - entries.keys() == set()


def test_the_tests_run_on_what_ships() -> None:
    """The lock for tests holds every pin of the lock that ships, unchanged."""
    bare = {name: pin.split(" \\\n    # via")[0] for name, pin in pins("requirements.lock").items()}
    dev = pins("requirements-dev.lock")
    assert {name for name, pin in bare.items() if not dev.get(name, "").startswith(pin)} == set()


def test_policy_imports_only_itself_and_values() -> None:
    """Policy names no module that could tell it the time, or reach a file or a network."""
    strays = [
        f"{named(path)}: {name}"
        for path in modules("policy")
        for name in imports(path)
        if name not in VALUE_ONLY and name.split(".")[0] != "policy"
    ]
    assert strays == []


def test_policy_calls_no_builtin_that_reaches_out() -> None:
    """Policy opens nothing, prints nothing and runs no text as code."""
    strays = [
        f"{named(path)}:{node.lineno} {node.func.id}"
        for path in modules("policy")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in REACHING_BUILTINS
    ]
    assert strays == []


def test_policy_loads_nothing_but_values() -> None:
    """In a fresh interpreter, all of policy loads no module beyond those that values need."""
    code = f"""
import sys
for name in {sorted(VALUE_ONLY)}: __import__(name)
before = set(sys.modules)
sys.path.insert(0, {str(ROOT)!r})
for name in {policy_modules()}: __import__(name)
loaded = {{name for name in set(sys.modules) - before if name.split(".")[0] != "policy"}}
print(*loaded, *({REACHING} & set(sys.modules)))
"""
    command = [sys.executable, "-I", "-S", "-B", "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.split() == []
