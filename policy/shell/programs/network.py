"""Addresses, routes and sockets of this machine: nothing here speaks to another one."""

from __future__ import annotations

import re

from policy.shell.options import NONE, TEXT, Kind, Operands, Program, program
from policy.shell.scene import Scene
from policy.shell.words import Word, listed, shown

_IP_OPTIONS = listed(
    "-4 -6 -o -s -d -c -br -brief -j -json -p -pretty -h -human -details -stats -oneline -color"
)
_IP_OBJECTS = re.compile(
    r"a|ad|addr|address|l|li|link|r|ro|route|n|ne|neigh|neighbor|rule|ru|maddr|netconf"
)
# Not `s`: to `ip link` it is short for `set`.
_IP_SHOWS = re.compile(r"sh|show|ls|list|lst")
_IP_WORD = re.compile(r"[A-Za-z0-9_.:/@-]+")


class _Ip:
    why = "shows addresses and routes; batches (`-b`), other name spaces and changes are left out"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Options, an object, and `show` or nothing."""
        del scene
        words = [word.text for word in arguments]
        while words and words[0] in _IP_OPTIONS:
            words.pop(0)
        known = bool(words) and _IP_OBJECTS.fullmatch(words[0])
        if not known or (len(words) > 1 and not _shows(words[1:])):
            return f"{shown(' '.join(words))}: no question to ip that is known to only show"
        return ""


def _shows(words: list[str]) -> bool:
    # `ip route get` asks the kernel for one route.
    verb = _IP_SHOWS.fullmatch(words[0]) or words[0] == "get"
    return bool(verb) and all(map(_IP_WORD.fullmatch, words[1:]))


PROGRAMS: dict[str, Program | _Ip] = {
    "ip": _Ip(),
    "ss": program(
        "lists sockets; killing them (`-K`), dumps (`-D`) and filter files are left out",
        "tuplnaeomisxw460HOZS",
        flags="--tcp --udp --listening --numeric --processes --all --summary --unix --no-header"
        " --extended --memory --options --info",
        values="-A -f --query --family",
        operands=TEXT,
    ),
    "netstat": program(
        "lists sockets and routes; repeating is left out",
        "tulnpaesrigoWxw46lNFv",
        flags="--tcp --udp --listening --numeric --programs --all --route --interfaces"
        " --statistics",
    ),
    "ifconfig": program(
        "shows interfaces; a second operand would set something",
        "as",
        operands=Operands(Kind.TEXT, most=1),
    ),
    "arp": program("shows the table of neighbours", "aen"),
    "route": program("shows routes; an operand would change them", "en46", operands=NONE),
}
