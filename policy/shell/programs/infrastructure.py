"""terraform and openssl: the parts that print what is already there."""

from __future__ import annotations

from policy.shell.options import EXACT, NONE, Kind, Operands, Program, Use, program
from policy.shell.programs.families import Family


def _checks_only(use: Use) -> str:
    return "" if use.has({"-check"}) else "without -check it would rewrite files"


_TERRAFORM = Family(
    why="prints what is known; plans, providers (which are programs of the project), other folders"
    " (`-chdir`) and outputs in full, which hold secrets, are left out",
    before=program(""),
    commands={
        "version": program("tells the version", flags="-json", words=True),
        "state list": program("lists what is managed", values="-id", words=True, operands=EXACT),
        "workspace list": program("lists workspaces"),
        "workspace show": program("tells the workspace"),
        "providers": program("lists the providers that are wanted"),
        "output": program("prints outputs, secrets left out; `-json` and names would show them"),
        "fmt": program(
            "tells whether files are formatted; `-diff` runs a program",
            flags="-check -recursive",
            words=True,
            operands=EXACT,
            check=_checks_only,
        ),
    },
)

_CERTIFICATE = program(
    "shows a certificate; output files, configurations, engines and serial files are left out",
    flags="-noout -text -dates -subject -issuer -serial -fingerprint -enddate -startdate -sha256"
    " -sha1 -purpose -pubkey -modulus -email -subject_hash -issuer_hash -ocsp_uri -alias -verify",
    values="-inform -nameopt -certopt -checkend -ext -checkhost -checkip -checkemail",
    paths="-in",
    words=True,
    operands=NONE,
)
_OPENSSL = Family(
    why="shows certificates and sums; connections, keys and output files are left out",
    before=program(""),
    commands={
        "version": program("tells the version", "abdefoprv"),
        "x509": _CERTIFICATE,
        "req": _CERTIFICATE,
        "crl": _CERTIFICATE,
        "dgst": program(
            "prints checksums",
            flags="-sha1 -sha256 -sha384 -sha512 -md5 -hex -r -c",
            words=True,
            operands=Operands(Kind.CONTENTS),
        ),
    },
)

PROGRAMS: dict[str, Program | Family] = {
    **dict.fromkeys(("terraform", "tofu"), _TERRAFORM),
    "openssl": _OPENSSL,
}
