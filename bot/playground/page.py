"""The page to click in: a fixed list of files under a policy that lets nothing else run."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

_FOLDER = Path(__file__).with_name("static")
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Page:
    """The files of one folder, read once, so that no name of a request reaches the disk."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        found = folder.iterdir() if folder.is_dir() else ()
        self._files = {one.name: one.read_bytes() for one in found if one.suffix in _TYPES}

    def routes(self) -> list[web.RouteDef]:
        """List the routes of the page and of what it loads."""
        return [web.get("/", self._index), web.get("/static/{name}", self._file)]

    async def _index(self, _request: web.Request) -> web.StreamResponse:
        return self._send("index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return self._send(request.match_info["name"])

    def _send(self, name: str) -> web.Response:
        body = self._files.get(name)
        if body is None:
            return web.Response(status=404, text="no such page\n", headers=_HEADERS)
        content_type = _TYPES[Path(name).suffix]
        return web.Response(body=body, content_type=content_type, charset="utf-8", headers=_HEADERS)
