"""The proxy by itself, as the command line starts it: the arguments are the agent's command."""

from __future__ import annotations

import os
import sys

from bot.client.acp import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ["GATEPOST_URL"], os.environ["GATEPOST_TOKEN"]))
