"""What is counted, and the page that Prometheus reads. Labels are words of ours, never an id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_1_0_0

from bot.errors import Unavailable
from bot.ports import Queues
from bot.rules_file import RulesFile

PATH = "/metrics"
# People take seconds to hours.
_HUMAN_SECONDS = (1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 14400, 86400)


class Metrics:
    """The counters of one process, and what the store tells of the queues when they are read."""

    def __init__(self, queues: Callable[[], Awaitable[Queues]], rules: RulesFile) -> None:
        self.registry = CollectorRegistry()
        self._queues = queues
        broken = self._gauge("rules_broken", "Whether something in the rules file is broken.")
        broken.set_function(lambda: bool(rules.broken))
        self.requests = self._counter(
            "requests", "Permission requests by how policy answered.", "outcome", "reason"
        )
        self.spends = self._counter("spends", "Attempts to spend an approval.", "result")
        self.clicks = self._counter("clicks", "Clicks on cards.", "counted")
        self.verdict_attempts = self._counter(
            "self_approval_attempts", "Attempts to decide through the agents' interface."
        )
        self.seconds_to_decide = Histogram(
            "gatepost_seconds_to_decide",
            "From a question to a person's answer.",
            ("outcome",),
            registry=self.registry,
            buckets=_HUMAN_SECONDS,
        )
        self.waiting = self._gauge("waiting_agents", "Calls that wait for an outcome now.")
        self._up = self._gauge("store_up", "Whether the store answered for this page.")
        self._live = self._gauge("live_requests", "Requests open, or approved and not spent.")
        self._jobs = self._gauge("outbox_jobs", "Jobs for Slack that are not done.")
        self._age = self._gauge("outbox_age_seconds", "How long the oldest job has been due.")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"gatepost_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"gatepost_{name}", about, registry=self.registry)

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the route."""
        router.add_get(PATH, self.page)

    async def page(self, _request: web.Request) -> web.Response:
        """Everything in Prometheus' text format; a store that is away is itself a figure."""
        try:
            queues = await self._queues()
        except Unavailable:
            self._up.set(0)
        else:
            self._up.set(1)
            self._live.set(queues.live)
            self._jobs.set(queues.jobs)
            self._age.set(queues.outbox_age_ms / 1000)
        return web.Response(
            body=generate_latest(self.registry), headers={"Content-Type": CONTENT_TYPE_PLAIN_1_0_0}
        )
