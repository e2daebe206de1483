"""Programs in another language that stand on a command line: `python3 -c`, `node -e`, `awk`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policy.guarded import Guard
from policy.paths import Place
from policy.shell.floor.commands import Command
from policy.shell.floor.destruction import ALL_LOST, whole
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.metadata import leads_there
from policy.shell.floor.places import guard, guard_of_writing, is_secret_file, places_in
from policy.shell.floor.secret_names import is_secret

_INTERPRETER = re.compile(
    r"(?:python|pypy|perl|ruby|php|lua|node|nodejs)[0-9.]*|deno|bun|rscript|osascript|pwsh|powershell"
    r"|tclsh|julia|elixir|groovy|jshell|guile|[gmn]?awk|jq"
)
_TOKEN = re.compile(r"[^\s\"'`(),;<>\[\]{}|+&]{2,}")
_STRING = re.compile(r'"[^"]*"')
_OPENS = re.compile(r"getline|>|\||system|ARGV")
_FORKING = ("perl", "python", "ruby", "php")
MOST_TOKENS = 2_000
_WRITES = re.compile(
    r"write|open\([^)]{0,200},\s*['\"][wax+]|\bdump\b|unlink|remove|rmtree|>|rename|copy"
)
_ENVIRONMENT = re.compile(
    r"(?:environ|getenv|ENVIRON|\bENV|\benv)\b\W{0,4}(?:get\W{1,3}|fetch\W{1,3})?([A-Z][A-Z0-9_]{2,60})"
)
_TELLS = re.compile(
    r"print|console|puts|echo|write|say|urlopen|requests|fetch|socket|post|send|\bp\b|log"
)
_EXPRESSIONS = re.compile(r"-p|-pe|--print|jq|-rn?|-n")
_DELETES = re.compile(
    r"(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_entry|rimraf|removeSync|remove_tree|rmdir_r"
    r"|removeAll|\brm)\s*\(?\s*(?:\w+\.)*(?:expanduser\(|path\()?['\"]([^'\"]{0,200})['\"]"
)
_FORKS = re.compile(
    r"fork\s+while\s+fork|while\b[^\n]{0,40}\n?\s{0,8}[^\n]{0,20}fork\(\)|fork\(\)\s*while"
)
_SOCKET = re.compile(
    r"\bsocket\b|TCPSocket|require\(.net.\)|fsockopen|net\.(?:Socket|connect|createConnection)"
    r"|/inet/tcp/|TCPClient",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"subprocess|pty\.spawn|os\.system|\bexec(?:[lv][pe]?e?|Sync|File)?\b|popen|spawn|dup2"
    r"|child_process|\bsystem\b|`[^`]*sh\b|/bin/(?:ba|z|da)?sh|\biex\b",
    re.IGNORECASE,
)
_TICKED = re.compile(r"`([^`]{1,400})`")
_TICKING = ("perl", "ruby", "php")
_SPEAKS = re.compile(
    r"requests|urllib|urlopen|http|\bfetch\b|\bLWP\b|socket|\bINET\b|axios|smtplib|ftplib|TCPSocket",
    re.IGNORECASE,
)
_SHELLS_OUT = re.compile(
    r"(?:system|popen|exec\w*|spawn\w*|run|call|check_output|qx|getoutput|shell_exec|passthru"
    r"|Process)\s*[(\[{]*\s*(\"(?:[^\"\\]|\\.){1,400}\"|'(?:[^'\\]|\\.){1,400}')"
)


def is_interpreter(program: str) -> bool:
    """Whether `program` runs code that stands in its arguments or its input."""
    return _INTERPRETER.fullmatch(program) is not None


def texts_of(command: Command) -> Iterator[str]:
    """The code that `command` is given; nothing for what is no interpreter."""
    if is_interpreter(command.program):
        yield from (word for word in command.words if len(word) > len("-x"))
        if command.fed is not None:
            yield command.fed


def shelled_out(command: Command) -> Iterator[str]:
    """The command lines that the code hands to a shell, as far as they stand in it."""
    for text in texts_of(command):
        for found in _SHELLS_OUT.finditer(text):
            yield found[1][1:-1].replace("\\", "")
        if command.program.startswith(_TICKING):
            yield from (found[1] for found in _TICKED.finditer(text))


def coded(command: Command, own: tuple[Place, ...]) -> Iterator[Finding]:
    """What the code names, deletes, tells or opens that nobody may."""
    for text in texts_of(command):
        yield from _named(_naming_part(text, command.program), own)
        yield from _told(text, command)
        if any(whole(found[1]) for found in _DELETES.finditer(text)):
            yield hit(ALL_LOST)
        if _FORKS.search(text) and command.program.startswith(_FORKING):
            yield hit("a fork bomb")
        if _SOCKET.search(text) and _RUNS.search(text):
            yield hit("opens a shell to another machine")


def _naming_part(text: str, program: str) -> str:
    """The part of `text` that may open what it names: of `awk`, strings beside a redirection."""
    if program == "jq":
        return ""
    if program.endswith("awk"):
        return " ".join(_STRING.findall(text)) if _OPENS.search(text) else ""
    return text


def _named(text: str, own: tuple[Place, ...]) -> Iterator[Finding]:
    writes, speaks = _WRITES.search(text) is not None, _SPEAKS.search(text) is not None
    for index, token in enumerate(_TOKEN.finditer(text)):
        if index >= MOST_TOKENS:
            yield doubt("more code than is read")
            return
        if leads_there(token[0]):
            yield hit("a cloud's metadata service")
        for named in places_in(token[0]) if "/" in token[0] or "." in token[0] else ():
            if guard(named, own) is Guard.DENIED:
                yield hit("a guarded place")
            if speaks and named.place.parts and is_secret_file(named.place.parts[-1]):
                yield hit("sends a secret to another machine")
            if guard_of_writing(named) is Guard.DENIED:
                yield hit("what switches a gate") if writes else doubt("what switches a gate")


def _told(text: str, command: Command) -> Iterator[Finding]:
    if any(is_secret(found[1]) for found in _ENVIRONMENT.finditer(text)):
        tells = _TELLS.search(text) or any(
            map(_EXPRESSIONS.fullmatch, (*command.words, command.program))
        )
        because = "tells a credential from a variable"
        yield hit(because) if tells else doubt(because)
