"""What the machine tells about itself: processes, memory, disks, users, time."""

from __future__ import annotations

import re

from policy.shell.options import EXACT, NAMES, NONE, TEXT, Kind, Operands, Program, Use, program
from policy.shell.scene import Scene
from policy.shell.words import Word, shown

_COLUMNS = (
    "pid ppid pgid pgrp sid sess uid user ruser euser gid group rgroup egroup cmd comm"
    " command args ucmd fname %cpu %mem pcpu pmem cpu rss rssize vsz vsize sz size etime"
    " etimes time cputime stime start lstart bsdstart tty tt tname stat state s f ni nice pri"
    " prio rtprio psr wchan nlwp thcount lwp tid spid maj_flt min_flt c class cls label unit"
    " lsession cgroup pidns netns"
)
_COLUMN = re.compile(f"(?:{'|'.join(map(re.escape, _COLUMNS.split()))})(?:=[A-Za-z% ]*|:[0-9]+)?")
# Without a dash `e` shows every process with its environment.
_BSD = re.compile(r"[auxwfljvm]+")


class _Ps:
    why = "lists processes; their environment (`ps auxe`, `-E`) is left out"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Letters without a dash first, then options."""
        if arguments and arguments[0].plain and _BSD.fullmatch(arguments[0].text):
            arguments = arguments[1:]
        return _PS.refusal(arguments, scene)


def _plain_columns(use: Use) -> str:
    for value in use.values("-o", "-O", "--format"):
        for column in value.split(","):
            if not _COLUMN.fullmatch(column):
                return f"{shown(column)}: a column that is not on the list"
    return ""


_PS = program(
    _Ps.why,
    "aAcdefFHjlLMNTwy",
    flags="--no-headers --headers --forest",
    values="-o -O -p -u -U -C -t -g -G --format --pid --ppid --user --sort --cols --width",
    check=_plain_columns,
)


def _only_formats(use: Use) -> str:
    """An operand that is no format sets the clock."""
    bad = next((text for text in use.texts if not text.startswith("+")), None)
    return f"{shown(bad)}: it would set the clock" if bad else ""


def _ends(use: Use) -> str:
    """One number repeats for ever, two end."""
    if len(use.operands) == 1 or not all(text.isdigit() for text in use.texts):
        return "it would never end"
    return ""


def _assigns_nothing(use: Use) -> str:
    bad = next((text for text in use.texts if "=" in text), None)
    return f"{shown(bad)}: it would set a value" if bad else ""


def _no_folders(use: Use) -> str:
    bad = next((text for text in use.texts if text.startswith("+")), None)
    return f"{shown(bad)}: an option that is not on the list" if bad else ""


def _only_lists(use: Use) -> str:
    return "" if use.has({"-l"}) else "it would replace the table"


def _open_databases(use: Use) -> str:
    """Host names are asked of the network, shadow holds hashes."""
    open_ones = {"passwd", "group", "services", "protocols"}
    ok = use.texts and use.texts[0] in open_ones
    return "" if ok else "a database that is asked of the network, or holds secrets"


_COUNTS = Operands(Kind.TEXT, most=2)
PROGRAMS: dict[str, Program | _Ps] = {
    "ps": _Ps(),
    "pgrep": program(
        "finds processes by name",
        "flanxvoic",
        flags="--full --list-name --list-full --newest --oldest --exact --count",
        values="-u -U -P -t -g -d --euid --parent",
        operands=TEXT,
    ),
    "pidof": program("finds processes by name", "sx", operands=TEXT),
    "pstree": program("lists processes as a tree", "aAchlnpstuTgG", operands=TEXT),
    "lsof": program(
        "lists open files; its device cache (`-D`), repeating and folders by `+` are left out",
        "nPRlbtUaVOw",
        values="-p -u -c -g -d",
        attached="-i -F -s -T",
        operands=NAMES,
        check=_no_folders,
    ),
    "date": program(
        "tells the time; setting it (`-s`, or an operand that is no format) is left out",
        "uRj",
        flags="--utc --universal --rfc-email --debug",
        values="-d -v --date",
        attached="-I --iso-8601 --rfc-3339",
        paths="-r --reference",
        operands=Operands(Kind.TEXT, most=1),
        check=_only_formats,
    ),
    "cal": program("prints a calendar", "1368jmyhw", operands=Operands(Kind.TEXT)),
    "hostname": program(
        "tells the host's name; an operand would set it",
        "fsiIAd",
        flags="--fqdn --short --long --all-fqdns --ip-address --all-ip-addresses --domain",
    ),
    "uname": program(
        "tells the system's name",
        "asnrvmpio",
        flags="--all --kernel-name --nodename --kernel-release --kernel-version --machine"
        " --operating-system --processor",
    ),
    "arch": program("tells the machine's kind"),
    "nproc": program("counts processors", flags="--all", values="--ignore"),
    "whoami": program("tells the user"),
    "id": program(
        "tells user and groups",
        "ugnGrzaZ",
        flags="--user --group --groups --name --real",
        operands=Operands(Kind.TEXT, most=1),
    ),
    "groups": program("tells the groups", operands=TEXT),
    "logname": program("tells the user"),
    "tty": program("tells the terminal", "s"),
    "who": program("lists users", "abdHlmpqrstTu"),
    "w": program("lists users", "hsuof", operands=Operands(Kind.TEXT, most=1)),
    "users": program("lists users"),
    "last": program("lists logins", "adFiwxR", values="-n", operands=TEXT, numbers=True),
    "uptime": program("tells since when it runs", "ps", flags="--pretty --since"),
    "free": program(
        "shows memory; repeating is left out",
        "bkmghtwlv",
        flags="--human --mega --giga --kilo --bytes --total --wide --si --lohi",
    ),
    **dict.fromkeys(
        ("vmstat", "iostat", "mpstat"),
        program(
            "shows activity, a counted number of times",
            "acdhkmnNpstwxzD",
            operands=_COUNTS,
            check=_ends,
        ),
    ),
    "lscpu": program(
        "shows processors",
        "abchJxy",
        flags="--all --json --hex",
        attached="-e -p --extended --parse",
    ),
    "lsblk": program(
        "lists block devices",
        "abdfiJlmnOpPrsSt",
        flags="--all --fs --json --list --noheadings --paths --bytes --nodeps",
        values="-o -e -I --output --exclude --include",
        operands=NAMES,
    ),
    "lsusb": program("lists devices", "tv"),
    "lspci": program("lists devices", "vnkmtD"),
    "lsmod": program("lists kernel modules"),
    "lsb_release": program("tells the distribution", "acdirs", flags="--all --short --description"),
    "sw_vers": program("tells the system's version"),
    "hostnamectl": program("tells the host's name", operands=NONE),
    "timedatectl": program("tells the clock's settings", operands=NONE),
    "findmnt": program(
        "lists mounted file systems",
        "aAbDJlnrTu",
        flags="--df --json --list --noheadings --raw --real",
        values="-o -t -T -S --output --types --target --source",
        operands=NAMES,
    ),
    "mount": program("lists mounted file systems; an operand would mount", "l", values="-t"),
    "dmesg": program(
        "shows the kernel's messages; clearing (`-C`, `-c`), levels and following are left out",
        "HkTtxurSPed",
        flags="--human --ctime --kernel --notime --reltime --decode --nopager",
        values="-l -f --level --facility --since --until",
        attached="--color -L --time-format",
    ),
    "sysctl": program(
        "shows kernel settings; `=` and `-w` would set one",
        "anNe",
        flags="--all --names --values --ignore",
        operands=EXACT,
        check=_assigns_nothing,
    ),
    "locale": program("shows the language settings", "akcm", flags="--all-locales", operands=TEXT),
    "getconf": program("shows limits of the system", "a", operands=TEXT),
    "getent": program(
        "shows users and services",
        operands=Operands(Kind.TEXT, least=1, exact=True),
        check=_open_databases,
    ),
    "crontab": program("shows the table of jobs", "l", values="-u", check=_only_lists),
    "dpkg": program(
        "lists packages; installing and removing are left out",
        "lLsSV",
        flags="--list --listfiles --status --search --print-architecture",
        operands=TEXT,
    ),
    "dpkg-query": program("lists packages", "WlsLS", values="-f", operands=TEXT),
    "apt-cache": program(
        "asks the package lists",
        operands=Operands(Kind.TEXT, least=1, exact=True),
        check=lambda use: (
            ""
            if use.texts[0] in {"policy", "show", "search", "depends", "rdepends", "madison"}
            else f"{shown(use.texts[0])}: no question to the package lists"
        ),
    ),
    "rpm": program(
        "asks about packages; everything without `-q` is left out",
        "qailcdRf",
        flags="--query --all --info --list",
        operands=TEXT,
        check=lambda use: "" if use.has({"-q", "--query"}) else "rpm is not told to ask",
    ),
}
