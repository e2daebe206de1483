"""A small repository to run real commands in, and a way to see whether anything in it changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 10
# git refreshes what it knows of the files' times; a person sees no difference.
MAY_CHANGE = {".git/index"}
_TEXT = "one 1\ntwo 2\nTODO three 3\n"
_FILES = {
    "a": _TEXT,
    "b": "one 1\ntwo 22\n",
    "f": "x,y\n1,2\n",
    "x.lock": "",
    "README.md": "# Title\n\nfoo bar\n",
    "Makefile": "all:\n\techo\n",
    "package.json": '{"version": "1.0", "scripts": {"a": "b"}, "items": [{"name": "n"}]}',
    "data.csv": "a,b\n1,2\n3,4\n",
    "docs/intro.md": "intro TODO\n",
    "src/app.py": "import os\n# TODO\ndef main():\n    pass\n",
    "src/a.c": "int main() { return 0; }\n",
    "src/lib/deep.py": "TODO = 1\n",
    "dir with blanks/file one": "1\n",
    "-odd-name": "odd\n",
}


@dataclass(frozen=True)
class Folder:
    """A repository, a home beside it, and the environment that a command gets there."""

    root: Path

    @property
    def work(self) -> Path:
        return self.root / "work"

    @property
    def env(self) -> dict[str, str]:
        names = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}
        return {"PATH": os.environ["PATH"], "HOME": str(self.root / "home"), **names}

    def run(self, command: str | list[str]) -> None:
        """Run it to its end, whatever that is; one that does not end fails the test."""
        words = ["bash", "-c", command] if isinstance(command, str) else command
        subprocess.run(
            words,
            cwd=self.work,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=False,
        )

    def state(self) -> dict[str, tuple[int, int, str]]:
        """Every name below, with its mode, its time and a sum of what it holds."""
        return dict(sorted(self._states()))

    def changed_since(self, before: dict[str, tuple[int, int, str]]) -> set[str]:
        after = self.state()
        names = {name for name in before.keys() | after if before.get(name) != after.get(name)}
        return names - {f"work/{name}" for name in MAY_CHANGE}

    def _states(self) -> list[tuple[str, tuple[int, int, str]]]:
        found = []
        for path in self.root.rglob("*"):
            told = path.lstat()
            # A folder's time changes when git replaces its index; its names tell the rest.
            plain = path.is_file() and not path.is_symlink()
            content = hashlib.sha256(path.read_bytes()).hexdigest() if plain else ""
            time = told.st_mtime_ns if plain else 0
            found.append((str(path.relative_to(self.root)), (told.st_mode, time, content)))
        return found


def repository(root: Path) -> Folder:
    """A folder with two commits, a branch, a tag, a stash and a change on top."""
    folder = Folder(root)
    (root / "home").mkdir(parents=True)
    for name, text in _FILES.items():
        path = folder.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for command in (
        "git init -q -b main . && git config user.name n && git config user.email n@example.org",
        "git add -A && git commit -qm first && git tag v1 && git branch feature",
        "echo more >> a && git commit -qam second && echo put-aside >> b && git stash -q",
        "tar -cf a.tar a b; tar -czf site.tgz docs; echo changed >> f",
        "git remote add origin /nowhere/at-all",
    ):
        folder.run(command)
    return folder


def is_present(program: str) -> bool:
    return shutil.which(program) is not None
