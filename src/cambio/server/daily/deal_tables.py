"""The table of a daily deal: its rules, its bots and its secret, which are the same for everybody.

All secrets come from one key, which the store keeps. They are known to nobody before, and so is what can be computed
from them: the cards, and the luck of the bots.
"""

from __future__ import annotations

import hmac
from functools import cache

from ...rules import PRESETS, Rules
from ...shuffles import commit_server_seed
from ..protocol.messages import Options
from ..store.contract import Person, Store
from ..store.daily_deals import DailyDeal
from ..store.errors import AlreadyTried
from ..tables.deals.match_secret import make_secret
from ..tables.deals.round_proofs import derive_server_seed
from ..tables.opening.new_table import NewTable
from ..tables.table_registry import TableRegistry

#: From the seat on the left of the player: one to beat, one to respect, one to fear. None of them searches, since what
#: a search finds depends on how busy a machine is.
BOTS = ("casual", "solid", "expert")
SEATS = 1 + len(BOTS)
#: Nobody has a clock: the table waits for whoever goes away, so one would only hurry those who stay.
OPTIONS = Options(clock=0, snaps="race", aids="off")
BOOKS = tuple(PRESETS)


@cache
def rules_of(book: str) -> Rules:
    """One round by the book."""
    return Rules.parse(book).but({"match.rounds": 1}).suited_to(SEATS)


class DealTables:
    """Opens the tables of daily deals."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._key: str | None = None

    async def open(self, person: Person, deal: DailyDeal) -> str:
        """The id of the person's one table for the deal, which is opened if there is none."""
        wanted = NewTable(
            str(rules_of(deal.book)),
            seats=SEATS,
            options=OPTIONS,
            bots=BOTS,
            start=True,
            daily=deal,
            daily_secret=await self.secret_of(deal),
        )
        try:
            return (await self._registry.open_table(person, wanted)).id
        except AlreadyTried as tried:
            return tried.table_id

    async def secret_of(self, deal: DailyDeal) -> str:
        if self._key is None:
            self._key = await _read_key(self._registry.store)
        return hmac.digest(self._key.encode(), f"daily deal {deal.day} {deal.book}".encode(), "sha256").hex()

    async def commitment_of(self, deal: DailyDeal) -> str:
        """What may be told of a deal long before: the commitment to its seed, from which nothing can be computed."""
        return commit_server_seed(derive_server_seed(await self.secret_of(deal), 1)).hex()


async def _read_key(store: Store) -> str:
    return await store.daily_key(make_secret())
