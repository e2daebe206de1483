"""Asking a tool for its version, in exactly one word: any other word would start its work.

Left out are tools that take a program from the project first even for this: rustup's (`path` in
rust-toolchain.toml), yarn (.yarnrc), mvn (.mvn), gradle, pnpm, tsc, pytest, flake8, ansible.
"""

from __future__ import annotations

from policy.shell.scene import Scene
from policy.shell.words import Word, shown

_VERSIONS = {
    "--version": "bash bun clang clang++ cmake consul"
    " curl deno fish g++ gcc gdb ghc git-lfs htop java javac just kind"
    " ld lua make minikube mypy mysql nano ninja node npm nvim nvcc perl php pip pip3 pipx"
    " pkg-config podman postgres psql python python2 python3 redis-cli redis-server ruby"
    " ruff screen shellcheck sqlite3 swift uv vault vi vim virtualenv wget"
    " zig zsh aws gh docker docker-compose git jq yq rg fd bat tree less grep sed awk gawk find tar"
    " ls cat sort helm az gcloud terraform systemctl journalctl tmux ssh-keygen lsof"
    " envsubst xz gzip unzip strace protoc openssl",
    "-version": "java javac kotlin kotlinc scala ffmpeg ffprobe",
    "--help": "ls cat grep sort find sed",
    "-V": "python python3 ruby pip pip3 ssh tmux nvcc curl wget ",
    "-v": "node npm ruby php perl nginx bun",
    "version": "go kubectl helm terraform docker openssl podman consul vault zig minikube"
    " kind gcloud",
}
ASKS: dict[str, frozenset[str]] = {
    name: frozenset(word for word, names in _VERSIONS.items() if name in names.split())
    for names in _VERSIONS.values()
    for name in names.split()
}


def asks_for_version(name: str, arguments: tuple[Word, ...]) -> bool:
    """Whether `name` is told nothing but to tell its version."""
    return len(arguments) == 1 and arguments[0].plain and arguments[0].text in ASKS.get(name, ())


class Version:
    """A tool of which nothing else is known."""

    why = "tells its version"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Whatever else it is told is its work, which nobody here reads."""
        del scene
        word = shown(arguments[0].raw) if arguments else "nothing"
        return f"{word}: only asking for the version is known to be harmless"


PROGRAMS = dict.fromkeys(ASKS, Version())
