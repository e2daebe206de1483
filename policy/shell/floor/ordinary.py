"""Programs whose words say what they do: a grant that names them may run them.

Each entry says why. None of them runs a text from the command line as code, once the options in
`never` are refused. A project's runners (`make`, `npm test`, `pytest`) are among them: they run
what the project's files say, every time alike, and whoever grants them grants that. Interpreters
(`python3 x.py`, `bash x.sh`), programs named by a path (`./deploy.sh`), package runners that
fetch what they run (`npx`), remote shells and containers' `exec` are not: what they do stands
elsewhere, or is made up on the spot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Ordinary:
    """Which uses of a program are ordinary.

    `verbs`: what its first word must be; empty: it has none. `alone`: verbs that must not name
    anything to fetch. `never`: beginnings of options that run or configure something else.
    `never_of`: the same after one verb. `texts`: its words may hold blanks and quotes, since it
    never runs one. `indexed`: the shell itself evaluates its words.
    """

    why: str
    verbs: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()
    never: tuple[str, ...] = ()
    texts: bool = False
    indexed: bool = False
    never_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FILES = Ordinary("handles files and runs nothing", texts=True)
_PRINTS = Ordinary("prints what it is given or reads", texts=True)
_COMPARES = Ordinary("prints or compares", never=("-v", "-R"), indexed=True)
_CHECKS = Ordinary("checks or formats the project's files, by the project's settings")
_NODE = Ordinary(
    "runs what package.json says",
    verbs=_words("ci install i test t run run-script build lint start ls list outdated audit why"),
    alone=_words("ci install i"),
    never=(
        "--script-shell",
        "--node-options",
        "--userconfig",
        "--globalconfig",
        "--registry",
        "-c",
    ),
)

ORDINARY: dict[str, Ordinary] = {
    **dict.fromkeys(("cp", "mv", "rm", "rmdir", "mkdir", "touch", "ln", "truncate", "tee"), _FILES),
    **dict.fromkeys(("chmod", "chown", "chgrp", "cd", "gzip", "gunzip", "unzip", "mktemp"), _FILES),
    **dict.fromkeys(
        ("cat", "head", "tail", "ls", "wc", "cut", "uniq", "tr", "diff", "cmp"), _PRINTS
    ),
    **dict.fromkeys(("comm", "paste", "stat", "file", "du", "df", "pwd", "date", "nl"), _PRINTS),
    **dict.fromkeys(("echo", "true", "false", "sleep", "seq"), _PRINTS),
    # The shell runs what stands in an index: `printf -v 'a[$(reboot)]'`.
    **dict.fromkeys(("printf", "test", "["), _COMPARES),
    **dict.fromkeys(("basename", "dirname", "realpath", "readlink", "fold", "column"), _PRINTS),
    **dict.fromkeys(("md5sum", "sha1sum", "sha256sum", "grep", "egrep", "fgrep"), _PRINTS),
    "sort": Ordinary("prints what it reads", never=("--comp",), texts=True),
    "rg": Ordinary("prints what it finds", never=("--pre", "--hostname-bin", "-z", "--search-z")),
    "git": Ordinary(
        "works on a repository; its hooks and settings are the project's",
        verbs=_words(
            "add commit push pull fetch checkout switch branch merge rebase stash reset restore tag"
            " rm mv init revert cherry-pick status diff log show blame ls-files remote"
            " worktree clean describe rev-parse"
        ),
        never=(
            *("--config", "--exec", "--upload-p", "--receive-p", "--template", "--ext-diff"),
            *("--textconv", "ext::"),
        ),
        never_of={"rebase": ("-x", "-i", "--interactive")},
    ),
    "gh": Ordinary(
        "speaks to the forge that it is signed in to",
        verbs=_words("pr issue release run workflow label search status repo"),
        never=("--hostname",),
    ),
    **dict.fromkeys(("npm", "pnpm", "yarn"), _NODE),
    "make": Ordinary(
        "runs what the makefile says",
        never=("-f", "--file", "--makefile", "--eval", "-E", "-C", "--dir", "-I", "SHELL=", "MAKE"),
    ),
    "cargo": Ordinary(
        "builds and tests the project",
        verbs=_words(
            "build b check c test t clippy fmt doc run r bench tree metadata clean update"
        ),
        never=("--config", "-Z", "+", "--manifest-path", "-C"),
    ),
    "go": Ordinary(
        "builds and tests the project",
        verbs=_words("build test vet fmt list run mod version"),
        never=("-exec", "--exec", "-toolexec", "--toolexec", "-overlay", "-vettool", "-C"),
    ),
    "pytest": Ordinary(
        "runs the project's tests",
        never=("-p", "-c", "--config", "--rootdir", "-o", "--override", "--pyargs", "--pdbcls"),
    ),
    **dict.fromkeys(("ruff", "black", "isort", "flake8", "mypy", "tsc", "eslint"), _CHECKS),
    **dict.fromkeys(("prettier", "shellcheck", "pylint", "yamllint", "hadolint"), _CHECKS),
    **dict.fromkeys(
        ("jest", "vitest", "mocha", "tox", "nox"), Ordinary("runs the project's tests")
    ),
    "mvn": Ordinary("builds the project", never=("-f", "--file", "-s", "--settings", "-D")),
    "gradle": Ordinary("builds the project", never=("-I", "--init", "-b", "-c", "-D", "-p")),
    "docker": Ordinary(
        "builds, shows, starts and stops containers; what runs in them is not on this list",
        verbs=_words(
            "build ps logs images pull push tag stop start restart rm rmi version info stats"
        ),
        never=("-H", "--host", "--context", "--config", "--build-context"),
    ),
    "kubectl": Ordinary(
        "asks and changes the cluster that it is signed in to",
        verbs=_words(
            "get describe logs apply delete rollout scale set label annotate cordon uncordon drain"
            " top explain version create patch wait"
        ),
        never=(
            "--kubeconfig",
            "-s",
            "--server",
            "--token",
            "--as",
            "--cluster",
            "--user",
            "-k",
            "http",
        ),
    ),
    "helm": Ordinary(
        "asks and changes the cluster that it is signed in to",
        verbs=_words("upgrade install rollback uninstall list ls status history lint"),
        never=("--post-renderer", "--kube", "--registry-config", "http", "oci:"),
    ),
    "terraform": Ordinary(
        "plans and applies what the project says",
        verbs=_words("init plan apply destroy validate fmt version"),
        never=("-backend-config", "-plugin-dir", "-from-module"),
    ),
    "aws": Ordinary(
        "speaks to the account that it is signed in to",
        verbs=_words(
            "s3 ec2 ecs eks cloudformation cloudwatch logs rds elbv2 elb autoscaling route53 sns"
            " sqs dynamodb ecr acm cloudfront events"
        ),
        never=(
            "--endpoint",
            "--cli-input",
            "--ca-b",
            "--no-verify",
            "--profile",
            "file:",
            "fileb:",
        ),
    ),
    "systemctl": Ordinary(
        "starts, stops and shows services",
        verbs=_words("start stop restart reload status is-active is-enabled list-units"),
        never=("-H", "--host", "-M", "--machine", "--root"),
    ),
}

# A plain download: these options, an address, a file to keep it in.
DOWNLOAD = re.compile(
    r"-[sSfLIivkgO#]+|--(?:silent|show-error|fail|location|head|include|verbose|compressed)"
    r"|https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[^\s$`\\{}\[\]]*)?"
)
DOWNLOAD_VALUED = frozenset({"-o", "--output", "-m", "--max-time", "--retry", "--connect-timeout"})
# One substitution, deletion or printing of lines; no flag that writes or runs.
EDIT = re.compile(
    r"(?:[0-9$]+(?:,[0-9$]+)?|/(?:[^/\\\n]|\\.)*/)?"
    r"(?:[dp]|s(?:/(?:[^/\\\n]|\\.)*/(?:[^/\\\n]|\\.)*/|\|(?:[^|\\\n]|\\.)*\|(?:[^|\\\n]|\\.)*\|"
    r"|#(?:[^#\\\n]|\\.)*#(?:[^#\\\n]|\\.)*#)[gpiI0-9]*)"
)
EDIT_OPTION = re.compile(r"-[nErsi]+|-e|--in-place|--expression|-i\.[a-z]+")
