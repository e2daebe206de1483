"""Our own standard input and output as asynchronous streams."""

from __future__ import annotations

import asyncio
import os
import stat
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
    source, sink = source or sys.stdin.buffer, sink or sys.stdout.buffer
    if not (_can_be_waited_for(source) and _can_be_waited_for(sink)):
        raise CannotStart("standard input and output must be pipes")
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=FRAME_LIMIT)
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
        transport, protocol = await loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), sink
        )
    except (ValueError, OSError) as fault:
        raise CannotStart("standard input and output must be pipes") from fault
    # What has been drained has left this process, so that nothing is lost when it ends.
    transport.set_write_buffer_limits(high=0)
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)


def _can_be_waited_for(stream: BinaryIO) -> bool:
    # asyncio takes any device and finds out too late that the kernel cannot wait for `/dev/null`.
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (ValueError, OSError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stream.isatty()
