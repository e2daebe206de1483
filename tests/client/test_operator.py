from __future__ import annotations

from typing import Any

import pytest
from aiohttp import web

from bot.client.errors import GatepostRefused, GatepostUnreachable
from bot.client.exchange import Pace
from bot.client.operator import OperatorClient
from tests.client.fake_gatepost import TOKEN, Call, FakeGatepost, Handler

QUICK = Pace(first=0.01, cap=0.02)


def answering(value: Any, status: int = 200) -> Handler:
    async def handler(_call: Call) -> web.StreamResponse:
        return web.json_response(value, status=status)

    return handler


def client(gatepost: FakeGatepost, within: float = 5.0) -> OperatorClient:
    return OperatorClient(gatepost.url, TOKEN, pace=QUICK, within=within)


@pytest.mark.parametrize("odd", ([], "text", 7, {}, {"token": "t"}, {"token": 1, "credential": {}}))
async def test_an_answer_without_a_token_is_no_credential(gatepost: FakeGatepost, odd: Any) -> None:
    """What is no credential is never taken for one."""
    gatepost.handlers["POST operator"] = answering(odd)
    async with client(gatepost) as operator:
        with pytest.raises(GatepostRefused) as refused:
            await operator.issue({"role": "agent"})
    assert refused.value.status == 0


@pytest.mark.parametrize("odd", ([], {}, {"credentials": {}}, {"credentials": ["crd_1"]}, None))
async def test_an_answer_of_another_shape_is_no_list(gatepost: FakeGatepost, odd: Any) -> None:
    """An operator never reads "none" out of an answer that says something else."""
    gatepost.handlers["GET operator"] = answering(odd)
    async with client(gatepost) as operator:
        with pytest.raises(GatepostRefused):
            await operator.credentials()


async def test_a_server_that_stays_broken_is_unreachable(gatepost: FakeGatepost) -> None:
    """It is asked again for as long as there is time, under the same key, and then no longer."""
    gatepost.handlers["POST operator"] = answering({}, 503)
    async with client(gatepost, within=0.2) as operator:
        with pytest.raises(GatepostUnreachable):
            await operator.issue({"role": "agent"})
    assert len(gatepost.calls) > 1
    assert len({call.key for call in gatepost.calls}) == 1


async def test_ids_stay_in_their_place_in_the_path(gatepost: FakeGatepost) -> None:
    """A slash or a question mark in an id reaches no other route."""
    gatepost.handlers["DELETE operator"] = answering({}, 404)
    async with client(gatepost) as operator:
        with pytest.raises(GatepostRefused):
            await operator.revoke_credential("../sessions/ses_1?x=1")
    (call,) = gatepost.calls
    assert (call.path, call.query) == ("/v1/operator/credentials/../sessions/ses_1?x=1", {})
