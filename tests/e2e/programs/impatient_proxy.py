"""`gatepost acp` with little patience: the arguments are the agent's command."""

from __future__ import annotations

import asyncio
import os
import sys

from bot.client.acp import run_acp
from bot.client.relay import Patience
from bot.client.stdio import open_stdio


async def main(command: list[str]) -> int:
    """Stand between for as long as the command does; each step may take a second."""
    stdin, stdout = await open_stdio()
    url, token = os.environ["GATEPOST_URL"], os.environ["GATEPOST_TOKEN"]
    patience = Patience(step=1.0, farewell=1.0)
    try:
        return await run_acp(
            command, url=url, token=token, stdin=stdin, stdout=stdout, patience=patience
        )
    finally:
        stdout.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
