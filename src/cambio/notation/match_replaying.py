"""Replaying a match's .cambio file: each round as ever, and how one follows from another, by the rules of the match."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import NotationError
from ..game import Game
from ..match import Match
from .match_reading import MatchRecord, RoundRecord, read_match
from .match_writing import match_result, tally_text
from .replaying import replay


@dataclass(frozen=True)
class ReplayedMatch:
    """The rounds, and the match as they have made it: its tally and, if it is over, its standing."""

    match: Match  #: The match, with its tally.
    games: tuple[Game, ...]  #: Its rounds, in order.


def replay_match(source: str | MatchRecord) -> ReplayedMatch:
    """Play all rounds again, and check who deals, who starts, every tally and the result."""
    record = source if isinstance(source, MatchRecord) else read_match(source)
    first = record.rounds[0].record
    match = Match(record.rules, first.seats, seed=0, dealer=first.dealer)
    games: list[Game] = []
    for each in record.rounds:
        _check_beginning(match, each)
        games.append(replay(each.record))
        _score(match, games[-1], each, is_last=each is record.rounds[-1])
    _check_result(match, record)
    return ReplayedMatch(match, tuple(games))


def _check_beginning(match: Match, each: RoundRecord) -> None:
    if match.is_over:
        raise NotationError(f"the match is over after round {match.round - 1}, but here is another round", each.line)
    for role, expected, found, line in (
        ("dealer", match.dealer, each.record.dealer, each.dealer_line),
        ("starter", match.starter, each.record.starter, each.starter_line),
    ):
        if expected != found:
            raise NotationError(f"the {role} of round {match.round} is {expected}, but the file says {found}", line)


def _score(match: Match, game: Game, each: RoundRecord, *, is_last: bool) -> None:
    outcome = game.outcome()
    if outcome is None:
        if each.tally is not None or not is_last:
            line = each.tally_line or each.record.end_line
            raise NotationError(f"round {match.round} is not over, but the match goes on", line)
        return
    match.score(outcome)
    tally = tally_text(match.tally)
    if each.tally is not None and each.tally != tally:
        raise NotationError(
            f"the tally after round {match.round - 1} is {tally}, but the file says {each.tally}", each.tally_line
        )


def _check_result(match: Match, record: MatchRecord) -> None:
    if record.result is None:
        return
    standing = match.standing()
    if standing is None:
        raise NotationError("the file has a result, but its rounds do not end the match", record.result_line)
    if match_result(standing) != record.result:
        raise NotationError(
            f"the match ends {match_result(standing)!r}, but the file says {record.result!r}", record.result_line
        )
