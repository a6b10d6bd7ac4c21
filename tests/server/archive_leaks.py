"""Planted leaks in what comes after the round: statistics and tallies that count a round which is still played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cambio.core.engine import constants
from cambio.game import Game
from cambio.server.store.matches import PlayedMatch
from cambio.server.store.sqlite.sqlite_store import SqliteStore
from cambio.server.store.statistics import Statistics
from cambio.server.tables import live_round, table_writer
from cambio.server.tables.table_state import TableState


def hidden_points(game: Game, seat: str) -> int:
    """What the hand would count if the round were over now."""
    table, number = game.table, game.seats.index(seat)
    cards = [table.card_at(slot * table.seats + number) for slot in range(table.slots_of(number))]
    return sum(table.ruleset.value_of(card) for card in cards if card != constants.NO_CARD)


def figures_of_the_running_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the statistics count what everybody's hands are worth now."""
    played: list[TableState] = []
    find, apply = SqliteStore.statistics_of, TableState.apply

    def note(table: TableState, *entry: object) -> object:
        played[:] = [table]
        return apply(table, *entry)  # type: ignore[arg-type]

    async def statistics_of(store: SqliteStore, person_id: str, book: str | None = None) -> Statistics:
        found = await find(store, person_id, book)
        game = played[0].game
        assert game is not None and not game.is_over
        return replace(
            found, rounds=replace(found.rounds, rounds=sum(hidden_points(game, seat) for seat in game.seats))
        )

    monkeypatch.setattr(TableState, "apply", note)
    monkeypatch.setattr(SqliteStore, "statistics_of", statistics_of)


def tallies_of_the_running_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the list of matches has the tally as it would be if the round were over now."""
    write = table_writer.TableWriter._write

    def make_match(table_id: str, table: TableState) -> PlayedMatch | None:
        match, game = live_round.make_match(table_id, table), table.game
        if match is None or game is None or game.is_over:
            return match
        players = (replace(each, tally=each.tally + hidden_points(game, each.seat)) for each in match.players)
        return replace(match, players=tuple(players))

    async def keep(writer: table_writer.TableWriter, *entries: object) -> None:
        await write(writer, *entries)  # type: ignore[arg-type]
        await writer._keep_match()

    monkeypatch.setattr(table_writer, "make_match", make_match)
    monkeypatch.setattr(table_writer.TableWriter, "_write", keep)
