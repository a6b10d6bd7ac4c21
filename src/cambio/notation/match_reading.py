"""Reading a .cambio file of a whole match; errors say in which line.

The rules, the names and whose copy it is stand once, on top. A round's part is read by the reader of single rounds,
with everything of the other rounds left blank: so whatever a round's file may say, its part of a match may say, too,
and the lines have the numbers that they have in the whole file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..errors import NotationError
from ..places import Seat
from ..rules import Rules
from .reading import check_checksum, read, read_end
from .record import END, FORMAT, Record, checksum, without_byte_order_mark, without_comment

MATCH_FORMAT = "cambio match 1"
ROUND = "round"
TALLY, RESULT = "tally", "result"
#: Free text on top of a match.
MATCH_TAGS = ("date", "event")


@dataclass(frozen=True)
class RoundRecord:
    """One round of a match, the lines by which it follows from those before, and the tally after it."""

    record: Record  #: The round, read.
    line: int  #: Where it begins.
    dealer_line: int  #: Where its dealer stands.
    starter_line: int  #: Where its starter stands.
    tally: str | None  #: The tally after it, as it is written.
    tally_line: int  #: Where that stands.


@dataclass
class MatchRecord:
    """A match's file, read but not yet replayed. It has a round at least, and only its last one may be unfinished."""

    rounds: list[RoundRecord] = field(default_factory=list)  #: All rounds, in order.
    tags: dict[str, str] = field(default_factory=dict)  #: Free text: date and event.
    result: str | None = None  #: Who won the match, as it is written.
    result_line: int = 0  #: Where that stands.
    end_line: int = 0  #: Where the last closing line stands.
    #: As it is written behind the last closing line, if it is, and as it should be there.
    checksum: str | None = None
    expected_checksum: str = ""  #: What the checksum should be.

    @property
    def rules(self) -> Rules:
        """What all rounds were played by."""
        return self.rounds[0].record.rules

    @property
    def names(self) -> dict[Seat, str]:
        """The players' names."""
        return self.rounds[0].record.names

    @property
    def viewer(self) -> Seat | None:
        """Whose own copy it is."""
        return self.rounds[0].record.viewer


@dataclass(frozen=True)
class _Line:
    """A line without its comment, and the lines that go on with it: from which number to which."""

    first: int
    last: int
    text: str

    @property
    def tag(self) -> str:
        """What stands before a colon, or nothing."""
        tag, colon, _ = self.text.partition(":")
        return tag if colon else ""

    @property
    def value(self) -> str:
        return self.text.partition(":")[2].strip()

    @property
    def word(self) -> str:
        return self.text.split()[0]


def is_match(text: str) -> bool:
    """Whether a file is of a whole match, by its first line."""
    first = next((line for line in map(without_comment, without_byte_order_mark(text).splitlines()) if line), "")
    return first.strip() == MATCH_FORMAT


def read_match(text: str, *, even_if_altered: bool = False) -> MatchRecord:
    """Read a match's .cambio file; errors say in which line. Checksums must fit, unless it is read all the same."""
    return _Reader(text, even_if_altered).read()


def round_of_match(text: str, number: int) -> tuple[str | None, int]:
    """One round of a match as a file of its own, with the lines' numbers of the whole; and how many rounds there are.

    None if there is no such round. No round is read here: that is done by whoever wants to know what is in it.
    """
    return _Reader(text).pick(number)


