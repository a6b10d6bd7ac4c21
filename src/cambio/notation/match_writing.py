"""Writing a match as one .cambio file, from its rounds or from their files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..game import Game
from ..match import Match, Standing
from ..outcome import REASONS, Outcome
from ..places import Seat
from ..rules import Rules
from .match_reading import MATCH_FORMAT, MATCH_TAGS, RESULT, ROUND, TALLY
from .reading import read
from .record import END, FORMAT, Record, checksum
from .writing import one_line, write

_RESULT = re.compile(rf"({'|'.join(REASONS.values())}), ([a-z](?: [a-z])*) won, scores ((?:[a-z]=-?\d+ ?)+)")


def write_match(
    games: Sequence[Game],
    *,
    names: Mapping[Seat, str] | None = None,
    viewer: Seat | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """The rounds of a match, in order, as one file; with a viewer, that seat's own copy."""
    return join_rounds([write(game, names=names, viewer=viewer) for game in games], tags=tags)


def join_rounds(texts: Sequence[str], *, tags: Mapping[str, str] | None = None) -> str:
    """The files of a match's rounds, in order, as one file; whoever was renamed meanwhile has the last name in it.

    A round's part keeps all that its own file says about it. Nothing is replayed.
    """
    if not texts:
        raise ValueError("expected the rounds of a match, but found none")
    records = [read(text) for text in texts]
    last = records[-1]
    shared = [
        # Letter by letter, because proofs are over this text.
        f"rules: {last.rules_text}",
        *(f"seat {seat}: {name}" for seat, name in last.names.items()),
        *([f"as: {last.viewer}"] if last.viewer is not None else []),
    ]
    match = Match(last.rules, last.seats, seed=0, dealer=records[0].dealer)
    lines = [MATCH_FORMAT, *shared, *(f"{_match_tag(tag)}: {one_line(text)}" for tag, text in (tags or {}).items())]
    for number, (text, record) in enumerate(zip(texts, records, strict=True), start=1):
        _check_round(record, last, match)
        part = _own_lines(text)
        lines += ["", f"{ROUND} {number}", *part, f"{END} {checksum([FORMAT, *shared, *part])}"]
        if record.result is not None:
            match.score(outcome_told(record.result, record.rules))
            lines.append(f"{TALLY}: {tally_text(match.tally)}")
        elif number < len(texts):
            raise ValueError(f"round {number} is not over, but here is another one after it")
    standing = match.standing()
    lines += ["", *([f"{RESULT}: {match_result(standing)}"] if standing is not None else [])]
    return "\n".join([*lines, f"{END} {checksum(lines)}", ""])


def tally_text(tally: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat}={points}" for seat, points in tally.items())


def match_result(standing: Standing) -> str:
    """How a match ended, on one line; tallies from the first place to the last."""
    return f"{' '.join(standing.winners)} won, tally {tally_text(dict(standing.ranking))}"


def _match_tag(tag: str) -> str:
    if tag not in MATCH_TAGS:
        raise ValueError(f"expected a tag of a match ({', '.join(MATCH_TAGS)}), but found {tag!r}")
    return tag


def _check_round(record: Record, last: Record, match: Match) -> None:
    """Whether a round may come next in this match."""
    theirs, ours = (
        (str(each.rules), each.seats, each.viewer, dealer, starter)
        for each, dealer, starter in ((record, record.dealer, record.starter), (last, match.dealer, match.starter))
    )
    if theirs != ours:
        raise ValueError(
            f"round {match.round}: expected rules, seats, viewer, dealer and starter {ours}, found {theirs}"
        )


def _own_lines(text: str) -> list[str]:
    """What a round's file says about this round alone: without the format, the shared tags and the closing line."""
    kept: list[str] = []
    is_shared = False
    for line in text.splitlines():
        # A line that begins with a space goes on with the one before.
        is_shared = is_shared if line[:1].isspace() else _is_shared(line)
        if not is_shared:
            kept.append(line)
    return kept


def _is_shared(line: str) -> bool:
    tag, colon, _ = line.partition(":")
    if colon:
        return tag in ("rules", "as") or tag.startswith("seat ")
    return line.startswith(FORMAT) or line.split()[:1] == [END]


def outcome_told(result: str, rules: Rules) -> Outcome:
    """An outcome as far as a result tells it: the reason, the winners and the scores, by which a match goes on."""
    told = _RESULT.fullmatch(result)
    if told is None:
        raise ValueError(f"expected a result like 'called, a won, scores a=3 b=5', but found {result!r}")
    reason = next(reason for reason in REASONS.values() if reason == told[1])
    scores = {seat: int(score) for seat, _, score in (word.partition("=") for word in told[3].split())}
    return Outcome(reason, tuple(told[2].split()), scores, scores, {}, None, None, (), rules)
