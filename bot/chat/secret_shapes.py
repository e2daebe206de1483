"""What secrets look like: issuers' prefixes, and the words before a value that make it a secret.

Prefixes as their issuers document them. Every pattern is linear: bounded before its secret, and
possessive where it repeats.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape: what it is called, strings of which one must occur, and the group `secret`."""

    kind: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]


def _token(kind: str, pattern: str, *needles: str) -> Shape:
    return Shape(kind, needles, re.compile(f"(?P<secret>{pattern})"))


def _within(kind: str, pattern: str, *needles: str) -> Shape:
    return Shape(kind, needles, re.compile(pattern))


_ALONE = r"(?<![A-Za-z0-9])"
_WORD = r"[A-Za-z0-9_-]"

# Between a name and its secret: a newline begins another command, and is never crossed.
_GAP = r"[ \t]"
# An unquoted value ends where a shell would end a word; `$(`, `{` or `<` first is no literal
# secret. Between quotes it may hold blanks, and still nothing that a shell could act upon: a
# quote that closes elsewhere than it seems must not take a command into the mask.
_BARE = r"(?![$({<\[%*-])[^\s\"'`;|&(){}<>\\,]++(?![(\[])"
_QUOTED = r"(?![$({<%*])(?:[^\"'`;|&$()<>{}\\\n]++|\$(?![({]))++"
VALUE = rf"(?:\\?(?P<quote>[\"']))?+(?P<secret>(?(quote){_QUOTED}|{_BARE}))"

NAME = (
    r"(?:pass(?:word|wd|phrase|code)|(?<![a-z])pass|(?<=[a-z0-9]_)pwd|secret|token|credential"
    r"|(?:api|access|account|secret|signing|encryption|private|shared|auth|master)[_-]?key)"
    r"(?:[_-]?(?:value|key|hash|base64|b64|prod|dev|test|access[_-]?key|[0-9]{1,4}))?"
    r"(?![a-z0-9_-])"
)
NAME_NEEDLES = ("pass", "pwd", "secret", "token", "credential", "key")
SECRET_NAME = re.compile(rf"{NAME}\Z")
# `--password x`: whether the word before the value is a flag is asked of the text around it.
FLAG_VALUE = re.compile(rf"{NAME}{_GAP}{{1,4}}{VALUE}")
FLAG_START = re.compile(r"(?:\A|[\s\"'=])--?[a-z0-9_-]{0,32}\Z")

