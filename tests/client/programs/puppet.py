"""An agent whose words a test speaks: it carries bytes between its own stdio and a unix socket.

Called with the socket's path and the code to exit with when the test closes the socket, or with
`stay` for an agent that only a signal ends. A signal is heard once all input has been carried.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def carry_input(line: socket.socket) -> None:
    """Carry what comes in, then say that no more will."""
    while chunk := os.read(0, 65536):
        line.sendall(chunk)
    line.shutdown(socket.SHUT_WR)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def main(path: str, ending: str) -> int:
    """Carry until the test closes its side."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    threading.Thread(target=carry_input, args=(line,), daemon=True).start()
    while chunk := line.recv(65536):
        written = 0
        while written < len(chunk):
            written += os.write(1, chunk[written:])
    if ending == "stay":
        signal.pause()
    return int(ending)


if __name__ == "__main__":
    # No clean-up at the end: the reading thread may still sit in a system call.
    os._exit(main(sys.argv[1], sys.argv[2]))
