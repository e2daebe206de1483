"""gcloud: listing and describing, by groups that hold no secrets."""

from __future__ import annotations

import re
from dataclasses import replace

from policy.shell.options import EXACT, Use, program
from policy.shell.scene import Scene
from policy.shell.words import Word, shown

# Complete paths of groups: a name at their end could otherwise be taken for `list`.
_GROUPS = (
    "app instances",
    "app services",
    "app versions",
    "artifacts docker images",
    "artifacts packages",
    "artifacts repositories",
    "bigtable clusters",
    "bigtable instances",
    "builds",
    "builds triggers",
    "compute addresses",
    "compute backend-services",
    "compute disks",
    "compute firewall-rules",
    "compute forwarding-rules",
    "compute health-checks",
    "compute images",
    "compute instance-groups",
    "compute instance-groups managed",
    "compute instance-templates",
    "compute instances",
    "compute machine-types",
    "compute networks",
    "compute networks subnets",
    "compute operations",
    "compute project-info",
    "compute regions",
    "compute routers",
    "compute routes",
    "compute snapshots",
    "compute ssl-certificates",
    "compute target-pools",
    "compute url-maps",
    "compute zones",
    "container clusters",
    "container images",
    "container node-pools",
    "container operations",
    "dataflow jobs",
    "deploy delivery-pipelines",
    "deploy releases",
    "deploy rollouts",
    "dns managed-zones",
    "dns record-sets",
    "eventarc triggers",
    "functions",
    "iam roles",
    "iam service-accounts",
    "logging buckets",
    "logging logs",
    "logging metrics",
    "logging sinks",
    "monitoring dashboards",
    "monitoring policies",
    "organizations",
    "projects",
    "pubsub snapshots",
    "pubsub subscriptions",
    "pubsub topics",
    "redis instances",
    "run jobs",
    "run jobs executions",
    "run revisions",
    "run services",
    "scheduler jobs",
    "secrets",
    "services",
    "spanner databases",
    "spanner instances",
    "sql backups",
    "sql databases",
    "sql instances",
    "sql operations",
    "storage buckets",
    "tasks queues",
    "workflows",
)
# Of these, everything but a few fields may hold what programs are given in their environment or
# their metadata: they are listed as a table, and not described.
_GIVEN = (
    "app versions",
    "compute instance-templates",
    "compute instances",
    "compute project-info",
    "dataflow jobs",
    "functions",
    "run jobs",
    "run jobs executions",
    "run revisions",
    "run services",
)
_PICKS = re.compile(r"table|(?:value|table|csv)\((?:(?!env|metadata|template|spec)[\s\S])*\)")
# Complete commands that are read, without `list` or `describe` at their end.
_COMMANDS = frozenset(
    {f"{group} {verb}" for group in _GROUPS for verb in ("list", "describe")}
    - {f"{group} describe" for group in _GIVEN}
    | {
        "app logs read",
        "auth list",
        "builds log",
        "components list",
        "config configurations list",
        "config get",
        "config get-value",
        "config list",
        "functions logs read",
        "info",
        "logging read",
        "projects get-iam-policy",
        "run services logs read",
        "storage ls",
        "version",
    }
)
_MOST_WORDS = 4


def _no_passwords(use: Use) -> str:
    """The settings of gcloud may hold a proxy's password."""
    bad = next((text for text in use.texts if "password" in text or "token" in text), None)
    return f"{shown(bad)}: it may be a secret" if bad else ""


_OPTIONS = program(
    "asks the configured project; other accounts, impersonation and flag files are left out",
    "q",
    flags="--quiet --uri --global",
    values="--project --region --regions --zone --zones --location --format --filter --limit"
    " --sort-by --flatten --page-size --cluster --service --instance --freshness --order --network"
    " --repository --topic --organization --folder --bucket --billing-project --verbosity",
    operands=EXACT,
    check=_no_passwords,
)


def _picks_fields(use: Use) -> str:
    bad = next((text for text in use.values("--format") if not _PICKS.fullmatch(text)), None)
    return f"{shown(bad)}: a format that shows what programs are given" if bad else ""


_LISTING = replace(_OPTIONS, check=_picks_fields)


class _Gcloud:
    why = _OPTIONS.why

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """The command's words first, then its options and names."""
        words = list(arguments)
        while words and words[0].plain and words[0].text in {"alpha", "beta"}:
            words.pop(0)
        count = _length([word.text if word.plain else "" for word in words])
        if count == 0:
            told = words[0].raw if words else "nothing"
            return f"{shown(told)}: no command that is known to only read"
        group = " ".join(word.text for word in words[: count - 1])
        options = _LISTING if group in _GIVEN else _OPTIONS
        return options.refusal(tuple(words[count:]), scene)


def _length(words: list[str]) -> int:
    """How many of `words` are a command that only reads; 0 where they are none."""
    counts = range(min(_MOST_WORDS, len(words)), 0, -1)
    return next((count for count in counts if " ".join(words[:count]) in _COMMANDS), 0)


PROGRAMS = {"gcloud": _Gcloud()}
