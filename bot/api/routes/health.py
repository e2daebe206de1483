"""Whether the process lives and can work, and what it speaks."""

from __future__ import annotations

from aiohttp import web

from bot.api.openapi import document_text
from bot.api.problems import Fault, problem
from bot.api.routes.replies import response, saved
from bot.api.uses import Readiness, SavedReply
from bot.errors import Unavailable


class HealthRoutes:
    """The routes outside `/v1`, which need no credential."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._document = SavedReply(200, document_text())

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the routes."""
        router.add_get("/healthz", self.alive)
        router.add_get("/readyz", self.ready)
        router.add_get("/openapi.json", self.openapi)

    async def alive(self, _request: web.Request) -> web.Response:
        """The process runs; nothing else is asked."""
        return response(saved(200, {"status": "alive"}))

    async def ready(self, _request: web.Request) -> web.Response:
        """Ready, or what is missing by its codes."""
        try:
            missing = list(await self._readiness.problems())
        except Unavailable:
            missing = ["unavailable"]
        if not missing:
            return response(saved(200, {"status": "ready"}))
        faults = [Fault(code, "not ready") for code in missing]
        return problem(
            503,
            "not_ready",
            f"not ready: {', '.join(missing)}",
            "wait, or look at the named parts",
            faults=faults,
        )

    async def openapi(self, _request: web.Request) -> web.Response:
        """The description of this interface."""
        return response(self._document)
