from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from policy.arguments import Arguments, parse_json
from policy.fidelity import Proofs, prove
from policy.request import Grade, ToolCall
from tests.policy.situations import CHILD, SESSION, args, asked, call

BOOLS = (False, True)
NO_DICT, DICT, WITH_COMMAND = "no dict", "dict", "dict with command"

# Every input that frames can make: (sub, (classified, shell), trusted, dict, flag, server, tool).
REACHABLE = tuple(
    product(
        BOOLS,
        ((False, False), (True, False), (True, True)),
        BOOLS,
        (NO_DICT, DICT, WITH_COMMAND),
        BOOLS,
        ("", "maps"),
        ("", "search"),
    )
)
Row = tuple[bool, tuple[bool, bool], bool, str, bool, str, str]


def proofs_of(row: Row) -> Proofs:
    sub, (classified, is_shell), trusted, given, flag, server, tool = row
    proven = trusted and given != NO_DICT
    return Proofs(
        sub=sub,
        shell_classified=classified,
        is_shell=is_shell,
        raw_params_trusted=proven,
        command="ls" if proven and given == WITH_COMMAND else "",
        mcp_identity_trusted=flag,
        server=server,
        tool=tool,
    )


def told(row: Row) -> tuple[bool, bool, bool]:
    """The rule as a person would say it: low fidelity, identity, eligible."""
    sub, (classified, is_shell), trusted, given, flag, server, tool = row
    if not sub:
        return False, False, True
    missing = [
        "arguments" if not trusted or given == NO_DICT else "",
        "class" if not classified else "",
        "command" if is_shell and given != WITH_COMMAND else "",
    ]
    low = bool("".join(missing))
    identity = [flag, server == "maps", tool == "search", not is_shell].count(False) == 0
    return low, identity, identity if low else True


def test_all_reachable_combinations_follow_the_rule() -> None:
    """What a child is trusted with depends on its own frames alone."""
    assert len(REACHABLE) == 288
    for row in REACHABLE:
        proofs = proofs_of(row)
        assert (proofs.low_fidelity, proofs.identity_trusted, proofs.eligible) == told(row), row


def test_there_are_five_outcomes_and_no_other() -> None:
    """Top level; full context; full context of an MCP call; identity alone; nothing."""
    outcomes = Counter(
        (
            row[0],
            proofs_of(row).low_fidelity,
            proofs_of(row).identity_trusted,
            proofs_of(row).eligible,
        )
        for row in REACHABLE
    )
    assert outcomes == {
        (False, False, False, True): 144,
        (True, True, False, False): 110,
        (True, False, False, True): 22,
        (True, True, True, True): 10,
        (True, False, True, True): 2,
    }


# ------------------------------------------------------------------ kind and names of a frame


@pytest.mark.parametrize(
    ("announced", "classified", "is_shell", "names"),
    (
        (call(), False, False, ""),
        (call(server="maps", tool="search"), False, False, "mcp"),
        (call(kind="execute"), True, True, ""),
        (call(kind="execute", server="maps", tool="search"), True, True, "mcp"),
        (call(kind="other", tool="fs_read"), True, False, "built-in"),
        (call(kind="other", server="maps", tool="search"), True, False, "mcp"),
        (None, False, False, ""),
        (call(scope=CHILD, kind="other", server="maps", tool="search"), False, False, ""),
        (call(call_id="c2", kind="other", server="maps", tool="search"), False, False, ""),
    ),
    ids=(
        "no kind, no names",
        "no kind, both names",
        "shell, no names",
        "shell, both names",
        "kind, built-in",
        "kind, both names",
        "nothing announced",
        "another scope",
        "another id",
    ),
)
def test_a_frame_proves_kind_and_names_apart(
    announced: ToolCall | None, classified: bool, is_shell: bool, names: str
) -> None:
    """A missing kind is no proof that a call is no shell's, whatever its transport says."""
    proofs = prove(asked(kind="execute"), announced)
    assert (proofs.shell_classified, proofs.is_shell) == (classified, is_shell)
    assert proofs.names_an_mcp_tool == (names == "mcp")
    assert proofs.names_a_tool == bool(names)


@pytest.mark.parametrize("grade", Grade)
def test_a_name_known_from_a_title_is_no_proof(grade: Grade) -> None:
    """Titles are the agent's: only a stamped or resolved name is the host's own word."""
    proofs = prove(asked(), call(server="maps", tool="search", grade=grade))
    assert proofs.mcp_identity_trusted == (grade is not Grade.TITLE_ONLY)
    assert proofs.names_a_tool == (grade is not Grade.TITLE_ONLY)


