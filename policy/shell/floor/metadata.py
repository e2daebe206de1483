"""A cloud's metadata service, in every spelling that reaches it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policy import addresses
from policy.addresses import Place
from policy.shell.floor.commands import Command
from policy.shell.floor.data import acting
from policy.shell.floor.findings import Finding, doubt, hit
from policy.spelling import MAX_NAME, undisguised

NETWORK = frozenset(
    {
        *("curl", "wget", "nc", "ncat", "netcat", "socat", "telnet", "http", "https", "xh", "xhs"),
        *("aria2c", "lynx", "links", "w3m", "elinks", "fetch", "ftp", "lftp", "sftp", "scp", "ssh"),
        *("rsync", "ping", "ping6", "traceroute", "mtr", "openssl", "nmap", "ab", "wrk", "hey"),
        *("grpcurl", "websocat", "axel", "curlie", "httpie", "wget2", "invoke-webrequest", "iwr"),
    }
)
# They change or ask about the way there, and do not go.
_ABOUT = frozenset(
    {
        *(
            "ip",
            "iptables",
            "ip6tables",
            "nft",
            "ufw",
            "route",
            "ifconfig",
            "firewall-cmd",
            "whois",
        ),
        *("dig", "host", "nslookup", "drill", "getent", "arp", "tcpdump", "tshark", "netstat"),
    }
)
_MAY_BE_ADDRESS = re.compile(r"[0-9]|metadata|instance-data|[^\x00-\x7f]|::", re.IGNORECASE)
_DEVICE = re.compile(r"/dev/(?:tcp|udp)/([^/]+)")
_ENDS = re.compile(r"[$\s\\'\"`]")
_BETWEEN = re.compile(r"[=,@\s|<>\"'`()]+")
_CURL_GLOB = re.compile(r"[\[{]([0-9a-fA-Fx]+)(?:-\1)?[\]}]")
_MOST = 16


def metadata(command: Command) -> Iterator[Finding]:
    """Whether `command` goes to a metadata service."""
    found = doubt if command.program in _ABOUT else hit
    texts = [term.text for term in acting(command)]
    texts += [redirection.target.text for redirection in command.redirections]
    bare = command.program in NETWORK
    if any(leads_there(text, bare=bare) for text in texts):
        yield found("a cloud's metadata service")


def leads_there(text: str, *, bare: bool = False) -> bool:
    """Whether an address in `text` is a metadata service; `bare`: a lone number or name counts."""
    if len(text) > MAX_NAME or not _MAY_BE_ADDRESS.search(text):
        return False
    return any(_is_metadata(one, bare=bare) for one in _addresses(text))


def _addresses(text: str) -> Iterator[str]:
    device = _DEVICE.search(text)
    if device:
        yield f"http://{device[1]}"
    plain = _CURL_GLOB.sub(r"\1", undisguised(text).strip())
    yield plain
    yield from _BETWEEN.split(plain, maxsplit=_MOST)


def _is_metadata(plain: str, *, bare: bool) -> bool:
    address = _ENDS.split(plain, maxsplit=1)[0]
    if addresses.place_in(address) is Place.METADATA:
        return True
    # `--resolve name:80:ADDRESS` and `::ADDRESS:80` hold it between colons.
    parts = address.split(":", _MOST) if "://" not in address and address.count(":") > 1 else ()
    if any("." in part and addresses.place_in(part) is Place.METADATA for part in parts):
        return True
    lone = bare and address and "://" not in address and not address.startswith(("-", "/"))
    return bool(lone) and addresses.place_in(f"http://{address}") is Place.METADATA
