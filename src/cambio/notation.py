"""Notation: a round as a text that people can read, and that replays to the same events anywhere.

A .cambio file has tags on top, then one action a line, actor first, and a closing line. What an action showed is
written behind it, ``=7h``, and must come true again. A player's own copy has ``??`` for what that player never saw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .actions import Action, parse_action
from .core.engine.cards import face_of
from .errors import NotationError, RulesError, SeatError
from .events import UNSEEN, Event, Revealed, Shown
from .game import Game
from .outcome import Outcome
from .places import DEALER, Seat, seat_named, seat_number
from .rules import Rules

FORMAT = "cambio 1"
SHUFFLE = "shuffle"
END = "end"
WIDTH = 20
#: A player's copy leaves cards open; so many ways to fill them in are tried until the story comes true.
GUESSES = 500
MOST_SEATS = 26
FREE_TAGS = ("date", "event", "round", "tally")


@dataclass(frozen=True)
class Line:
    """One line of play: an action, or the dealer's order of a reshuffle, and the faces that it showed."""

    number: int
    actor: Seat
    action: Action | None
    faces: tuple[str, ...]


@dataclass
class Record:
    """A .cambio file, read but not yet replayed."""

    rules: Rules
    seats: int
    names: dict[Seat, str] = field(default_factory=dict)
    dealer: Seat = "a"
    starter: Seat = "a"
    viewer: Seat | None = None
    deck: tuple[str, ...] = ()
    deck_line: int = 0
    result: str | None = None
    result_line: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    end_line: int = 0


# Writing


