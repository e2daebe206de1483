"""The launcher, run as a person runs it: a real checkout in small, a real Python, no network."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
from pathlib import Path

import pytest

from tests.checkout import BARE, OLD, REAL, Checkout, small_checkout


@pytest.fixture
def bare(tmp_path: Path) -> Checkout:
    """A fresh clone on a machine without any Python."""
    return small_checkout(tmp_path)


@pytest.fixture
def fresh(bare: Checkout) -> Checkout:
    """A fresh clone on a machine with a Python that fits."""
    bare.python("python3", REAL)
    return bare


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A clone that was started once, where only the third Python on the list fits."""
    checkout = small_checkout(tmp_path_factory.mktemp("built"))
    checkout.python("python3", OLD)
    checkout.python("python3.14", BARE)
    checkout.python("python3.13", REAL)
    first = checkout.start("demo")
    assert (first.returncode, json.loads(first.stdout)["argv"]) == (0, ["demo"]), first.stderr
    assert "making .venv with Python" in first.stderr
    return checkout


def test_without_python_it_says_what_to_install(bare: Checkout) -> None:
    """A machine without Python is told which version is needed and how to get it."""
    answer = bare.start("demo")
    assert answer.returncode == 2
    assert "needs Python 3.11 or newer" in answer.stderr
    assert "found: nothing called python3 " in answer.stderr
    assert "apt install python3" in answer.stderr
    assert answer.stdout == ""


def test_an_old_python_is_named_with_its_version(bare: Checkout) -> None:
    """A Python that is too old is reported as what it is, and one that does not start too."""
    bare.python("python3", OLD)
    bare.python("python3.12", "exit 127")
    answer = bare.start("demo")
    assert answer.returncode == 2
    assert "`python3` is 3.9.2, `python3.12` does not start" in answer.stderr


def test_a_python_without_venv_names_the_package(bare: Checkout) -> None:
    """Debian ships Python without the modules that make an environment: the package is named."""
    bare.python("python3", OLD)
    bare.python("python3.12", BARE)
    answer = bare.start("demo")
    assert answer.returncode == 2
    assert "`apt install python3.12-venv`" in answer.stderr


def test_the_named_python_is_the_only_one_tried(fresh: Checkout) -> None:
    """Who names a Python gets that one, or an answer; never another in its place."""
    fresh.python("mine", OLD)
    answer = fresh.start("demo", GATEPOST_PYTHON="mine")
    assert (answer.returncode, "found: `mine` is 3.9.2" in answer.stderr) == (2, True)


