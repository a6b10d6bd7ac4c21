"""Replaying a .cambio file, with every face and the result checked."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from ..errors import NotationError
from ..events import UNSEEN
from ..game import Game, Luck
from .reading import read
from .record import Line, Record, faces_shown, result_of

T = TypeVar("T")
#: A player's copy leaves cards open; this many ways to fill them in are tried until the file comes true.
MAX_ATTEMPTS = 500


def replay(source: str | Record, *, luck: Luck | None = None) -> Game:
    """Play a file again and check every face and the result; a player's copy is filled in so that it comes true.

    With luck the cards are the luck's, whatever the file says of the deck and its reshuffles.
    """
    record = source if isinstance(source, Record) else read(source)
    return without_pauses(replaying(record) if luck is None else _replay_once(record, 0, luck))


def without_pauses(work: Generator[None, None, T]) -> T:
    """What comes of work that may pause, all at once."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            done: T = ended.value
            return done


def replaying(record: Record, attempts: int = MAX_ATTEMPTS) -> Generator[None, None, Game]:
    """The same, with a pause after each action, for those who must not be held up for long."""
    if UNSEEN not in [card for row in _dealers_cards(record) for card in row]:
        return (yield from _replay_once(record, 0))
    furthest: NotationError | None = None
    for attempt in range(attempts):
        try:
            return (yield from _replay_once(record, attempt))
        except NotationError as error:
            if furthest is None or error.line > furthest.line:
                furthest = error
    assert furthest is not None
    raise furthest


def _dealers_cards(record: Record) -> list[tuple[str, ...]]:
    return [record.deck, *(line.faces for line in record.lines if line.action is None)]


def _replay_once(record: Record, seed: int, luck: Luck | None = None) -> Generator[None, None, Game]:
    _, *shuffles = _dealers_cards(record)
    if record.viewer is None and UNSEEN in record.deck:
        raise NotationError("only a player's own copy, with a tag 'as', may leave cards open", record.deck_line)
    try:
        game = Game(
            record.rules,
            record.seats,
            seed=seed,
            luck=luck,
            deck=record.deck if luck is None else None,
            shuffles=shuffles if luck is None else (),
            dealer=record.dealer,
            starter=record.starter,
        )
    except ValueError as error:
        raise NotationError(str(error), record.deck_line) from None
    reshuffles = 0
    for line in record.lines:
        if line.action is None:
            reshuffles += 1
            if reshuffles > len(game.shuffles):
                raise NotationError("no reshuffle is due here", line.number)
            continue
        _play_line(game, line, record, len(shuffles))
        yield
    _check_result(game, record)
    return game


def _play_line(game: Game, line: Line, record: Record, shuffles: int) -> None:
    assert line.action is not None
    try:
        events = game.play(line.actor, line.action)
    except ValueError as error:
        raise NotationError(str(error), line.number) from None
    if len(game.shuffles) > shuffles:
        raise NotationError("here the discards are reshuffled, but the file does not tell in which order", line.number)
    shown = faces_shown(events, record.viewer)
    # Checks may be left out, but not in a player's copy: there they tell the cards apart that were filled in.
    if (line.faces or record.viewer is not None) and list(line.faces) != shown:
        found, expected = (" ".join(faces) or "no card" for faces in (shown, line.faces))
        raise NotationError(f"{line.actor} {line.action} shows {found}, but the file says {expected}", line.number)


def _check_result(game: Game, record: Record) -> None:
    outcome = game.outcome()
    if record.result is None:
        return
    if outcome is None:
        raise NotationError("the file has a result, but its actions do not end the round", record.end_line)
    if result_of(outcome) != record.result:
        raise NotationError(
            f"the round ends {result_of(outcome)!r}, but the file says {record.result!r}", record.result_line
        )
