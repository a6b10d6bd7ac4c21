"""Reading a .cambio file; errors say in which line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..actions import parse_action
from ..core.engine.cards import face_of
from ..errors import NotationError, RulesError
from ..events import UNSEEN
from ..places import DEALER, seat_named
from ..rules import Rules
from .proof_tags import NEEDED, is_proof_tag, read_proof, read_proof_tag
from .races import parse_race
from .record import (
    END,
    FORMAT,
    FREE_TAGS,
    RACE,
    SHUFFLE,
    Line,
    Record,
    checksum,
    without_byte_order_mark,
    without_comment,
)

MOST_SEATS = 26


def read(text: str, *, even_if_altered: bool = False) -> Record:
    """Read a .cambio file; errors say in which line. One whose checksum does not fit is read only if that is wanted."""
    if not isinstance(text, str):
        raise NotationError(f"expected the text of a .cambio file, but found {text!r}", 1)
    text = without_byte_order_mark(text)
    lines = list(_logical_lines(text))
    if not lines or lines[0][1] != FORMAT:
        found = repr(lines[0][1]) if lines else "an empty file"
        raise NotationError(f"expected {FORMAT!r} on top, but found {found}", lines[0][0] if lines else 1)
    record = Record(Rules.of(), 0)
    rest = _read_tags(record, lines[1:])
    _read_play(record, rest, text)
    record.expected_checksum = checksum(text.splitlines()[: record.end_line - 1])
    if not even_if_altered:
        check_checksum(record.checksum, record.expected_checksum, record.end_line)
    return record


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments and blank ones; an indented line goes on with the one before."""
    held: tuple[int, str] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = without_comment(raw)
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
            record.rules, record.rules_text = Rules.parse(text), text
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
    elif is_proof_tag(tag):
        read_proof_tag(record, tag, text, number)
    else:
        known = "rules, seat a, dealer, starter, as, deck, result, " + ", ".join((*FREE_TAGS, *NEEDED))
        raise NotationError(f"expected a tag ({known}), but found {tag!r}", number)


def _check_tags(record: Record, seen: Mapping[str, int], number: int) -> None:
    for tag in ("rules", "seat a", "dealer", "starter", "deck"):
        if tag not in seen:
            raise NotationError(f"the tag {tag!r} is missing before this line", number)
    try:
        record.rules.check_seats(record.seats)
    except RulesError as error:
        raise NotationError(str(error), seen["rules"]) from None
    read_proof(record, number)


def _cards(words: list[str], number: int) -> tuple[str, ...]:
    for word in words:
        try:
            if word != UNSEEN:
                face_of(word)
        except ValueError as error:
            raise NotationError(str(error), number) from None
    return tuple("10" + word[1:] if word[0] == "T" else word for word in words)


def _read_play(record: Record, lines: list[tuple[int, str]], text: str) -> None:
    actions = 0
    for number, line in lines:
        first, *words = line.split()
        if record.end_line:
            raise NotationError(f"expected nothing after the closing line, but found {line!r}", number)
        if first == END:
            record.checksum, record.end_line = read_end(line, number), number
        elif first == RACE:
            _read_race(record, actions, words, number)
        else:
            record.lines.append(_read_line(line, number))
            actions += record.lines[-1].action is not None
    if not record.end_line:
        raise NotationError(f"the file is cut off: expected a closing line, {END!r}", len(text.splitlines()) or 1)


def _read_race(record: Record, actions: int, words: list[str], number: int) -> None:
    if not actions or actions in record.races:
        raise NotationError("expected a race right after the action that came of it", number)
    try:
        race = parse_race(words)
    except ValueError as error:
        raise NotationError(str(error), number) from None
    for reaction in race.reactions:
        if reaction.seat not in record.names:
            raise NotationError(f"{RACE}: expected one of the seats, but found {reaction.seat!r}", number)
    record.races[actions] = race


def check_checksum(found: str | None, expected: str, number: int) -> None:
    """Whether a closing line goes with the lines before it."""
    if found not in (None, expected):
        raise NotationError(f"the file was altered: its checksum is {expected}, not {found}", number)


def read_end(line: str, number: int) -> str | None:
    """The checksum of a closing line, if it has one."""
    words = line.split()
    if len(words) > 2:
        raise NotationError(f"expected {END!r} and a checksum, but found {line!r}", number)
    return words[1] if len(words) == 2 else None


def _read_line(line: str, number: int) -> Line:
    actor, *words = line.split()
    if actor != DEALER and (len(actor) != 1 or not actor.isalpha()):
        raise NotationError(f"expected a seat's letter or {DEALER!r} first, but found {line!r}", number)
    if actor == DEALER and words[:1] == [SHUFFLE]:
        return Line(number, actor, None, _cards(words[1:], number))
    faces = [word[1:] for word in words if word.startswith("=")]
    verb_and_places = [word for word in words if not word.startswith("=")]
    try:
        return Line(number, actor, parse_action(" ".join(verb_and_places)), _cards(faces, number))
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(str(error), number) from None
