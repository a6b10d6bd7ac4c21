"""The matches of the person who asks: as a list, page by page, and each as one .cambio file."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from ....notation import join_rounds
from ...protocol.match_messages import MatchInfo, MatchList, MatchQuery, MatchRound, MatchSeat
from ...store.contract import Finished
from ...store.matches import ListedMatch, MatchFilter, MatchKey
from ...tables.table_registry import TableRegistry
from ..request_checks import Problem, RequestChecks, check_book, json_response, read_query
from .downloads import attach, file_name, local_date

MATCHES_ON_A_PAGE = 30
MINUTE = 60_000
NO_MATCH = "you have no match of that name with a round that is over"
NOT_WHOLE = "not all rounds of that match are kept any more: those that are can be had one by one"


class Matches:
    """Whoever plays in a match finds it; to others there is no such match."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks) -> None:
        self._store = registry.store
        self._checks = checks

    async def list(self, request: Request) -> Response:
        person = await self._checks.require_person(request)
        query = read_query(request, MatchQuery)
        check_book(query.book)
        before = _read_key(query.before) if query.before is not None else None
        wanted = MatchFilter(query.book, only_people=query.people, only_won=query.won)
        # One more than is told, to see whether there is another page.
        found = await self._store.matches_of(person.id, MATCHES_ON_A_PAGE + 1, before, wanted)
        page = found[:MATCHES_ON_A_PAGE]
        following = _write_key(page[-1].match.key) if len(found) > len(page) else None
        return json_response(MatchList(tuple(describe_match(each, person.id) for each in page), following))

    async def file(self, request: Request) -> Response:
        """All rounds that are over, as one file."""
        person = await self._checks.require_person(request)
        rounds = await self._store.rounds_of_match(request.path_params["match"])
        if not any(player.person_id == person.id for each in rounds for player in each.players):
            raise Problem(404, "no_match", NO_MATCH)
        if [each.round for each in rounds] != list(range(1, len(rounds) + 1)):
            raise Problem(404, "not_whole", NOT_WHOLE)
        last = rounds[-1]
        # Reading many rounds takes a while, in which others play.
        text = await asyncio.to_thread(_join, rounds)
        return attach(text, file_name(last.finished, [player.name for player in last.players]))


def _join(rounds: list[Finished]) -> str:
    return join_rounds([each.text for each in rounds], tags={"date": local_date(rounds[-1].finished)})


def _write_key(key: MatchKey) -> str:
    return f"{key.at}.{key.id}"


def _read_key(text: str) -> MatchKey:
    at, dot, match_id = text.partition(".")
    # As many digits as a time may have.
    if not dot or not at.isascii() or not at.isdigit() or len(at) > 18:
        raise Problem(422, "malformed", f"expected the `next` of another list, but found {text!r}")
    return MatchKey(int(at), match_id)


def describe_match(listed: ListedMatch, person_id: str) -> MatchInfo:
    match = listed.match
    return MatchInfo(
        id=match.id,
        table=match.table_id if listed.has_table else None,
        you=next(player.seat for player in match.players if player.person_id == person_id),
        rules=match.rules,
        book=match.book,
        is_over=match.is_over,
        rounds=match.rounds,
        began=match.began,
        at=match.at,
        minutes=round(match.played / MINUTE) if match.played is not None else None,
        players=tuple(
            MatchSeat(each.seat, each.name, each.person_id is None, each.tally, each.has_won) for each in match.players
        ),
        archived=tuple(MatchRound(number, finished_id) for number, finished_id in listed.archived.items()),
    )
