from __future__ import annotations

import json
from pathlib import Path

from bot.api.openapi import document, document_text
from bot.api.operations import OPERATIONS
from tests.api.fakes import Api

KEPT = Path(__file__).parents[2] / "docs" / "api.json"


def test_the_committed_document_is_the_one_that_is_built() -> None:
    """Who reads docs/api.json reads what `/openapi.json` serves; that answer is what to keep."""
    assert KEPT.read_text(encoding="utf-8") == document_text()


async def test_the_served_document_is_the_one_that_is_built(api: Api) -> None:
    """`/openapi.json` needs no credential and is the document."""
    answer = await api.call("GET", "/openapi.json", headers={"Authorization": "none"})
    assert answer.status == 200
    assert answer.json == document()


async def test_every_route_is_described_and_every_description_is_a_route(api: Api) -> None:
    """A route that nobody can read about is a back door; the verdict words are refusals only."""
    served = {
        (route.method.lower(), route.resource.canonical)
        for route in api.app.router.routes()
        if route.resource and "{attempt}" not in route.resource.canonical
    }
    described = {(operation.method, operation.path) for operation in OPERATIONS}
    assert {pair for pair in served if pair[0] != "head"} - {("get", "/openapi.json")} == described


def test_the_document_has_no_loose_ends() -> None:
    """Every reference leads to a schema, and every schema is referred to."""
    text = json.dumps(document())
    names = document()["components"]["schemas"]
    assert all(f'"#/components/schemas/{name}"' in text for name in names)
    assert text.count("#/components/schemas/") >= len(names)
