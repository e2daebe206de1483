"""The page that Prometheus reads."""

from __future__ import annotations

import re

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.client.http import GatepostClient
from bot.demo.acts import DemoAgent, kindless, shell
from bot.demo.check import APPROVE
from bot.demo.stage import Stage, staged
from bot.playground.remote import Remote


async def scraped(stage: Stage) -> tuple[str, dict[tuple[str, ...], float]]:
    """The page, and its samples by name and label values."""
    async with aiohttp.ClientSession() as http, http.get(f"{stage.server.url}/metrics") as page:
        text = await page.text()
    samples = {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    return text, samples


async def test_what_happened_is_counted_and_no_id_is_a_label() -> None:
    """Each question, click and spend is one more; labels come from a closed set of words."""
    async with staged() as stage, GatepostClient(stage.server.url, stage.adapter_token) as client:
        people = Remote(stage.playground.control_url, stage.playground.settings.control_token)
        agent = await DemoAgent.begin(client)
        asked = await agent.ask(kindless("maps", "search", {"q": "roads"}), title="Look")
        await agent.ask(shell(""), title="Nothing")
        card = await people.until(
            lambda state: next((one for one in state["messages"] if one["blocks"]), None), "card"
        )
        await people.click("U_MEMBER", card, APPROVE)
        await people.click("U_ANA", card, APPROVE)
        record = await agent.outcome(asked)
        await client.spend(record, "one")
        text, samples = await scraped(stage)
        await people.close()
    assert samples["gatepost_requests_total", "asked", "nothing_applies"] == 1
    assert samples["gatepost_requests_total", "denied_by_policy", "unverified_shell"] == 1
    assert samples["gatepost_clicks_total", "yes"] == 1
    assert samples["gatepost_clicks_total", "no"] == 1
    assert samples["gatepost_spends_total", "ok"] == 1
    assert samples["gatepost_seconds_to_decide_count", "approved"] == 1
    assert samples["gatepost_store_up",] == 1
    assert not re.search(r"req_|ses_|U_ANA|C_APPROVALS|gp_", text)
