"""A store with something of every kind in it: at least one row in each of its tables."""

from __future__ import annotations

from dataclasses import replace

from cambio.server.store.bans import Ban
from cambio.server.store.contract import Finished, Player, Snapshot, Store, TableSummary
from cambio.server.store.daily_deals import DailyDeal, DailyResult, DailyScore
from cambio.server.store.matches import MatchPlayer, PlayedMatch
from cambio.server.store.operations import Change
from cambio.server.store.shares import Share
from cambio.server.store.statistics import RoundFigures

from .store_contract import ANA, BEN, TABLE, entry

SESSIONS = {"ana": b"\x00\xff" * 16, "ben": b"\x01" * 32}
DEAL = DailyDeal("2026-11-17", "camp")
SCORE = DailyScore(5, -3, 1, True, "right", 1, 0, 9, False)
TEXT = 'cambio 1\nseat a: Ana\nseat b: Ben 🂡 O\'Clubs \\ "quoted"\t…\nend\n'


async def fill(store: Store, entries: int = 5) -> None:
    """An evening of Ana and Ben: a match of two rounds, a daily deal, links, figures, a ban and what operators did."""
    for person in (ANA, BEN):
        await store.add_person(person)
        await store.add_session(SESSIONS[person.id], person.id, 3)
    await store.beat("w1", 1_700_000_000_000)
    await store.create_table(TABLE)
    await store.create_table(replace(TABLE, id="t2", code="C2", is_public=False))
    await store.create_table(replace(TABLE, id="t3", code="C3"), daily=DEAL)
    epoch = await store.claim("t1", "w1")
    bodies = [bytes([number % 256, 0, 255]) * 3 for number in range(entries)]
    log = [entry(n, f"c{n}" if n % 2 else None, body=body) for n, body in enumerate(bodies, start=1)]
    await store.append("t1", epoch, log)
    seats = {"ana": "a", "ben": "b"}
    await store.summarize(
        TableSummary("t1", 5, 6, is_over=False, has_match=True, seats=seats, body=b'{"stage":"over"}')
    )
    await store.keep_snapshot(Snapshot("t1", 5, b"\x00snapshot\xff"))
    players = (Player("ana", "a", "Ana"), Player("ben", "b", BEN.name), Player(None, "c", "a bot"))
    for number in (2, 1):
        figures = [RoundFigures("a", "ana", 5, has_won=True, right_snaps=2, reactions=(310, 290))]
        finished = Finished(f"f{number}", "t1", "f2", number, 1000 + number, "camp", players, TEXT)
        await store.archive(finished, figures)
    daily = Finished("f3", "t3", "f3", 1, 1005, "camp", players, TEXT)
    await store.archive(daily, (), DailyResult(DEAL, "ana", "Ana", SCORE))
    await store.daily_key("a key of many letters")
    await store.keep_match(
        PlayedMatch(
            *("f2", "t1", "camp", 990, 1002, 12, 2, True),
            (
                MatchPlayer("ana", "a", "Ana", -3, has_won=True),
                MatchPlayer("ben", "b", BEN.name, 9, has_won=False),
                MatchPlayer(None, "c", "a bot", 9, has_won=False, level="expert"),
            ),
        )
    )
    await store.add_share(Share("a-token", "f1", "ana", "all", 1010))
    await store.add_ban(Ban("203.0.113.7", is_network=True, until=9_000_000_000_000, reason="flood", created=5))
    await store.post_notice(Change.NAME, "ana", 1_700_000_000_000)
