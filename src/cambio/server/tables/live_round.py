"""The round that is being played, as far as it lives in memory only: its race, clocks and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...events import Event
from ...notation import write as write_notation
from ...places import Seat
from ..store.contract import Finished, Player
from ..store.matches import MatchPlayer, PlayedMatch
from ..store.statistics import RoundFigures
from .bot_seats import BotSeats
from .races.snap_race import SnapRace
from .round_figures import count_figures
from .subscribers import LiveStatus
from .table_state import TableState
from .turn_clocks import TurnClocks


@dataclass
class LiveRound:
    """Everything about a round that is not in the log."""

    table: TableState
    race: SnapRace
    bots: BotSeats
    clocks: TurnClocks = field(default_factory=TurnClocks)
    #: The id of the finished round in the archive.
    archived: str | None = None
    #: What the store knows of the match.
    kept: PlayedMatch | None = None
    #: When something happened at the table last.
    last_change: float = 0
    #: The discard whose window was open when the table was loaded; and the people with seats who have not come since.
    reopened: int | None = None
    missing: set[str] = field(default_factory=set)

    def clear(self) -> None:
        """A new round begins."""
        self.race.clear()
        self.bots.clear()
        self.clocks.clear()
        self.archived = self.reopened = None

    def take_up(self, thought: Mapping[Seat, int], now: float) -> None:
        """The table has been loaded; nothing goes on before somebody comes."""
        self.clocks.take_up(self.table, thought, now)
        self.race.follow_discard(now)
        self.last_change = now
        self.reopened = self.race.window.discard if self.race.window is not None else None
        self.missing = set(self.table.people().values())

    def pause(self, now: float) -> None:
        """Nobody is connected any more."""
        self.clocks.pause(now)

    def resume(self, person: str, now: float) -> None:
        """Somebody comes. A window that was open when the table was left opens again in full for each of the players,
        since they don't all come back at once.
        """
        self.clocks.resume(now)
        window = self.race.window
        is_reopened = window is not None and window.discard == self.reopened and not self.race.is_on
        if window is not None and is_reopened and person in self.missing:
            window.reopen(now)
            self.last_change = now
        self.missing.discard(person)

    def follow(self, events: Sequence[Event], now: float) -> None:
        """Something has happened at the table."""
        self.bots.tell(events)
        self.clocks.start(self.table, now)
        self.race.follow_discard(now)
        self.last_change = now

    def status(self, now: float) -> LiveStatus:
        window = self.race.window
        commit_left = window.commit_left(now) if window is not None else None
        return LiveStatus(self.clocks.time_left(self.table, now), commit_left, self.archived, window)


def make_finished(table_id: str, table: TableState) -> Finished:
    """The round that has just ended, for the archive."""
    game, match = table.game, table.match
    assert game is not None and match is not None
    return Finished(
        id=table.round_name(),
        table_id=table_id,
        match_id=table.match_name(),
        round=len(match.outcomes),
        finished=table.at,
        rules=str(table.rules),
        players=tuple(Player(sitter.person, seat, sitter.name) for seat, sitter in table.sitters.items()),
        text=write_notation(game, names=table.names(), races=table.races, proof=table.proof),
    )


def make_figures(table: TableState) -> list[RoundFigures]:
    """What people did in the round that has just ended, if it counts."""
    assert table.game is not None
    if not table.counts:
        return []
    return count_figures(table.game, table.people(), table.stand_ins, table.races.values())


def make_match(table_id: str, table: TableState) -> PlayedMatch | None:
    """The match as its finished rounds have made it, for lists; one that does not count is none."""
    match = table.match
    if match is None or not table.counts:
        return None
    standing = match.standing()
    winners = standing.winners if standing is not None else ()
    return PlayedMatch(
        id=table.match_name(),
        table_id=table_id,
        rules=str(table.rules),
        began=table.began,
        at=table.scored,
        played=table.played,
        rounds=len(match.outcomes),
        is_over=match.is_over,
        players=tuple(
            MatchPlayer(sitter.person, seat, sitter.name, match.tally[seat], seat in winners, sitter.level)
            for seat, sitter in table.sitters.items()
        ),
    )
