"""`python -m bot`: the `gatepost` command."""

from __future__ import annotations

from bot.cli import gatepost


def main() -> None:
    """Run the command line; the process ends with an exit code of `gatepost`."""
    gatepost(prog_name="gatepost")


if __name__ == "__main__":
    main()