class _Reader:
    """Goes through the lines of one file."""

    def __init__(self, text: str, even_if_altered: bool = False) -> None:
        self._even_if_altered = even_if_altered
        self._raw = without_byte_order_mark(text).splitlines()
        self._lines = list(_logical_lines(self._raw))
        self._next = 0
        self._match = MatchRecord()
        #: What stands on top for all rounds: rules, seats, and whose copy it is.
        self._shared: list[_Line] = []

    def read(self) -> MatchRecord:
        for title, part in self._parts():
            self._match.rounds.append(self._read_round(title, part))
        return self._match

    def pick(self, number: int) -> tuple[str | None, int]:
        found, rounds = None, 0
        for rounds, (_, part) in enumerate(self._parts(), start=1):
            if rounds == number:
                found = self._alone(part)
            self._take_tally()
        return found, rounds

    def _parts(self) -> Iterator[tuple[_Line, list[_Line]]]:
        """The title and the lines of each round; what follows the lines, a tally, is left to whoever wants them."""
        first = self._take(f"expected {MATCH_FORMAT!r} on top, but found an empty file")
        if first.text != MATCH_FORMAT:
            raise NotationError(f"expected {MATCH_FORMAT!r} on top, but found {first.text!r}", first.first)
        self._read_head()
        line = self._take_next()
        rounds = 0
        while line.word == ROUND:
            rounds += 1
            yield line, self._take_part(line, rounds)
            line = self._take_next()
        if not rounds:
            raise NotationError(f"expected '{ROUND} 1', but found {line.text!r}", line.first)
        if line.tag == RESULT:
            self._match.result, self._match.result_line = line.value, line.first
            line = self._take_next()
        self._read_end(line, rounds)

    def _take(self, missing: str) -> _Line:
        if self._next == len(self._lines):
            raise NotationError(missing, len(self._raw) or 1)
        self._next += 1
        return self._lines[self._next - 1]

    def _take_next(self) -> _Line:
        return self._take(f"the file is cut off: expected a closing line of the match, {END!r}")

    def _peek_tag(self) -> str:
        return self._lines[self._next].tag if self._next < len(self._lines) else ""

    def _read_head(self) -> None:
        while tag := self._peek_tag():
            line = self._take_next()
            if tag in ("rules", "as") or tag.startswith("seat "):
                self._shared.append(line)
            elif tag not in MATCH_TAGS:
                known = ", ".join(("rules", "seat a", "as", *MATCH_TAGS))
                raise NotationError(f"expected a tag of the match ({known}), but found {tag!r}", line.first)
            elif tag in self._match.tags:
                raise NotationError(f"{tag!r} is there twice", line.first)
            else:
                self._match.tags[tag] = line.value

    def _take_part(self, title: _Line, number: int) -> list[_Line]:
        if title.text.split() != [ROUND, str(number)]:
            raise NotationError(f"expected '{ROUND} {number}', but found {title.text!r}", title.first)
        part: list[_Line] = []
        while not part or part[-1].word != END:
            part.append(self._take(f"the file is cut off: expected a closing line of round {number}, {END!r}"))
        return part

    def _take_tally(self) -> _Line | None:
        return self._take_next() if self._peek_tag() == TALLY else None

    def _read_round(self, title: _Line, part: Sequence[_Line]) -> RoundRecord:
        record = read(self._alone(part), even_if_altered=self._even_if_altered)
        own = {line.tag: line.first for line in reversed(part)}
        if "as" in own:
            raise NotationError("'as' stands on top of a match, for all of its rounds", own["as"])
        tally = self._take_tally()
        return RoundRecord(
            record,
            title.first,
            own["dealer"],
            own["starter"],
            " ".join(tally.value.split()) if tally is not None else None,
            tally.first if tally is not None else 0,
        )

    def _alone(self, part: Sequence[_Line]) -> str:
        """A round's part as a file of its own, whose lines keep their numbers."""
        first = self._lines[0].first
        lines = [""] * part[-1].last
        lines[first - 1] = FORMAT
        for line in (*self._shared, *part):
            lines[line.first - 1 : line.last] = self._raw[line.first - 1 : line.last]
        return "\n".join(lines)

    def _read_end(self, line: _Line, rounds: int) -> None:
        if line.word != END:
            expected = f"'{ROUND} {rounds + 1}', a result or {END!r}"
            raise NotationError(f"expected {expected}, but found {line.text!r}", line.first)
        found, expected = read_end(line.text, line.first), checksum(self._raw[: line.first - 1])
        if not self._even_if_altered:
            check_checksum(found, expected, line.first)
        if self._next < len(self._lines):
            more = self._lines[self._next]
            raise NotationError(f"expected nothing after the closing line, but found {more.text!r}", more.first)
        self._match.end_line = line.first
        self._match.checksum, self._match.expected_checksum = found, expected


def _logical_lines(raw_lines: Sequence[str]) -> Iterator[_Line]:
    """Lines without comments and blank ones; an indented line goes on with the one before."""
    held: _Line | None = None
    for number, raw in enumerate(raw_lines, start=1):
        text = without_comment(raw)
        if not text:
            continue
        if raw[0].isspace() and held is not None:
            held = _Line(held.first, number, f"{held.text} {text.strip()}")
            continue
        if held is not None:
            yield held
        held = _Line(number, number, text.strip())
    if held is not None:
        yield held
