"""Writing a game as a .cambio file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import SeatError
from ..events import UNSEEN
from ..game import Game
from ..places import DEALER, Seat
from ..shuffles import ShuffleProof
from ..view import has_seen
from .proof_tags import write_proof_tags
from .races import Race
from .record import END, FORMAT, FREE_TAGS, RACE, SHUFFLE, checksum, faces_shown, result_of

#: Cards in a row.
WIDTH = 20


def write(
    game: Game,
    *,
    names: Mapping[Seat, str] | None = None,
    viewer: Seat | None = None,
    tags: Mapping[str, str] | None = None,
    races: Mapping[int, Race] | None = None,
    proof: ShuffleProof | None = None,
) -> str:
    """The game as a .cambio file, with the proof of its shuffles if there is one.

    With a viewer it is that seat's own copy, which tells only what it has seen. Races are numbered by the actions that
    came of them, from 1.
    """
    if viewer is not None and viewer not in game.seats:
        raise SeatError(f"nobody sits at {viewer!r}, so there is no copy of theirs")
    deck, actions = _known_lines(game, viewer, races or {})
    head = [
        FORMAT,
        f"rules: {game.rules if proof is None else proof.preamble.announcement.rules}",
        *(f"seat {seat}: {one_line((names or {}).get(seat, seat))}" for seat in game.seats),
        f"dealer: {game.dealer}",
        f"starter: {game.starter}",
        *([f"as: {viewer}"] if viewer is not None else []),
        *(f"{_free_tag(tag)}: {one_line(text)}" for tag, text in (tags or {}).items()),
        *(write_proof_tags(game, proof, viewer, tags or {}) if proof is not None else []),
    ]
    body = [*_fold("deck:", deck)]
    outcome = game.outcome()
    if outcome is not None:
        body.append(f"result: {result_of(outcome)}")
    body += ["", *actions]
    lines = [*head, *body]
    return "\n".join([*lines, f"{END} {checksum(lines)}", ""])


def one_line(text: str) -> str:
    if ";" in text or not text.isprintable() or text != text.strip():
        raise ValueError(f"expected a name or tag of one line, without ';', but found {text!r}")
    return text


def _free_tag(tag: str) -> str:
    if tag not in FREE_TAGS:
        raise ValueError(f"expected a tag ({', '.join(FREE_TAGS)}), but found {tag!r}")
    return tag


def _fold(head: str, cards: list[str]) -> list[str]:
    """Long rows of cards go on in the next lines, indented."""
    rows = [" ".join(cards[start : start + WIDTH]) for start in range(0, len(cards), WIDTH)]
    return [f"{head} {rows[0]}" if rows else head, *(f"  {row}" for row in rows[1:])]


def _known_lines(game: Game, viewer: Seat | None, races: Mapping[int, Race]) -> tuple[list[str], list[str]]:
    """The deck and the lines of play, as far as the viewer knows them.

    The game is played again from its record, to note which of the dealer's cards the viewer comes to see.
    """
    again = game.from_the_start()
    known = _KnownCards(again, viewer)
    known.update()
    lines: list[tuple[str, int | None]] = []
    for index, (actor, action) in enumerate(game.record, start=1):
        events = again.play(actor, action)
        known.update()
        lines.append((" ".join([actor, str(action), *(f"={face}" for face in faces_shown(events, viewer))]), None))
        lines += [("", shuffle) for shuffle, at in enumerate(game.shuffled_at) if at == index]
        if index in races:
            first, *others = races[index].words()
            lines += [(f"{RACE} {first}", None), *((f"  {other}", None) for other in others)]
    return known.deck(), list(_with_shuffles(lines, known))


def _with_shuffles(lines: list[tuple[str, int | None]], known: _KnownCards) -> Iterator[str]:
    for line, shuffle in lines:
        if shuffle is None:
            yield line
        else:
            yield from _fold(f"{DEALER} {SHUFFLE}", known.shuffle(shuffle))


class _KnownCards:
    """Follows every card from where the dealer put it, and notes what the viewer sees of it."""

    def __init__(self, game: Game, viewer: Seat | None) -> None:
        self._game = game
        self._viewer = viewer
        self._orders = [game.deck]
        self._seen: list[set[int]] = [set()]
        self._origin = {card: (0, index) for index, card in enumerate(game.deck_ids)}

    def update(self) -> None:
        """Note what the viewer has seen by now; a reshuffle makes all cards of the new stock unknown again."""
        table = self._game.table
        for order in range(len(self._orders), len(self._game.shuffle_ids) + 1):
            self._orders.append(self._game.shuffles[order - 1])
            self._seen.append(set())
            self._origin |= {card: (order, index) for index, card in enumerate(self._game.shuffle_ids[order - 1])}
        if self._viewer is not None:
            for card, (order, index) in self._origin.items():
                if has_seen(table, self._viewer, card):
                    self._seen[order].add(index)

    def _faces(self, order: int) -> list[str]:
        if self._viewer is None:
            return self._orders[order]
        return [face if index in self._seen[order] else UNSEEN for index, face in enumerate(self._orders[order])]

    def deck(self) -> list[str]:
        return self._faces(0)

    def shuffle(self, index: int) -> list[str]:
        return self._faces(index + 1)
