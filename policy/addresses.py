"""Where an address leads: to a cloud's metadata service, to a private place, or out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address

from policy.spelling import MAX_NAME, undisguised

# RFC 3986, section 3.1. One letter is a drive of Windows.
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:")
_BARE_V6 = re.compile(r"[0-9a-f]*:[0-9a-f:.]*")
_BLANK = re.compile(r"\s")
_AUTHORITY_END = re.compile(r"[/?#]")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_V4_PARTS = 4

_METADATA_NAMES = (
    "metadata",
    "metadata.goog",
    "metadata.google.internal",
    "metadata.tencentyun.com",
    "instance-data",
    "instance-data.ec2.internal",
)
# Outside 169.254.0.0/16: Alibaba Cloud, Azure's wire server, Oracle Cloud; EC2 and EKS over IPv6.
_METADATA_V4 = frozenset(map(IPv4Address, ("100.100.100.200", "168.63.129.16", "192.0.0.192")))
_METADATA_V6 = frozenset(map(IPv6Address, ("fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254")))
# Names that answer with the address which they spell.
_MIRRORS = ("nip.io", "sslip.io", "xip.io")
# Names inside a site (RFC 6761, 6762, 8375), and public ones that are known to lead to 127.0.0.1.
_INSIDE = (
    *(".localhost", ".localdomain", ".local", ".internal", ".intranet", ".lan", ".home", ".corp"),
    *(".home.arpa", ".localtest.me", ".lvh.me"),
)
_SPELLED = re.compile(r"(?:^|[.-])((?:\d{1,3}[.-]){3}\d{1,3}|[0-9a-f]{8})(?=[.-])")
# IPv4 inside IPv6: RFC 6052 (NAT64), RFC 3056 (6to4), RFC 4291 (compatible).
_NAT64 = IPv6Address("64:ff9b::")
_LOW_32 = 0xFFFF_FFFF


class Place(StrEnum):
    """What kind of place an address names."""

    METADATA = "metadata"
    PRIVATE = "private"
    PUBLIC = "public"


def is_web_address(text: str) -> bool:
    """Whether `text`, undisguised, begins with a scheme that is not that of a file."""
    is_scheme = bool(_SCHEME.match(text)) and not _BARE_V6.fullmatch(text)
    return is_scheme and not text.startswith("file:")


def place_of(text: str) -> Place | None:
    """Where the address or bare host in `text` leads; None where it holds neither."""
    return place_in(undisguised(text).strip())


def place_in(plain: str) -> Place | None:
    """As `place_of`, of a text that is undisguised and has no blanks around it.

    Without a scheme only a name with dots or an IPv6 address is taken for a host.
    """
    is_web = is_web_address(plain)
    host = _host(plain, is_web=is_web)
    if len(host) > MAX_NAME:
        return None
    bare = not is_web and "." not in host and ":" not in host
    if not host or bare or _BLANK.search(host):
        return None
    address = _address(host)
    return _place_of_name(host) if address is None else _place_of_address(address)


def may_be_metadata(text: str, *, bare: bool = False) -> bool:
    """Whether any reader could take `text` for an address of a cloud's metadata service.

    Readers differ on what ends a host, and on whether a backslash and an encoded slash do: each
    way counts. Only the host is looked at, whatever follows it. `bare`: a host needs no scheme.
    """
    found = {text.strip().casefold(), undisguised(text).strip()}
    if bare:
        found |= {f"http://{one.lstrip('/')}" for one in found if not is_web_address(one)}
    readings = {spelled for one in found for spelled in _spellings(one)}
    return any(place_in(one) is Place.METADATA for one in readings)


def _spellings(plain: str) -> Iterator[str]:
    yield plain
    if is_web_address(plain) and "@" in plain:
        scheme, _, rest = plain.partition(":")
        authority = rest.replace("\\", "/").lstrip("/").split("/", 1)[0]
        for one in (authority, rest.lstrip("/\\")):
            yield f"{scheme}://{one.rsplit('@', 1)[-1]}"


def host_of(text: str) -> str:
    """The host of the web address in `text`, in small letters; "" where it is none."""
    plain = undisguised(text).strip()
    if len(plain) > MAX_NAME or not is_web_address(plain):
        return ""
    return _host(plain, is_web=True)


def _host(plain: str, *, is_web: bool) -> str:
    # Browsers read a backslash as a slash and drop line breaks (WHATWG URL, section 4.4); IDNA
    # takes the ideographic full stop for a dot.
    text = plain.replace("\\", "/").replace("\n", "").replace("\u3002", ".")
    rest = _SCHEME.sub("", text, count=1) if is_web else text
    authority = _AUTHORITY_END.split(rest.lstrip("/"), maxsplit=1)[0].rsplit("@", 1)[-1]
    if authority.startswith("["):
        return authority[1:].split("]", 1)[0]
    return authority if authority.count(":") > 1 else authority.split(":", 1)[0].rstrip(".")


def _address(host: str) -> IPv4Address | IPv6Address | None:
    if ":" not in host:
        return _v4(host)
    try:
        return _unwrapped(IPv6Address(host.split("%", 1)[0]))
    except ValueError:
        return None


def _v4(host: str) -> IPv4Address | None:
    """Every spelling that `inet_aton` takes: one to four numbers, decimal, octal or hexadecimal."""
    parts = host.split(".")
    if len(parts) > _V4_PARTS or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    numbers = [_number(part) for part in parts]
    *heads, tail = numbers
    value = tail
    for index, head in enumerate(heads):
        value += head << (24 - 8 * index)
    fits = all(head < 1 << 8 for head in heads) and tail < 1 << (8 * (_V4_PARTS - len(heads)))
    return IPv4Address(value) if fits else None


def _number(part: str) -> int:
    # Twelve digits hold any address in any base; longer ones are none, and slow to read.
    digits = part.removeprefix("0x").lstrip("0")[:13] or "0"
    if part.startswith("0x"):
        return int(digits, 16)
    octal = part.startswith("0") and set(digits) <= set("01234567")
    return int(digits, 8 if octal else 10)


def _unwrapped(address: IPv6Address) -> IPv4Address | IPv6Address:
    inner = address.ipv4_mapped or address.sixtofour
    if inner is None and int(address) >> 32 in {0, int(_NAT64) >> 32} and int(address) > 1:
        inner = IPv4Address(int(address) & _LOW_32)
    return inner or address


def _place_of_address(address: IPv4Address | IPv6Address) -> Place:
    # Clouds answer on several addresses of the link-local block, and nothing else does.
    linked = isinstance(address, IPv4Address) and address.is_link_local
    if linked or address in _METADATA_V4 or address in _METADATA_V6:
        return Place.METADATA
    return Place.PUBLIC if address.is_global else Place.PRIVATE


def _place_of_name(host: str) -> Place:
    if host in _METADATA_NAMES:
        return Place.METADATA
    spelled = _SPELLED.search(host) if host.endswith(_MIRRORS) else None
    if spelled:
        return _place_of_spelled(spelled[1])
    inside = "." not in host or f".{host}".endswith(_INSIDE)
    return Place.PRIVATE if inside else Place.PUBLIC


def _place_of_spelled(digits: str) -> Place:
    dotted = digits.replace("-", ".")
    address = _v4(dotted if "." in dotted else f"0x{dotted}")
    return Place.PRIVATE if address is None else _place_of_address(address)