def test_a_frame_without_names_is_trusted_to_have_none() -> None:
    """The provenance flag alone identifies nothing."""
    proofs = prove(asked(), call(kind="other"))
    assert proofs.mcp_identity_trusted
    assert not proofs.names_a_tool


def test_nothing_announced_proves_nothing() -> None:
    """Whatever the request itself says."""
    request = asked(kind="read", given=args(command="ls"), title="Read a file")
    assert prove(request, None) == Proofs()


@pytest.mark.parametrize(
    "given",
    (
        None,
        Arguments.of({}),
        Arguments.of(parse_json('{"command": "ls", "command": "rm"}')),
        Arguments.of(parse_json('{"command": "ls", "n": NaN}')),
        Arguments.of(parse_json(r'{"command": "ls", "x": "\ud800"}')),
    ),
    ids=("none", "empty", "doubled", "nan", "surrogate"),
)
def test_arguments_that_readers_may_take_differently_are_no_proof(given: Arguments | None) -> None:
    """Nor is a command line among them."""
    proofs = prove(asked(), call(kind="execute", given=given))
    assert not proofs.raw_params_trusted
    assert proofs.command == ""


@pytest.mark.parametrize("command", ("", "  ", "\n\t", 7, None, ["ls"], {"a": "ls"}))
def test_a_command_is_a_text_that_says_something(command: object) -> None:
    """A blank one would show a person nothing."""
    given = args(command=command, other="x")
    assert prove(asked(), call(kind="execute", given=given)).command == ""


def test_a_command_is_kept_as_it_was_written() -> None:
    """What runs is shown to the letter."""
    given = args(command="  ls -l \n")
    assert prove(asked(), call(kind="execute", given=given)).command == "  ls -l \n"


# ------------------------------------------------------------------ children, case by case

DIFF = "/home/dev/project/a.py"


@pytest.mark.parametrize(
    ("announced", "low", "identity", "eligible"),
    (
        (None, True, False, False),
        (call(scope=CHILD, given=args(a=1)), True, False, False),
        (call(scope=CHILD, server="m", tool="t", given=args(a=1)), True, True, True),
        (call(scope=CHILD, server="m", tool="t"), True, True, True),
        (call(scope=CHILD, server="m", tool="t", given=Arguments.of({})), True, True, True),
        (call(scope=CHILD, kind="other", server="m", tool="t"), True, True, True),
        (call(scope=CHILD, kind="other", server="m", tool="t", given=args(a=1)), False, True, True),
        (
            call(scope=CHILD, kind="execute", server="m", given=args(command="ls")),
            False,
            False,
            True,
        ),
        (call(scope=CHILD, kind="execute", server="m", tool="t"), True, False, False),
        (call(scope=CHILD, kind="execute", given=args(command="ls")), False, False, True),
        (call(scope=CHILD, kind="execute", given=args(a=1)), True, False, False),
        (
            call(scope=CHILD, kind="edit", tool="fs_write", given=args(path=DIFF)),
            False,
            False,
            True,
        ),
        (call(scope=CHILD, kind="edit", tool="fs_write", diff_path=DIFF), True, False, False),
        (call(scope=CHILD, server="m", given=args(a=1)), True, False, False),
        (
            call(scope=CHILD, server="m", tool="t", grade=Grade.TITLE_ONLY),
            True,
            False,
            False,
        ),
        (call(scope=SESSION, kind="other", server="m", tool="t"), True, False, False),
    ),
    ids=(
        "no frame",
        "kindless, no names, arguments",
        "kindless MCP, arguments",
        "kindless MCP, no arguments",
        "kindless MCP, empty arguments",
        "kind, MCP, no arguments",
        "kind, MCP, arguments",
        "shell kind, server, command",
        "shell kind, both names, no command",
        "shell with command",
        "shell, arguments without command",
        "built-in edit, arguments",
        "built-in edit, only a diff",
        "server without tool",
        "names from a title",
        "a parent's frame",
    ),
)
def test_what_a_childs_frame_is_worth(
    announced: ToolCall | None, low: bool, identity: bool, eligible: bool
) -> None:
    """A child brings its own proof or none; an inline claim changes nothing."""
    for claimed in (None, args(command="ls")):
        proofs = prove(asked(child=CHILD, given=claimed), announced)
        assert proofs.sub
        assert proofs.low_fidelity == low
        assert proofs.identity_trusted == identity
        assert proofs.eligible == eligible


def test_the_top_level_is_always_eligible() -> None:
    """The predicates are about children; the session's own calls have other steps."""
    proofs = prove(asked(), None)
    assert (proofs.sub, proofs.low_fidelity, proofs.identity_trusted) == (False, False, False)
    assert proofs.eligible
