"""One use of git: what stands before the command, which command it is, and what may be believed."""

from __future__ import annotations

from policy.shell.programs.git.commands import SUBCOMMANDS
from policy.shell.programs.git.uses import Subcommand
from policy.shell.scene import Git, Scene
from policy.shell.words import Word, listed, shown

# Before the command. Left out: `-C`, `--git-dir`, `--work-tree`, `-c`, `--config-env`, `-p` and
# `--exec-path`, each of which may bring in another configuration or a program.
_BEFORE = listed(
    "--no-pager -P --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs"
    " --icase-pathspecs --no-replace-objects"
)
# Uses of a command that is not immune, which read only names.
_IMMUNE_USES = (("branch", "--show-current"),)
_MOST_WORDS = 2


class GitReader:
    """The questions to a repository that only read."""

    why = "answers questions about the repository; what changes it, or another place, is left out"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Why this use is not proven to only read; "" where it is."""
        if scene.git is Git.ASK:
            return "`git`: no use of it is proven here"
        if scene.moved:
            return "`git`: after `cd`, another repository's configuration counts"
        start = 0
        while start < len(arguments) and arguments[start].raw in _BEFORE:
            start += 1
        if [word.raw for word in arguments[start:]] == ["--version"]:
            return ""
        found = _subcommand(arguments[start:])
        if found is None:
            told = arguments[start].raw if start < len(arguments) else "nothing"
            return f"{shown(told)}: no command of git that is known to only read"
        subcommand, count = found
        rest = arguments[start + count :]
        if scene.git is Git.IMMUNE_ONLY and not _is_immune(subcommand, arguments[start:]):
            told = arguments[start].raw
            return f"{shown(told)}: git may run programs that the repository's configuration names"
        return subcommand.program.refusal(rest, scene)


def _subcommand(words: tuple[Word, ...]) -> tuple[Subcommand, int] | None:
    """The longest command that `words` begin with, and of how many words it is."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        name = " ".join(word.text for word in words[:count])
        if name in SUBCOMMANDS and all(word.plain for word in words[:count]):
            return SUBCOMMANDS[name], count
    return None


def _is_immune(subcommand: Subcommand, words: tuple[Word, ...]) -> bool:
    if tuple(word.raw for word in words) in _IMMUNE_USES:
        return True
    return subcommand.immune is not None and all(
        subcommand.immune.fullmatch(word.text) for word in words
    )
