"""The deny floor for command lines: read strictly for CLEAR, read loosely for HIT."""

from policy.shell.floor.judge import judge_line

__all__ = ["judge_line"]
