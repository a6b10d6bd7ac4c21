"""Stories: a round or a match as lines to read, in sentences or as one JSON object each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from .game import Game
from .match import Match
from .places import Seat
from .replay.viewpoint import ALL, Viewpoint, hear


def tell_round(
    game: Game, names: Mapping[Seat, str], viewpoint: Viewpoint = ALL, *, as_json: bool = False
) -> Iterator[str]:
    """What happened, as it was known from a viewpoint, and how it ended."""
    events = hear(game.events, viewpoint)
    outcome = game.outcome()
    if as_json:
        yield from (_json(event.to_json()) for event in events)
        if outcome is not None:
            yield _json({"outcome": outcome.to_json(), "sentence": outcome.sentence(names)})
        return
    yield from (event.sentence(names) for event in events)
    yield ""
    yield outcome.sentence(names) if outcome is not None else "The round is not over."


def tell_match(
    games: Sequence[Game], names: Mapping[Seat, str], viewpoint: Viewpoint = ALL, *, as_json: bool = False
) -> Iterator[str]:
    """All rounds with the tally after each, and who won the match."""
    match = Match(games[0].rules, len(games[0].seats), seed=0, dealer=games[0].dealer)
    for game in games:
        if as_json:
            yield _json({"round": match.round, "dealer": game.dealer, "starter": game.starter})
        else:
            yield f"Round {match.round}: {names[game.dealer]} deals, {names[game.starter]} starts."
            yield ""
        yield from tell_round(game, names, viewpoint, as_json=as_json)
        outcome = game.outcome()
        if outcome is not None:
            match.score(outcome)
            yield from _tell_tally(match, names, as_json=as_json)
    yield from _tell_standing(match, names, as_json=as_json)


def _tell_tally(match: Match, names: Mapping[Seat, str], *, as_json: bool) -> Iterator[str]:
    if as_json:
        yield _json({"tally": match.tally})
    else:
        yield f"Tally: {', '.join(f'{names[seat]} {points}' for seat, points in match.tally.items())}."
        yield ""


def _tell_standing(match: Match, names: Mapping[Seat, str], *, as_json: bool) -> Iterator[str]:
    standing = match.standing()
    sentence = standing.sentence(names) if standing is not None else "The match is not over."
    if not as_json:
        yield sentence
    elif standing is not None:
        yield _json({"match": {"winners": standing.winners, "tally": dict(standing.ranking)}, "sentence": sentence})


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False)
