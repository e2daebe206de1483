"""Logs: one JSON object a line on standard error, ids and codes only, never a secret or a text."""

from __future__ import annotations

import logging
import sys

import structlog
import structlog.tracebacks
from structlog.typing import Processor

from bot.errors import Misconfigured

_LEVELS = ("debug", "info", "warning", "error")
# These log bodies and headers at their lower levels.
_TALKATIVE = ("slack_bolt", "slack_sdk", "aiohttp", "asyncio")
_STAMPED: tuple[Processor, ...] = (
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def set_up_logs(level: str) -> None:
    """Send everything at `level` or above to standard error. Raises Misconfigured."""
    if level.lower() not in _LEVELS:
        raise Misconfigured(f"`GATEPOST_LOG_LEVEL` must be one of {', '.join(_LEVELS)}")
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_STAMPED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))


def _formatter() -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_STAMPED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            # A frame's local variables hold tokens and payloads: where it broke is enough.
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(),
        ],
    )
