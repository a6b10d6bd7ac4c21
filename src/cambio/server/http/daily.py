"""Daily deals over REST: today's, the results of a day, and its rounds when the day is over."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...notation import leave_out_races
from ...replay import TABLE
from ...rules import PRESETS
from ..daily.comparisons import DailyComparisons
from ..daily.days import day_of, is_day
from ..daily.deal_tables import DealTables
from ..daily.results import DailyResults
from ..daily.secrecy import is_open_to_all
from ..protocol.daily_messages import CompareQuery
from ..store.contract import Finished, Timestamp
from ..store.daily_deals import DailyDeal
from ..tables.replay_projection import STRANGER
from ..tables.table_registry import HOUR, TableRegistry
from .archive.downloads import attach, file_name
from .archive.replays import Replays
from .limits import RateLimit
from .request_checks import Problem, RequestChecks, client_network, json_response, read_query
from .rest import TOO_MANY_FROM_ADDRESS

NO_DEAL = "there is no such daily deal, or not yet"
NO_ROUND = "there is no such round of that deal, or its day is not over yet"


class Daily:
    """A handler for each request, named by what is asked for."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks, replays: Replays) -> None:
        self._registry = registry
        self._checks = checks
        self._replays = replays
        self._tables = DealTables(registry)
        self._results = DailyResults(registry.store, self._tables)
        self._comparisons = DailyComparisons(registry.store)
        self._address_rate = RateLimit(registry.settings.tables_per_address, per=HOUR)

    async def overview(self, request: Request) -> Response:
        """Today's deals, for guests with a name or without."""
        return json_response(await self._results.overview(await self._person_id(request), self._now()))

    async def open(self, request: Request) -> Response:
        """The table of the one try: opened now, or before."""
        person = await self._checks.require_person(request)
        deal = DailyDeal(day_of(self._now()), _book(request))
        # Nobody opens more than one for each rule book a day, so a person needs no limit.
        if not self._address_rate.allows(client_network(request), self._registry.clock.now()):
            raise Problem(429, "tables", TOO_MANY_FROM_ADDRESS)
        return json_response({"table": await self._tables.open(person, deal)})

    async def results(self, request: Request) -> Response:
        person_id = await self._person_id(request)
        return json_response(await self._results.results(person_id, self._deal(request), self._now()))

    async def compare(self, request: Request) -> Response:
        """What others did at each step of a round."""
        deal = await self._open_deal(request)
        found = await self._comparisons.compare(deal, read_query(request, CompareQuery).round)
        if found is None:
            raise Problem(404, "no_game", NO_ROUND)
        return json_response(found)

    async def replay(self, request: Request) -> Response:
        """A round, step by step, for everybody."""
        return await self._replays.answer(request, (await self._round(request)).text, TABLE, STRANGER)

    async def file(self, request: Request) -> Response:
        finished = await self._round(request)
        return attach(
            leave_out_races(finished.text), file_name(finished.finished, [player.name for player in finished.players])
        )

    def _now(self) -> Timestamp:
        return self._registry.clock.wall()

    async def _person_id(self, request: Request) -> str | None:
        self._checks.check_rate(request)
        session = await self._checks.session(request)
        return session.person.id if session is not None else None

    def _deal(self, request: Request) -> DailyDeal:
        """The deal that the path names: none of a day to come."""
        day = request.path_params["day"]
        if not is_day(day) or day > day_of(self._now()):
            raise Problem(404, "no_deal", NO_DEAL)
        return DailyDeal(day, _book(request))

    async def _open_deal(self, request: Request) -> DailyDeal:
        self._checks.check_rate(request)
        deal = self._deal(request)
        if not is_open_to_all(deal.day, self._now()):
            raise Problem(404, "no_game", NO_ROUND)
        return deal

    async def _round(self, request: Request) -> Finished:
        deal, round_id = await self._open_deal(request), request.path_params["round"]
        found = await self._registry.store.daily_try_of_round(round_id)
        finished = await self._registry.store.finished(round_id) if found is not None else None
        if found is None or finished is None or found.deal != deal:
            raise Problem(404, "no_game", NO_ROUND)
        return finished


def _book(request: Request) -> str:
    book: str = request.path_params["book"]
    if book not in PRESETS:
        raise Problem(404, "no_deal", NO_DEAL)
    return book
