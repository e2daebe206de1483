"""Programs whose words say what they do: a grant that names them may run them.

Each entry says why. None of them runs a text from the command line as code, fetches what it runs,
or sends away more than its words name, once the uses below are ruled out. A project's runners
(`make`, `npm test`, `pytest`) are among them: they run what the project's files say, every time
alike, and whoever grants them grants that. Interpreters (`python3 x.py`, `bash x.sh`), programs
named by a path (`./deploy.sh`), package runners (`npx`), network clients (`curl`), remote shells
and containers' `exec` are not: what they do stands elsewhere, or can be made up on the spot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Home(StrEnum):
    """Where a program must be run to mean what was granted, when the line changes its directory.

    ANYWHERE: it reads no settings there. BELOW: it runs what the project says, so not in another.
    HERE: any folder may hold settings of its own that run programs.
    """

    ANYWHERE = "anywhere"
    BELOW = "below"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Ordinary:
    """Which uses of a program are ordinary.

    `verbs`: what its first word must be; empty: it has none. `alone`: verbs that must not name
    anything to fetch. `never`: options, by their beginnings, that run or configure something
    else; `never_of`: the same after one verb. `only`: what every word that is not mere text must
    look like; `only_of`: what every word after one verb must look like besides.
    `texts`: its words may hold blanks and quotes, since it never runs one. `indexed`:
    the shell itself evaluates its words.
    """

    why: str
    verbs: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()
    never: tuple[str, ...] = ()
    never_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only: re.Pattern[str] = re.compile(r"[^\s;|&$`<>()]*")
    only_of: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    texts: bool = False
    indexed: bool = False
    home: Home = Home.ANYWHERE


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A word that leads out of the project, or to another machine.
_OUT = r"(?![/~])(?!.*(?:\.\.|://|@|::[^\w]))"
_LOCAL = re.compile(_OUT + r"[^\s;|&$`<>()]*")
# A remote of the repository, a branch or an option: `host:path` and a folder are another place.
_REMOTE_OR_BRANCH = re.compile(r"(?![/~.])[A-Za-z0-9._/=+-]*")
_FILES = Ordinary("handles files and runs nothing", texts=True)
_PRINTS = Ordinary("prints what it is given or reads", texts=True)
_COMPARES = Ordinary("prints or compares", never=("-v", "-R"), indexed=True)
_CHECKS = Ordinary(
    "checks or formats the project's files, by the project's settings",
    only=re.compile(
        r"--?(?:fix|check|diff|strict|quiet|q|verbose|v|write|w|l|list-different|noEmit|cache"
        r"|max-warnings(?:=[0-9]+)?)|" + _OUT + r"[\w.*?][\w./*?-]*"
    ),
    home=Home.BELOW,
)
_TESTS = Ordinary(
    "runs the project's tests",
    only=re.compile(
        r"--?(?:coverage|verbose|silent|ci|bail|runInBand|run|[esuvx])|" + _OUT + r"[\w.][\w./-]*"
    ),
    home=Home.BELOW,
)
_BUILDS = Ordinary(
    "builds the project",
    only=re.compile(r"--?(?:q|i|info|stacktrace|offline|B|DskipTests)|(?!.*:.*:.*:)[\w:.][\w:.-]*"),
    home=Home.BELOW,
)
_NODE = Ordinary(
    "runs what package.json says",
    verbs=_words("ci install i test t run run-script build lint start ls list outdated audit why"),
    alone=_words("ci install i"),
    never=(
        *("--script-shell", "--node-options", "--userconfig", "--globalconfig", "--registry"),
        *("--prefix", "--dir", "--cwd", "-C", "-c", "--call", "--ignore-path"),
    ),
    only=_LOCAL,
    home=Home.BELOW,
)

ORDINARY: dict[str, Ordinary] = {
    **dict.fromkeys(("cp", "mv", "rm", "rmdir", "mkdir", "touch", "ln", "truncate", "tee"), _FILES),
    **dict.fromkeys(("chmod", "chown", "chgrp", "cd", "mktemp"), _FILES),
    **dict.fromkeys(
        ("cat", "head", "tail", "ls", "wc", "cut", "uniq", "tr", "diff", "cmp"), _PRINTS
    ),
    **dict.fromkeys(("comm", "paste", "stat", "file", "du", "df", "pwd", "date", "nl"), _PRINTS),
    **dict.fromkeys(("echo", "true", "false", "sleep", "seq"), _PRINTS),
    **dict.fromkeys(("basename", "dirname", "realpath", "readlink", "fold", "column"), _PRINTS),
    **dict.fromkeys(("md5sum", "sha1sum", "sha256sum", "grep", "egrep", "fgrep"), _PRINTS),
    # The shell runs what stands in an index: `printf -v 'a[$(reboot)]'`.
    **dict.fromkeys(("printf", "test", "["), _COMPARES),
    "sort": Ordinary(
        "prints what it reads",
        never=(
            *("-o", "--output", "-T", "--temporary-directory", "--compress-program"),
            *("--files0-from", "--random-source"),
        ),
        texts=True,
    ),
    "rg": Ordinary("prints what it finds", never=("--pre", "--hostname-bin", "-z", "--search-zip")),
    "git": Ordinary(
        "works on a repository; its hooks and settings are the project's",
        verbs=_words(
            "add commit push pull fetch checkout switch branch merge rebase stash reset restore tag"
            " rm mv revert cherry-pick status diff log show blame ls-files worktree clean describe"
            " rev-parse"
        ),
        never=(
            *("--config", "--exec", "--upload-pack", "--receive-pack", "--template", "--ext-diff"),
            # The first writes any file.
            *("--output", "--textconv", "--repo", "--git-dir", "--work-tree"),
        ),
        never_of={
            "rebase": ("-x", "-i", "--interactive", "-s", "--strategy"),
            "merge": ("-s", "--strategy"),
            "cherry-pick": ("-s", "--strategy"),
            "revert": ("-s", "--strategy"),
        },
        only=re.compile(r"(?!.*(?:://|::))(?![^/]*@[^{]*:)[^\s;|&$`<>()]*"),
        only_of=dict.fromkeys(("push", "pull", "fetch"), _REMOTE_OR_BRANCH),
        home=Home.HERE,
    ),
    "gh": Ordinary(
        "speaks to the forge that it is signed in to",
        verbs=_words("pr issue release run workflow label search status"),
        never=("--hostname", "--web", "-w", "--editor", "-e", "-R", "--repo"),
    ),
    **dict.fromkeys(("npm", "pnpm", "yarn"), _NODE),
    "make": Ordinary(
        "runs what the makefile says",
        # A variable given here would stand for a program there.
        only=re.compile(r"-[jksnBqwi]+[0-9]*|[A-Za-z0-9_.%-][A-Za-z0-9_./%-]*"),
        never=("-f", "-E", "-C", "-I", "-e", "--"),
        home=Home.BELOW,
    ),
    "cargo": Ordinary(
        "builds and tests the project",
        verbs=_words(
            "build b check c test t clippy fmt doc run r bench tree metadata clean update"
        ),
        never=("--config", "-Z", "--manifest-path", "-C"),
        only=_LOCAL,
        home=Home.BELOW,
    ),
    "go": Ordinary(
        "builds and tests the project",
        verbs=_words("build test vet fmt list run mod version"),
        never=(
            *("-exec", "--exec", "-toolexec", "--toolexec", "-overlay", "--overlay", "-C"),
            *("-vettool", "--vettool", "-ldflags", "--ldflags", "-gcflags", "--gcflags"),
            *("-modfile", "--modfile", "-compiler", "--compiler", "-gccgoflags", "--gccgoflags"),
        ),
        only=re.compile(r"(?![/~])(?!.*(?:\.\./|://|@))[^\s;|&$`<>()]*"),
        home=Home.BELOW,
    ),
    "pytest": Ordinary(
        "runs the project's tests",
        never=("-p", "-c", "--config-file", "--rootdir", "-o", "--override-ini", "--pyargs", "-W"),
        only=re.compile(_OUT + r"(?!--(?:pdbcls|confcutdir|basetemp|import-mode))[^\s;|&$`<>()]*"),
        home=Home.BELOW,
    ),
    **dict.fromkeys(("ruff", "black", "isort", "flake8", "mypy", "tsc", "eslint"), _CHECKS),
    **dict.fromkeys(("prettier", "shellcheck", "pylint", "yamllint", "hadolint"), _CHECKS),
    **dict.fromkeys(("jest", "vitest", "mocha", "tox", "nox"), _TESTS),
    **dict.fromkeys(("mvn", "gradle"), _BUILDS),
    "docker": Ordinary(
        "builds, shows, starts and stops containers; what runs in them is not on this list",
        verbs=_words(
            "build ps logs images pull push tag stop start restart rm rmi version info stats"
        ),
        never=(
            *("-H", "--host", "--context", "--config", "--build-context", "-o", "--output"),
            *("--allow", "--network", "--ssh", "--secret"),
        ),
        only=re.compile(r"(?!.*(?:://|git@))[^\s;|&$`<>()]*"),
    ),
    "kubectl": Ordinary(
        "asks and changes the cluster that it is signed in to",
        verbs=_words(
            "get describe logs apply delete rollout scale set label annotate cordon uncordon drain"
            " top explain version create patch wait"
        ),
        never=(
            *("--kubeconfig", "--kuberc", "-s", "--server", "--token", "--as", "--cluster"),
            *("--user", "-k"),
            *("--raw", "--kustomize", "--tls-server-name", "--insecure-skip-tls-verify"),
        ),
        only=re.compile(r"(?!.*(?:://|(?i:secret)))[^\s;|&$`<>]*"),
    ),
    "helm": Ordinary(
        "asks and changes the cluster that it is signed in to",
        verbs=_words("upgrade install rollback uninstall list ls status history lint"),
        never=("--post-renderer", "--kube", "--registry-config", "--repo", "--plugins"),
        only=re.compile(r"(?!.*://)[^\s;|&$`<>()]*"),
    ),
    "terraform": Ordinary(
        "plans and applies what the project says",
        verbs=_words("init plan apply destroy validate fmt version"),
        never=("-backend-config", "--backend-config", "-plugin-dir", "--plugin-dir"),
        only=re.compile(r"(?!--?from-module)" + _OUT + r"[^\s;|&$`<>()]*"),
        home=Home.BELOW,
    ),
    "systemctl": Ordinary(
        "starts, stops and shows services",
        verbs=_words("start stop restart reload status is-active is-enabled list-units"),
        never=("-H", "--host", "-M", "--machine", "--root", "--image"),
    ),
}
