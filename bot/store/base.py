"""What every noun of the store stands on: the wire and the partitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.errors import NotFound
from bot.store.connection import Wire
from bot.store.keys import Partitions


@dataclass(frozen=True, slots=True)
class Base:
    """The wire to the server and the partitions in it."""

    wire: Wire
    partitions: Partitions

    async def on(self, our_id: str, name: str, *args: str | int) -> Any:
        """The answer of script `name` in the partition of `our_id`, which is its first argument.

        Raises NotFound where the script answers `missing`, or the id is not spelled as ours.
        """
        answer = await self.wire.run(name, self.partitions.of(our_id), our_id, *args)
        if answer in ("missing", ["missing"]):
            raise NotFound("no such id")
        return answer