TOKENS = (
    _token("AWS key id", rf"{_ALONE}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{16}}(?![A-Z0-9])",
           "AKIA", "ASIA", "ABIA", "ACCA"),
    _token("GitHub token", r"gh[pousr]_[A-Za-z0-9]{20,}+", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("GitHub token", r"github_pat_[A-Za-z0-9_]{20,}+", "github_pat_"),
    _token("GitLab token", r"gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-[A-Za-z0-9_.-]{16,}+",
           "glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-", "glft-", "glimt-",
           "glagent-", "gloas-"),
    _token("Slack token", r"x(?:ox[a-z]|app|wfp)[-.][A-Za-z0-9.-]{8,}+", "xox", "xapp-", "xwfp-"),
    _token("Slack webhook", r"(?<=hooks\.slack\.com/)[a-z]{4,12}/[A-Za-z0-9/_+-]{16,}+",
           "hooks.slack.com/"),
    _token("Stripe key", r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,}+", "_live_", "_test_"),
    _token("webhook secret", r"whsec_[A-Za-z0-9+/=_-]{16,}+", "whsec_"),
    # A digit is asked for: style sheets are full of words such as sk-loading-indicator.
    _token("API key", rf"{_ALONE}sk-(?=[A-Za-z_-]{{0,24}}[0-9]){_WORD}{{16,}}+", "sk-"),
    _token("npm token", r"npm_[A-Za-z0-9]{30,}+", "npm_"),
    _token("PyPI token", rf"pypi-{_WORD}{{16,}}+", "pypi-"),
    _token("Google API key", rf"AIza{_WORD}{{30,}}+", "AIza"),
    _token("Google token", rf"ya29\.{_WORD}{{20,}}+", "ya29."),
    _token("Google client secret", rf"GOCSPX-{_WORD}{{16,}}+", "GOCSPX-"),
    _token("Docker token", rf"dckr_[a-z]{{2,4}}_{_WORD}{{16,}}+", "dckr_"),
    _token("Hugging Face token", r"hf_[A-Za-z0-9]{24,}+", "hf_"),
    _token("Vault token", rf"{_ALONE}hv[bs]\.{_WORD}{{20,}}+", "hvs.", "hvb."),
    _token("SendGrid key", rf"{_ALONE}SG\.{_WORD}{{16,64}}\.{_WORD}{{16,}}+", "SG."),
    _token("DigitalOcean token", r"do[op]_v1_[a-f0-9]{32,}+", "_v1_"),
    _token("age key", r"AGE-SECRET-KEY-1[0-9A-Z]{32,}+", "AGE-SECRET-KEY-1"),
    _token("JWT", rf"(?<!{_WORD})eyJ{_WORD}{{8,}}+\.{_WORD}{{8,}}+(?:\.{_WORD}*+)?", "eyJ"),
    _token("Gatepost token", rf"gp_[a-z]{{2,12}}_{_WORD}{{12,}}+", "gp_"),
    # Programs that take a password behind a short flag.
    _within("password", rf"(?:mysql|mariadb)[a-z-]{{0,8}}\b[^\n;|&]{{0,60}}?{_GAP}-p(?=\S){VALUE}",
            "mysql", "mariadb"),
    _within("password", rf"\bsshpass{_GAP}{{1,4}}-p{_GAP}{{0,4}}{VALUE}", "sshpass"),
    _within("password", rf"\blogin\b[^\n;|&]{{0,60}}?{_GAP}-p{_GAP}{{0,4}}{VALUE}", "login"),
    _within("password", rf"\b(?:redis|valkey)-cli\b[^\n;|&]{{0,60}}?{_GAP}-a{_GAP}{{0,4}}{VALUE}",
            "-cli"),
    _within("password", rf"\bcurl\b[^\n;|&]{{0,80}}?{_GAP}(?:-u{_GAP}{{0,4}}|--user[ \t=])[\"']?"
            rf"[^\s:\"'$]{{1,64}}:(?P<secret>{_BARE})", "curl"),
)  # fmt: skip

# A blank after `=` alone is a shell's empty value with a command behind it.
_IS = rf"(?:{_GAP}{{1,8}}(?:=>|:=|=){_GAP}{{1,8}}|:=|=>|=|{_GAP}{{0,8}}:{_GAP}{{0,8}})"
# These are looked for in small letters.
LOWERED = (
    _within("secret", rf"{NAME}(?:\\?[\"'])?+{_IS}{VALUE}", *NAME_NEEDLES),
    _within("credential",
            rf"authorization(?:\\?[\"'])?+{_GAP}{{0,4}}[:=]{_GAP}{{0,4}}(?:\\?[\"'])?+"
            rf"(?:(?:bearer|basic|token|digest|negotiate|apikey|bot|key){_GAP}{{1,4}})?+"
            rf"(?P<secret>{_BARE})", "authorization"),
    _within("credential", rf"(?<![a-z])bearer{_GAP}{{1,4}}"
            r"(?P<secret>(?=[a-z._~+/=-]{0,40}[0-9]|[a-z._~+/=-]{24})[a-z0-9._~+/=-]{8,}+)",
            "bearer"),
    _within("password", r"://[^\s/@:\"'<>\[\]]{0,128}:"
            r"(?P<secret>[^\s/@\"'`;|&$(){}<>\\]{1,256})@", "://"),
    _within("credential", r"://(?P<secret>[a-z0-9_-]{20,}+)@", "://"),
)  # fmt: skip

PEM_START = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
# What may stand before a key: line breaks, raw or escaped, and headers such as Proc-Type.
PEM_HEAD = re.compile(
    r"(?:\\[nr]|\s){0,8}+(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash): [\w.,: +/()-]{1,80}"
    r"(?:\\[nr]|\s){1,8}+){0,4}"
)
# One line of Base64, long unless it is the last. A path can be spelled in these letters too: it has
# more slashes than chance gives to a key, or no digit, no capital or no small letter in it.
PEM_LINE = re.compile(
    r"(?!/(?:[A-Za-z0-9+]*/){2})(?=[A-Za-z+/]*[0-9])(?=[a-z0-9+/]*[A-Z])(?=[A-Z0-9+/]*[a-z])"
    r"[A-Za-z0-9+/]{40,}+={0,2}"
)
# A short last line, up to the end marker; a plain word there could be a command's name.
PEM_LAST = re.compile(
    r"(?![A-Za-z0-9+]*/[A-Za-z0-9+]*/)(?:[A-Za-z0-9+/]{1,38}+={1,2}"
    r"|(?=[A-Za-z+/]*[0-9])(?=[a-z0-9+/]*[A-Z])[A-Za-z0-9+/]{1,39}+)(?=(?:\\[nr]|\s){0,4}\Z)"
)
PEM_BREAK = re.compile(r"(?:\\[nr]|\s){1,4}+")
