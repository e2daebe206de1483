"""kubectl and helm: what a cluster tells, but for what its secrets hold."""

from __future__ import annotations

import re

from policy.shell.options import EXACT, NONE, Check, Kind, Operands, Program, Use, program
from policy.shell.programs.families import Family
from policy.shell.words import shown

# Formats that read a template from a file are left out.
_FORMAT = re.compile(
    r"(?:wide|yaml|json|name|jsonpath-as-json=.*|(?:jsonpath|custom-columns|go-template)=.*)",
    re.DOTALL,
)
_CHART = re.compile(r"[A-Za-z0-9._-]+/[A-Za-z0-9._-]+|\.(?:/[A-Za-z0-9_.-]+)*")


def _no_secrets(use: Use) -> str:
    """Secrets are secrets in a table, too: a person decides."""
    for text in use.texts:
        if "secret" in text.lower() or "://" in text:
            return f"{shown(text)}: what secrets hold, or another place"
    for text in use.values("-o", "--output"):
        if not _FORMAT.fullmatch(text):
            return f"{shown(text)}: a format that is not on the list"
    return ""


def _asks(
    why: str,
    letters: str = "",
    *,
    flags: str = "",
    values: str = "",
    operands: Operands = EXACT,
    check: Check | None = _no_secrets,
) -> Program:
    return program(
        why, letters, flags=flags, values=f"-o --output {values}", operands=operands, check=check
    )


_SELECTING = "-l --selector --field-selector"

_KUBECTL = Family(
    why="asks the configured cluster; another server, kubeconfig or token, files, raw paths and"
    " watching are left out",
    before=program("", values="-n --namespace --context --cluster --request-timeout"),
    commands={
        "get": _asks(
            "lists or shows objects",
            "A",
            flags="--all-namespaces --show-labels --no-headers --ignore-not-found --show-kind"
            " --show-managed-fields",
            values=f"{_SELECTING} --sort-by -L --label-columns --chunk-size",
            operands=Operands(Kind.TEXT, least=1, exact=True),
        ),
        "describe": _asks(
            "describes objects",
            "A",
            flags="--all-namespaces --show-events",
            values=_SELECTING,
            operands=Operands(Kind.TEXT, least=1, exact=True),
        ),
        "logs": _asks(
            "prints a container's output; following is left out: it never ends",
            "p",
            flags="--previous --timestamps --all-containers --prefix --ignore-errors --all-pods",
            values="-c --container --tail --since --since-time --limit-bytes -l --selector"
            " --max-log-requests --pod-running-timeout",
        ),
        "events": _asks(
            "lists events", "A", flags="--all-namespaces --no-headers", values="--for --types"
        ),
        **dict.fromkeys(
            (f"top {kind}" for kind in ("pod", "pods", "po", "node", "nodes", "no")),
            _asks(
                "shows what is used",
                "A",
                flags="--all-namespaces --containers --no-headers --sum --show-capacity",
                values=f"{_SELECTING} --sort-by",
            ),
        ),
        "rollout status": _asks("tells how a rollout is", values="--timeout --revision"),
        "rollout history": _asks("lists rollouts", values="--revision"),
        "wait": _asks("waits for a condition", "A", flags="--all", values="--for --timeout -l"),
        "explain": _asks("explains a kind", flags="--recursive", values="--api-version"),
        "version": _asks("tells versions", flags="--client --short", operands=NONE),
        "cluster-info": _asks("tells where the cluster is", operands=NONE),
        "api-resources": _asks(
            "lists kinds",
            flags="--namespaced --no-headers --cached",
            values="--api-group --verbs --sort-by --categories",
            operands=NONE,
        ),
        "api-versions": _asks("lists versions", operands=NONE),
        "config view": _asks(
            "shows the settings; `--raw` and `--flatten` would show credentials",
            flags="--minify",
            operands=NONE,
        ),
        "config current-context": _asks("tells the context", operands=NONE),
        "config get-contexts": _asks("lists contexts", flags="--no-headers"),
        "config get-clusters": _asks("lists clusters", operands=NONE),
        "config get-users": _asks("lists users", operands=NONE),
        "auth can-i": _asks(
            "asks what is allowed",
            "Aq",
            flags="--list --all-namespaces --quiet --no-headers",
            values="--subresource",
            check=None,
        ),
        "auth whoami": _asks("asks who one is", operands=NONE),
    },
)


def _known_chart(use: Use) -> str:
    bad = next((text for text in use.texts if not _CHART.fullmatch(text)), None)
    return f"{shown(bad)}: a chart from elsewhere" if bad else ""


def _only_tables(use: Use) -> str:
    """Other formats of `helm status` hold the values, and secrets with them."""
    bad = next((text for text in use.values("-o", "--output") if text != "table"), None)
    return f"{shown(bad)}: a format that shows the values" if bad else ""


_SHOWS = program("shows a chart", values="--version", operands=EXACT, check=_known_chart)
_HELM = Family(
    why="asks the configured cluster; values and manifests, which hold secrets, other clusters and"
    " other repositories are left out",
    before=program("", values="-n --namespace --kube-context"),
    commands={
        **dict.fromkeys(
            ("list", "ls"),
            _asks(
                "lists releases",
                "aAqrd",
                flags="--all --all-namespaces --short --deployed --failed --pending --superseded"
                " --uninstalled --reverse --date --no-headers",
                values="-f -m -l --filter --max --offset --selector --time-format",
                operands=NONE,
                check=None,
            ),
        ),
        "status": _asks(
            "tells how a release is",
            flags="--show-desc --show-resources",
            values="--revision",
            check=_only_tables,
        ),
        "history": _asks("lists the revisions of a release", values="--max", check=None),
        "get notes": _asks("shows the notes of a release", values="--revision", check=_only_tables),
        "get metadata": _asks("shows facts of a release", values="--revision", check=None),
        "version": program("tells the version", flags="--short", operands=NONE),
        "repo list": _asks("lists repositories", operands=NONE, check=None),
        "repo ls": _asks("lists repositories", operands=NONE, check=None),
        "search repo": _asks(
            "searches what is known of repositories",
            "lr",
            flags="--versions --devel --regexp",
            values="--version --max-col-width",
            check=None,
        ),
        **dict.fromkeys(("show chart", "show values", "show readme", "show all"), _SHOWS),
        "dependency list": program("lists what a chart needs", operands=EXACT, check=_known_chart),
        "plugin list": program("lists plugins", operands=NONE),
    },
)

PROGRAMS = {"kubectl": _KUBECTL, "helm": _HELM}