def write(
    game: Game,
    *,
    names: Mapping[Seat, str] | None = None,
    viewer: Seat | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """The game as a .cambio file; with a viewer, that seat's own copy, which tells only what it has seen."""
    if viewer is not None and viewer not in game.seats:
        raise SeatError(f"nobody sits at {viewer!r}, so there is no copy of theirs")
    told = _replayed(game, viewer)
    head = [
        FORMAT,
        f"rules: {game.rules}",
        *(f"seat {seat}: {_one_line((names or {}).get(seat, seat))}" for seat in game.seats),
        f"dealer: {game.dealer}",
        f"starter: {game.starter}",
        *([f"as: {viewer}"] if viewer is not None else []),
        *(f"{_free_tag(tag)}: {_one_line(text)}" for tag, text in (tags or {}).items()),
    ]
    body = [*_folded("deck:", told.deck)]
    outcome = game.outcome()
    if outcome is not None:
        body.append(f"result: {result_of(outcome)}")
    body += ["", *told.lines]
    lines = [*head, *body]
    return "\n".join([*lines, f"{END} {checksum(lines)}", ""])


def _one_line(text: str) -> str:
    if ";" in text or not text.isprintable() or text != text.strip():
        raise ValueError(f"expected a name or tag of one line, without ';', but found {text!r}")
    return text


def _free_tag(tag: str) -> str:
    if tag not in FREE_TAGS:
        raise ValueError(f"expected a tag ({', '.join(FREE_TAGS)}), but found {tag!r}")
    return tag


def result_of(outcome: Outcome) -> str:
    """How it ended, on one line."""
    scores = " ".join(f"{seat}={score}" for seat, score in outcome.scores.items())
    return f"{outcome.reason}, {' '.join(outcome.winners)} won, scores {scores}"


def checksum(lines: list[str]) -> str:
    """A few letters by which an altered file is found out; comments and blank lines do not count."""
    spoken = [line for line in (_without_comment(line) for line in lines) if line]
    return hashlib.sha256("\n".join(spoken).encode()).hexdigest()[:12]


def _folded(head: str, cards: list[str]) -> list[str]:
    """Long rows of cards go on in the next lines, indented."""
    rows = [" ".join(cards[start : start + WIDTH]) for start in range(0, len(cards), WIDTH)]
    return [f"{head} {rows[0]}" if rows else head, *(f"  {row}" for row in rows[1:])]


@dataclass
class _Told:
    deck: list[str]
    lines: list[str]


def _replayed(game: Game, viewer: Seat | None) -> _Told:
    """Play the game again from its record, watching which of the dealer's cards the viewer comes to see."""
    again = game.from_the_start()
    watch = _Watch(again, viewer)
    watch.look()
    lines: list[tuple[str, int | None]] = []
    for index, (actor, action) in enumerate(game.record, start=1):
        events = again.play(actor, action)
        watch.look()
        lines.append((" ".join([actor, str(action), *_checks(events, viewer)]), None))
        lines += [("", shuffle) for shuffle, at in enumerate(game.shuffled_at) if at == index]
    return _Told(watch.deck(), list(_told_lines(lines, watch)))


def _told_lines(lines: list[tuple[str, int | None]], watch: _Watch) -> Iterator[str]:
    for line, shuffle in lines:
        if shuffle is None:
            yield line
        else:
            yield from _folded(f"{DEALER} {SHUFFLE}", watch.shuffle(shuffle))


def _checks(events: list[Event], viewer: Seat | None) -> list[str]:
    """The faces that an action showed, as checks."""
    shown = [event for event in events if isinstance(event, Shown) and not isinstance(event, Revealed)]
    faces = [event.card if viewer is None or viewer in event.sees else None for event in shown if event.card]
    return [f"={face or UNSEEN}" for face in faces]


class _Watch:
    """Follows every card from where the dealer put it, and notes what the viewer sees of it."""

    def __init__(self, game: Game, viewer: Seat | None) -> None:
        self._game = game
        self._eye = None if viewer is None else seat_number(viewer)
        self._orders = [game.deck]
        self._seen: list[set[int]] = [set()]
        self._origin = {card: (0, index) for index, card in enumerate(game.deck_ids)}

    def look(self) -> None:
        """Note what the viewer has seen by now; a reshuffle makes all cards of the new stock unknown again."""
        table = self._game.table
        for order in range(len(self._orders), len(self._game.shuffle_ids) + 1):
            self._orders.append(self._game.shuffles[order - 1])
            self._seen.append(set())
            self._origin |= {card: (order, index) for index, card in enumerate(self._game.shuffle_ids[order - 1])}
        for card, (order, index) in self._origin.items():
            if self._eye is None or table.seen_by(card) >> self._eye & 1:
                self._seen[order].add(index)

    def _told(self, order: int) -> list[str]:
        return [face if index in self._seen[order] else UNSEEN for index, face in enumerate(self._orders[order])]

    def deck(self) -> list[str]:
        return self._told(0)

    def shuffle(self, index: int) -> list[str]:
        return self._told(index + 1)


# Reading


def read(text: str) -> Record:
    """Read a .cambio file; errors say in which line."""
    if not isinstance(text, str):
        raise NotationError(f"expected the text of a .cambio file, but found {text!r}", 1)
    spoken = list(_spoken(text))
    if not spoken or spoken[0][1] != FORMAT:
        found = repr(spoken[0][1]) if spoken else "an empty file"
        raise NotationError(f"expected {FORMAT!r} on top, but found {found}", spoken[0][0] if spoken else 1)
    record = Record(Rules.of(), 0)
    rest = _read_tags(record, spoken[1:])
    _read_play(record, rest, text)
    return record


def _spoken(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments and blank ones; an indented line goes on with the one before."""
    held: tuple[int, str] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = _without_comment(raw)
        if not line:
            continue
        if raw[0].isspace() and held is not None:
            held = (held[0], f"{held[1]} {line.strip()}")
            continue
        if held is not None:
            yield held
        held = (number, line.strip())
    if held is not None:
        yield held


def _without_comment(line: str) -> str:
    return line.partition(";")[0].rstrip()


def _read_tags(record: Record, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    seen: dict[str, int] = {}
    for index, (number, line) in enumerate(lines):
        tag, colon, text = line.partition(":")
        if not colon:
            _check_tags(record, seen, number)
            return lines[index:]
        if tag in seen:
            raise NotationError(f"{tag!r} is there twice, first in line {seen[tag]}", number)
        seen[tag] = number
        _read_tag(record, tag, text.strip(), number)
    _check_tags(record, seen, lines[-1][0] if lines else 1)
    return []


def _read_tag(record: Record, tag: str, text: str, number: int) -> None:
    if tag == "rules":
        try:
            record.rules = Rules.parse(text)
        except RulesError as error:
            raise NotationError(str(error), number) from None
    elif tag.startswith("seat "):
        seat = tag.removeprefix("seat ")
        if record.seats == MOST_SEATS:
            raise NotationError(f"expected at most {MOST_SEATS} seats, but found {tag!r}", number)
        if seat != seat_named(record.seats):
            raise NotationError(f"expected seat {seat_named(record.seats)}, but found {tag!r}", number)
        record.names[seat] = text
        record.seats += 1
    elif tag in ("dealer", "starter", "as"):
        if text not in record.names:
            raise NotationError(f"{tag}: expected one of the seats, but found {text!r}", number)
        if tag == "dealer":
            record.dealer = text
        elif tag == "starter":
            record.starter = text
        else:
            record.viewer = text
    elif tag == "deck":
        record.deck, record.deck_line = _cards(text.split(), number), number
    elif tag == "result":
        record.result, record.result_line = text, number
    elif tag in FREE_TAGS:
        record.tags[tag] = text
    else:
        known = "rules, seat a, dealer, starter, as, deck, result, " + ", ".join(FREE_TAGS)
        raise NotationError(f"expected a tag ({known}), but found {tag!r}", number)


def _check_tags(record: Record, seen: Mapping[str, int], number: int) -> None:
    for tag in ("rules", "seat a", "dealer", "starter", "deck"):
        if tag not in seen:
            raise NotationError(f"the tag {tag!r} is missing before this line", number)
    try:
        record.rules.check_seats(record.seats)
    except RulesError as error:
        raise NotationError(str(error), seen["rules"]) from None


def _cards(words: list[str], number: int) -> tuple[str, ...]:
    for word in words:
        try:
            if word != UNSEEN:
                face_of(word)
        except ValueError as error:
            raise NotationError(str(error), number) from None
    return tuple("10" + word[1:] if word[0] == "T" else word for word in words)


def _read_play(record: Record, lines: list[tuple[int, str]], text: str) -> None:
    for number, line in lines:
        if record.end_line:
            raise NotationError(f"expected nothing after the closing line, but found {line!r}", number)
        if line.split()[0] == END:
            _check_end(line, number, text)
            record.end_line = number
        else:
            record.lines.append(_read_line(line, number))
    if not record.end_line:
        raise NotationError(f"the file is cut off: expected a closing line, {END!r}", len(text.splitlines()) or 1)


def _check_end(line: str, number: int, text: str) -> None:
    words = line.split()
    if len(words) > 2:
        raise NotationError(f"expected {END!r} and a checksum, but found {line!r}", number)
    expected = checksum(text.splitlines()[: number - 1])
    if len(words) == 2 and words[1] != expected:
        raise NotationError(f"the file was altered: its checksum is {expected}, not {words[1]}", number)


def _read_line(line: str, number: int) -> Line:
    actor, *words = line.split()
    if actor != DEALER and (len(actor) != 1 or not actor.isalpha()):
        raise NotationError(f"expected a seat's letter or {DEALER!r} first, but found {line!r}", number)
    if actor == DEALER and words[:1] == [SHUFFLE]:
        return Line(number, actor, None, _cards(words[1:], number))
    faces = [word[1:] for word in words if word.startswith("=")]
    spoken = [word for word in words if not word.startswith("=")]
    try:
        return Line(number, actor, parse_action(" ".join(spoken)), _cards(faces, number))
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(str(error), number) from None


# Replaying


def replay(source: str | Record) -> Game:
    """Play a file again and check every face and the result; a player's copy is filled in so that it comes true."""
    record = source if isinstance(source, Record) else read(source)
    if UNSEEN not in [card for row in _dealers_cards(record) for card in row]:
        return _replay_once(record, 0)
    furthest: NotationError | None = None
    for attempt in range(GUESSES):
        try:
            return _replay_once(record, attempt)
        except NotationError as error:
            if furthest is None or error.line > furthest.line:
                furthest = error
    assert furthest is not None
    raise furthest


def _dealers_cards(record: Record) -> list[tuple[str, ...]]:
    return [record.deck, *(line.faces for line in record.lines if line.action is None)]


def _replay_once(record: Record, seed: int) -> Game:
    _, *shuffles = _dealers_cards(record)
    if record.viewer is None and UNSEEN in record.deck:
        raise NotationError("only a player's own copy, with a tag 'as', may leave cards open", record.deck_line)
    try:
        game = Game(
            record.rules,
            record.seats,
            seed=seed,
            deck=record.deck,
            shuffles=shuffles,
            dealer=record.dealer,
            starter=record.starter,
        )
    except ValueError as error:
        raise NotationError(str(error), record.deck_line) from None
    told = 0
    for line in record.lines:
        if line.action is None:
            told += 1
            if told > len(game.shuffles):
                raise NotationError("no reshuffle is due here", line.number)
            continue
        _play_line(game, line, record, len(shuffles))
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
    shown = [face.removeprefix("=") for face in _checks(events, record.viewer)]
    # Checks may be left out, but not in a player's copy: there they tell the cards apart that were filled in.
    if (line.faces or record.viewer is not None) and list(line.faces) != shown:
        really, told = (" ".join(faces) or "no card" for faces in (shown, line.faces))
        raise NotationError(f"{line.actor} {line.action} shows {really}, but the file says {told}", line.number)


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
