"""A small checkout with the real launcher, and a machine with only the programs it is given."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = (
    "date",
    "dirname",
    "env",
    "grep",
    "readlink",
    "rm",
    "sed",
    "sh",
    "sleep",
    "tail",
)
PYTHON = Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}")

REPORT = """
import json, os, sys
import policy, small
print(json.dumps({
    "file": __file__, "policy": policy.__file__, "small": small.__file__, "argv": sys.argv[1:],
    "cwd": os.getcwd(), "names": [name for name in os.environ if name.startswith("PYTHON")],
}))
sys.exit(7 if "fail" in sys.argv else 0)
"""
# The stubs are the real Python made to look older, or poorer; the probe they run is the launcher's.
REAL = f'exec "{PYTHON}" "$@"'
OLD = f"""exec "{PYTHON}" -I -c 'import sys
sys.version_info, sys.version = (3, 9, 2), "3.9.2 (invented)"
exec(sys.argv[1])' "$3" """
BARE = f"""exec "{PYTHON}" -I -c 'import sys
sys.modules["ensurepip"] = None
exec(sys.argv[1])' "$3" """


@dataclass(frozen=True, slots=True)
class Checkout:
    """A small checkout with the real launcher, and the machine it stands on."""

    home: Path
    machine: Path

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": f"{self.machine / 'bin'}",
            "HOME": f"{self.machine}",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_CACHE_DIR": "1",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": f"{self.machine / 'wheels'}",
            **more,
        }

    def python(self, name: str, script: str) -> None:
        _script(self.machine / "bin" / name, script)

    def begin(self, *args: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.home / "gatepost", *args],
            env=self.environment(**environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def start(
        self, *args: str, launcher: Path | None = None, cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [launcher or self.home / "gatepost", *args],
            env=self.environment(**environment),
            cwd=cwd or self.machine,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def leftovers(self) -> set[str]:
        return {entry.name for entry in self.home.iterdir() if entry.name.startswith(".venv")}


def _script(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def _wheel(folder: Path) -> str:
    """Make an invented package and return its line for a lock file."""
    path = folder / "small-1.0-py3-none-any.whl"
    info = "small-1.0.dist-info"
    files = {
        "small.py": "",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: small\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={_digest(text)},{len(text)}\n" for name, text in files.items())
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            wheel.writestr(name, text)
    return f"small==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def small_checkout(folder: Path) -> Checkout:
    """Make a checkout below `folder`, on a machine that has no Python."""
    home, machine = folder / "a checkout", folder / "machine"
    for part in (home / ".ci", home / "bot", home / "policy", machine / "bin", machine / "wheels"):
        part.mkdir(parents=True)
    for tool in TOOLS:
        (machine / "bin" / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    shutil.copy(ROOT / "gatepost", home)
    _script(home / ".ci" / "check", 'printf "check:%s\\n" "$@"')
    (home / "bot" / "__init__.py").touch()
    (home / "bot" / "__main__.py").write_text(REPORT)
    (home / "policy" / "__init__.py").touch()
    line = _wheel(machine / "wheels")
    (home / "requirements.lock").write_text(line)
    (home / "requirements-dev.lock").write_text(f"# for tests\n{line}")
    return Checkout(home, machine)