def test_an_index_out_of_reach_is_told_apart_and_its_log_kept(fresh: Checkout) -> None:
    """Without a network the start ends with 3, says so, and leaves pip's log and nothing else."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        answer = fresh.start(
            "demo", PIP_NO_INDEX="0", PIP_FIND_LINKS="", PIP_INDEX_URL=url, PIP_RETRIES="1"
        )
    assert answer.returncode == 3, answer.stderr
    assert "the package index cannot be reached" in answer.stderr
    assert fresh.leftovers() == {".venv.lock", ".venv.log"}


def test_a_package_with_another_hash_is_refused(fresh: Checkout) -> None:
    """What is installed is what the lock names, byte for byte, or nothing."""
    (fresh.home / "requirements.lock").write_text(f"small==1.0 --hash=sha256:{'0' * 64}\n")
    answer = fresh.start("demo")
    assert answer.returncode == 2
    assert "its hash differs; nothing was changed" in answer.stderr
    assert fresh.leftovers() == {".venv.lock", ".venv.log"}


def test_a_copied_checkout_never_runs_the_code_it_was_copied_from(built: Checkout) -> None:
    """An environment belongs to one place: elsewhere it is made anew, or the start fails."""
    copy = built.machine / "copy"
    shutil.copytree(built.home, copy, symlinks=True)
    answer = built.start("demo", launcher=copy / "gatepost", PIP_FIND_LINKS="")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "pip could not install" in answer.stderr
    assert (copy / ".venv" / "gatepost.stamp").exists(), (
        "the old one stays until a new one is whole"
    )


def test_a_directory_of_the_same_names_cannot_shadow_our_code(built: Checkout) -> None:
    """Started where an agent keeps its own bot/ and policy/, our code runs, not theirs."""
    theirs = built.machine / "theirs"
    for name in ("bot", "policy", "small", "json"):
        (theirs / name).mkdir(parents=True)
        for module in ("__init__.py", "__main__.py"):
            (theirs / name / module).write_text("raise SystemExit('theirs')\n")
    answer = built.start("a b", "*", "", cwd=theirs, PYTHONPATH=f"{theirs}", PYTHONSTARTUP="x")
    assert answer.returncode == 0, answer.stderr
    report = json.loads(answer.stdout)
    assert report["file"] == f"{built.home / 'bot' / '__main__.py'}"
    assert report["policy"] == f"{built.home / 'policy' / '__init__.py'}"
    assert report["small"].startswith(f"{built.home / '.venv'}/")
    assert (report["cwd"], report["names"]) == (f"{theirs}", [])
    assert report["argv"] == ["a b", "*", ""]


def test_a_link_to_the_launcher_works(built: Checkout) -> None:
    """A link in a directory of the PATH, itself linked to, starts the checkout that it leads to."""
    (built.machine / "links").mkdir()
    near, far = built.machine / "links" / "near", built.machine / "far"
    near.symlink_to(os.path.relpath(built.home / "gatepost", near.parent))
    far.symlink_to("links/near")
    answer = built.start("fail", launcher=far)
    assert (answer.returncode, answer.stderr) == (7, ""), "exit code kept, nothing made again"


def test_a_dev_environment_serves_both_commands(built: Checkout) -> None:
    """`test` makes the larger environment once; after that neither command makes it again."""
    first, again, demo = built.start("test", "-k", "x y"), built.start("test"), built.start("demo")
    assert "making .venv" in first.stderr
    assert first.stdout == "check:-k\ncheck:x y\n"
    assert (again.stderr, demo.stderr, demo.returncode) == ("", "", 0)
    assert ".venv.new" not in (built.home / ".venv" / "bin" / "pip").read_text()


def test_help_for_the_checks_needs_no_environment(bare: Checkout) -> None:
    """Who asks how to run the tests is told at once."""
    assert bare.start("test", "--help").stdout == "check:--help\n"


def test_of_two_starts_one_makes_and_the_other_waits(fresh: Checkout) -> None:
    """Two starts at once make one environment, and both run from it."""
    with fresh.begin("first") as first:
        assert first.stderr is not None
        assert "making .venv" in first.stderr.readline()
        second = fresh.start("second")
        output, _ = first.communicate()
    assert f"another start (process {first.pid}) is making .venv" in second.stderr
    assert "making .venv with" not in second.stderr
    assert json.loads(output)["argv"] == ["first"]
    assert json.loads(second.stdout)["argv"] == ["second"]
    assert fresh.leftovers() == {".venv", ".venv.lock"}


def test_a_start_that_was_stopped_leaves_nothing_and_one_that_was_killed_no_lock(
    fresh: Checkout,
) -> None:
    """Stopped, it cleans up; killed, it cannot, and the next start goes on all the same."""
    for how, code in ((signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)):
        with fresh.begin("demo") as process:
            assert process.stderr is not None
            assert "making .venv" in process.stderr.readline()
            (os.killpg if how is signal.SIGKILL else os.kill)(process.pid, how)
            assert process.wait() == code
        assert (".venv.new" in fresh.leftovers()) <= (how is signal.SIGKILL)
    assert fresh.start("demo").returncode == 0
    assert fresh.leftovers() == {".venv", ".venv.lock"}
