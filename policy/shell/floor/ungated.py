"""Ways around the gate itself: agents started without it, and Gatepost stopped or told off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policy.shell.floor.commands import Command
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.script import Script

# For each agent: words that start it without asking anybody. Compared in small letters.
_UNGATED: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "claude": r"--(?:allow-)?dangerously-skip-permissions.*|bypasspermissions"
        r"|--permission-mode=bypasspermissions|--bare|--safe-mode"
        r"|.*(?:disableallhooks|\"bypasspermissions).*",
        "codex": r"--yolo|--dangerously-bypass-.*|danger-full-access|--sandbox=danger-full-access"
        r"|-sdanger-full-access|never|--ask-for-approval=never|-anever"
        r"|(?:-c|--config=)?approval_policy=[\"']?never[\"']?"
        r"|(?:-c|--config=)?sandbox_mode=[\"']?danger-full-access[\"']?",
        "gemini": r"--yolo|-[a-z]*y|yolo|--approval-mode=yolo",
        "qwen": r"--yolo|-[a-z]*y|yolo|--approval-mode=yolo",
        "copilot": r"--allow-all-tools|--allow-all|--yolo|--allow-all-paths",
        "cursor-agent": r"-f|--force|--yolo",
        "opencode": r"--dangerously-skip-permissions|--yolo|--auto",
        "kiro-cli": r"--trust-all-tools|-a",
        "q": r"--trust-all-tools|-a",
        "amp": r"--dangerously-allow-all",
        "crush": r"--yolo|-y",
        "aider": r"--yes-always|--yes",
        "droid": r"--skip-permissions-unsafe",
    }.items()
}
# What package runners call them.
_PACKAGES = {
    "@anthropic-ai/claude-code": "claude",
    "@openai/codex": "codex",
    "@google/gemini-cli": "gemini",
    "@qwen-code/qwen-code": "qwen",
    "@github/copilot": "copilot",
    "@sourcegraph/amp": "amp",
    "opencode-ai": "opencode",
    "aider-chat": "aider",
}
_RUNNERS = frozenset({"npx", "bunx", "pnpm", "npm", "yarn", "bun", "uvx", "pipx", "uv", "deno"})
_RUNNER_WORDS = frozenset({"dlx", "exec", "run", "x", "tool", "--"})
_VERSION = re.compile(r"(?<=.)@[\w.-]+$")
# Variables that open the gate, or show the agent other settings than those with the gate.
_OPEN_SETTINGS = re.compile(
    r"(?:claude_config_dir=|codex_home=|gemini_cli_home=|kiro_home=|opencode_config(?:_\w+)?="
    r"|copilot_home=|xdg_config_home=|home=|opencode_permission|goose_mode=auto|claude_code_.*bypass)",
    re.IGNORECASE,
)
_STOPS = {
    "systemctl": frozenset({"stop", "disable", "mask", "kill"}),
    "service": frozenset({"stop"}),
    "docker": frozenset({"stop", "rm", "kill", "pause"}),
    "podman": frozenset({"stop", "rm", "kill", "pause"}),
    "kubectl": frozenset({"delete", "scale"}),
    "helm": frozenset({"uninstall", "delete"}),
    "pip": frozenset({"uninstall"}),
    "pip3": frozenset({"uninstall"}),
    "uv": frozenset({"uninstall"}),
    "pipx": frozenset({"uninstall"}),
    "brew": frozenset({"uninstall", "services"}),
    "launchctl": frozenset({"unload", "bootout", "stop", "disable"}),
    "pkill": frozenset(),
    "killall": frozenset(),
}
_GATEPOST = re.compile(r"(?:[a-z.]*/)?gatepost(?:-server)?(?:\.service)?")


def ungated(command: Command) -> Iterator[Finding]:
    """Whether `command` starts an agent that asks nobody, or stops Gatepost."""
    agent, words = _agent(command)
    if agent:
        unasked = any(_UNGATED[agent].fullmatch(word.lower()) for word in words)
        settings = any(_OPEN_SETTINGS.match(term.text) for term in command.assigned)
        yield (
            hit("starts an agent without a gate")
            if unasked or settings
            else doubt("starts an agent")
        )
    if _stops_gatepost(command):
        yield hit("stops Gatepost")


def _agent(command: Command) -> tuple[str, tuple[str, ...]]:
    """Which agent is started, and with which words; directly or by a package runner."""
    if command.program in _UNGATED:
        return command.program, command.words
    if command.program not in _RUNNERS:
        return "", ()
    for index, word in enumerate(command.words):
        name = _VERSION.sub("", word.lower())
        name = _PACKAGES.get(name, name)
        if name in _UNGATED:
            return name, command.words[index + 1 :]
        if not (word.startswith("-") or word in _RUNNER_WORDS):
            break
    return "", ()


def _stops_gatepost(command: Command) -> bool:
    if command.program == "kill":
        return any(map(_finds_gatepost, command.nested))
    stopping = _STOPS.get(command.program)
    if stopping is None or not any(map(_is_gatepost, command.words)):
        return False
    return not stopping or bool(stopping & set(command.operands))


def _is_gatepost(word: str) -> bool:
    return _GATEPOST.fullmatch(word.lower().split(" ", 1)[0]) is not None


def _finds_gatepost(script: Script) -> bool:
    words = [term.text for one in script.statements for term in one.words]
    return words[:1] in (["pgrep"], ["pidof"]) and any(map(_is_gatepost, words))
