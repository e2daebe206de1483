"""What is settled already for one request, read from the store in one go."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from policy.grants import Grant
from policy.request import ToolCall
from policy.shell.second import SecondReader


class Mode(StrEnum):
    """How much of a session is decided without a person. Not ordered."""

    ASK = "ask"
    READS = "reads"
    READ_ONLY = "read_only"
    REJECT_ALL = "reject_all"


class Surface(StrEnum):
    """Where a session runs. On `headless` nobody can be asked; `side` only ever reads."""

    SLACK = "slack"
    DASHBOARD = "dashboard"
    TERMINAL = "terminal"
    SIDE = "side"
    WEBHOOK = "webhook"
    CRON = "cron"
    SUBAGENT = "subagent"
    BACKGROUND = "background"
    HEARTBEAT = "heartbeat"
    TASKRUNNER = "taskrunner"
    HEADLESS = "headless"


# Nobody watches a session on these while it runs.
UNATTENDED = frozenset(
    {
        Surface.CRON,
        Surface.SUBAGENT,
        Surface.BACKGROUND,
        Surface.HEARTBEAT,
        Surface.TASKRUNNER,
    }
)


class TrustGrade(StrEnum):
    """How far a credential is out of the agent's own reach, the weakest first."""

    SAME_USER = "same_user"
    ISOLATED = "isolated"
    ENGINE = "engine"


class SessionState(StrEnum):
    """Whether a session may still ask."""

    OPEN = "open"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Context:
    """Where the host says that the agent works; "" where it did not say."""

    repo: str = ""
    dir: str = ""
    branch: str = ""
    host: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """An agent's session as it was opened; times in milliseconds of the store's clock.

    `fidelity_aware`: its connector declared, before the first frame, that it can tell a person
    which parts of a child's request are unproven.
    """

    id: str
    credential: str
    agent: str
    requester: str
    mode: Mode = Mode.ASK
    surface: Surface = Surface.SLACK
    fidelity_aware: bool = False
    state: SessionState = SessionState.OPEN
    title: str = ""
    channel: str = ""
    parent: str = ""
    workflow: str = ""
    external_id: str = ""
    context: Context = field(default_factory=Context)
    opened_at: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """The settled facts around one request; `now` in milliseconds of the store's clock.

    `call` is what the host announced in the request's own scope, None where it announced nothing.
    `denied`: digests that a person refused in this session within the deny memory.
    `approver`: a channel to ask in and somebody who may answer exist. `own_paths`: where this
    installation keeps its data, settings and socket (absolute paths); no agent may touch them.
    `parent`: the session to which a `side` session belongs, None where it was not found.
    `grade`: of the credential that the session was opened with. `second`: the other reader of
    command lines; without it no command line is ever proven. `passed`: the stages of the session's
    workflow whose gates were passed, and whose passes were consumed.
    """

    now: int
    session: Session
    requester: str
    call: ToolCall | None = None
    grants: tuple[Grant, ...] = ()
    denied: frozenset[str] = frozenset()
    approver: bool = True
    own_paths: tuple[str, ...] = ()
    parent: Session | None = None
    grade: TrustGrade = TrustGrade.SAME_USER
    frozen: bool = False
    second: SecondReader | None = None
    passed: frozenset[str] = frozenset()

    def has_passed(self, stage: str) -> bool:
        """Whether a gate's pass for `stage` ("": for any) was consumed in the workflow."""
        return stage in self.passed if stage else bool(self.passed)
