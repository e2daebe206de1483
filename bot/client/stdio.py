"""Our own standard input and output as asynchronous streams."""

from __future__ import annotations

import asyncio
import sys
from typing import BinaryIO

from .agent_process import FRAME_LIMIT
from .errors import CannotStart


async def open_stdio(
    source: BinaryIO | None = None, sink: BinaryIO | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open standard input and output, or the two pipes that are given.

    Raises CannotStart where one of them is neither a pipe, a socket nor a terminal.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=FRAME_LIMIT)
    try:
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), source or sys.stdin.buffer
        )
        transport, protocol = await loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), sink or sys.stdout.buffer
        )
    except (ValueError, OSError) as fault:
        raise CannotStart("standard input and output must be pipes") from fault
    # What has been drained has left this process, so that nothing is lost when it ends.
    transport.set_write_buffer_limits(high=0)
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)
