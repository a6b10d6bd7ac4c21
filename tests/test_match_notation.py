"""A whole match is one .cambio file: it replays round by round, and a bad one is refused with its line number."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio import Game, NotationError
from cambio.events import UNSEEN
from cambio.match import Match
from cambio.notation import (
    checksum,
    is_match,
    join_rounds,
    read,
    read_match,
    replay,
    replay_match,
    round_of_match,
    write,
    write_match,
)
from cambio.rules import PRESETS
from tests.random_play import random_decision
from tests.table import deal

NAMES = {"a": "Ana", "b": "Ben the Bold", "c": "Cleo"}


def play_match(rules: str, seats: int, seed: int, rounds: int = 3) -> list[Game]:
    """So many rounds of a match, or fewer if it is over before."""
    rng = random.Random(seed)
    match = Match(rules, seats, seed=seed)
    games: list[Game] = []
    while not match.is_over and len(games) < rounds:
        game = match.deal()
        while not game.is_over:
            game.play(*random_decision(game, rng))
        match.score(game.outcome())
        games.append(game)
    return games


def several_rounds(preset: str) -> str:
    """A preset's rules, but as a match of several rounds."""
    rules = PRESETS[preset]
    return preset if rules["match.rounds"] != 1 else f"{preset} match.rounds=3"


def small_match(rounds: int = 2) -> list[Game]:
    return play_match("cambia match.rounds=2", 2, 5, rounds)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_every_rule_book_replays_to_the_same_events(preset: str, seed: int) -> None:
    games = play_match(several_rounds(preset), 3, seed, rounds=12)
    text = write_match(games, names=NAMES)
    again = replay_match(text)
    assert len(again.games) == len(games) > 1
    for game, replayed in zip(games, again.games, strict=True):
        assert replayed.events == game.events
    assert write_match(again.games, names=NAMES) == text


@pytest.mark.parametrize("preset", PRESETS)
def test_a_players_own_copy_of_a_match_replays_to_what_that_player_knew(preset: str) -> None:
    games = play_match(several_rounds(preset), 3, 1)
    for seat in games[0].seats:
        own = write_match(games, names=NAMES, viewer=seat)
        assert own.count(f"\nas: {seat}\n") == 1
        again = replay_match(own)
        for game, replayed in zip(games, again.games, strict=True):
            assert replayed.heard_by(seat) == game.heard_by(seat)
        assert write_match(again.games, names=NAMES, viewer=seat) == own


def test_a_players_own_copy_of_a_match_has_no_card_in_it_that_the_player_never_saw() -> None:
    games = play_match("camp", 3, 4)
    for seat in games[0].seats:
        parts = read_match(write_match(games, viewer=seat)).rounds
        for game, part in zip(games, parts, strict=True):
            seen = {face for event in game.heard_by(seat) for face in [getattr(event, "card", None)] if face}
            assert {face for face in part.record.deck if face != UNSEEN} <= seen
            assert UNSEEN in part.record.deck


def test_a_match_reads_well() -> None:
    games = small_match()
    text = write_match(games, names=NAMES, tags={"date": "2026-11-17"})
    lines = text.splitlines()
    assert lines[:11] == [
        "cambio match 1",
        "rules: cambia match.rounds=2",
        "seat a: Ana",
        "seat b: Ben the Bold",
        "date: 2026-11-17",
        "",
        "round 1",
        "dealer: b",
        "starter: a",
        lines[9],
        lines[10],
    ]
    outcomes = [game.outcome() for game in games]
    totals = {seat: sum(outcome.scores[seat] for outcome in outcomes if outcome is not None) for seat in "ab"}
    tally = f"a={totals['a']} b={totals['b']}"
    assert f"\ntally: {tally}\n\nresult: " in text and lines[-2].endswith(("won, tally " + tally, f"a={totals['a']}"))
    record = read_match(text)
    assert record.names == {"a": "Ana", "b": "Ben the Bold"} and record.tags == {"date": "2026-11-17"}
    assert str(record.rules) == "cambia match.rounds=2" and record.viewer is None


def test_a_rounds_part_with_the_rules_and_names_on_top_is_the_file_of_that_round() -> None:
    games = small_match()
    lines = write_match(games, names=NAMES).splitlines()
    second = lines.index("round 2")
    end = next(number for number in range(second, len(lines)) if lines[number].startswith("end "))
    alone = "\n".join(["cambio 1", *lines[1:4], *lines[second + 1 : end + 1], ""])
    assert alone == write(games[1], names=NAMES)


def test_a_round_is_picked_from_a_match_with_the_numbers_of_its_lines() -> None:
    games = small_match(3)
    text = write_match(games, names={"a": "Ana", "b": "Ben"})
    records = read_match(text).rounds
    for number, (game, record) in enumerate(zip(games, records, strict=True), start=1):
        picked, rounds = round_of_match(text, number)
        assert picked is not None and rounds == len(games)
        assert replay(picked).events == game.events and read(picked).end_line == record.record.end_line
    for number in (-1, 0, len(games) + 1):
        assert round_of_match(text, number) == (None, len(games))
    altered = text.replace("a draw", "a dances", 1)
    with pytest.raises(NotationError, match="altered"):
        round_of_match(altered, 1)


def test_files_of_rounds_are_joined_whatever_else_they_say() -> None:
    games = small_match()
    tags = ({"event": "Saturday", "round": "1", "tally": "none yet"}, {"event": "Saturday"})
    texts = [write(game, names=NAMES, tags=each) for game, each in zip(games, tags, strict=True)]
    record = read_match(join_rounds(texts))
    assert [each.record.tags for each in record.rounds] == list(tags)
    assert replay_match(join_rounds(texts)).games[1].events == games[1].events


def test_whoever_was_renamed_has_the_last_name_in_all_rounds() -> None:
    first, second = small_match()
    text = join_rounds([write(first, names=NAMES), write(second, names=NAMES | {"a": "Anna"})])
    assert "Ana" not in text
    assert replay_match(text).match.is_over and read_match(text).names["a"] == "Anna"


def test_a_match_that_goes_on_has_no_result_and_its_last_round_may_be_unfinished() -> None:
    unfinished = write_match(small_match(1))
    assert "\nresult: called, " in unfinished and "won, tally" not in unfinished
    assert replay_match(unfinished).match.standing() is None
    (game,) = play_match("camp", 2, 3, rounds=1)
    match = Match("camp", 2, seed=3)
    match.score(game.outcome())
    next_round = match.deal()
    text = write_match([game, next_round])
    assert text.count("\ntally: ") == 1
    assert replay_match(text).games[1].events == next_round.events


def test_a_reset_tally_is_told_and_checked() -> None:
    """Landing exactly on the number sets the tally back."""
    games = play_match("cabo", 3, 0, rounds=1)
    outcome = games[0].outcome()
    assert outcome is not None
    seat, score = max(outcome.scores.items(), key=lambda entry: entry[1])
    rules = f"cabo match.reset_at={score} match.reset_to=1 match.target={score + 50}"
    match, (game,) = Match(rules, 3, seed=0), play_match(rules, 3, 0, rounds=1)
    match.score(game.outcome())
    assert match.tally[seat] == 1
    text = write_match([game])
    assert f"{seat}=1" in text.splitlines()[-3]
    with pytest.raises(NotationError, match="the tally after round 1 is"):
        replay_match(without_checksums(text).replace(f"{seat}=1", f"{seat}={score}"))


def test_comments_folded_lines_blank_lines_and_missing_checks_are_fine() -> None:
    games = small_match()
    lines = without_checksums(write_match(games, names=NAMES)).splitlines()
    kept = [line for line in lines if not line.startswith(("tally:", "result:"))]
    text = "\n\n".join(f"{line} ; a comment" for line in kept).replace("\n\n  ", "\n  ")
    text = text.replace("rules: cambia match", "rules: cambia\n   match")
    assert [game.events for game in replay_match(text).games] == [game.events for game in games]


def without_checksums(text: str) -> str:
    return "\n".join("end" if line.startswith("end ") else line for line in text.splitlines()) + "\n"


def line_of(text: str, start: str, nth: int = 1) -> int:
    numbers = [number for number, line in enumerate(text.splitlines(), start=1) if line.startswith(start)]
    return numbers[nth - 1]


@pytest.mark.parametrize(
    ("start", "nth", "into", "message"),
    [
        ("cambio match", 1, "cambio match 2", "expected 'cambio match 1' on top, but found 'cambio match 2'"),
        ("rules:", 1, "rules: cambai", "did you mean 'cambia'"),
        ("seat b", 1, "seat c: Ben", "expected seat b, but found 'seat c'"),
        ("seat b", 1, "sofa b: Ben", "expected a tag of the match"),
        ("round 1", 1, "round 2", "expected 'round 1', but found 'round 2'"),
        ("round 2", 1, "round 1", "expected 'round 2', but found 'round 1'"),
        ("round 2", 1, "rules: camp", "expected 'round 2', a result or 'end', but found 'rules: camp'"),
        ("dealer: ", 2, "dealer: b", "the dealer of round 2 is a, but the file says b"),
        ("starter: ", 1, "starter: b", "the starter of round 1 is a, but the file says b"),
        ("starter: ", 2, "starter: a", "the starter of round 2 is b, but the file says a"),
        ("starter: ", 2, "starter: z", "expected one of the seats, but found 'z'"),
        ("starter: ", 2, "starter: b\nas: b", None),
        ("deck: ", 2, "deck: 7h", None),
        ("a draw", 2, "a throw", None),
        ("tally:", 1, "tally: a=1 b=2", "but the file says a=1 b=2"),
        ("tally:", 2, "tally: a=1 b=2", "but the file says a=1 b=2"),
        ("result:", 3, "result: b won", "but the file says 'b won'"),
    ],
)
def test_an_altered_match_is_refused_with_its_line(start: str, nth: int, into: str, message: str | None) -> None:
    text = without_checksums(write_match(small_match(), names=NAMES))
    number = line_of(text, start, nth)
    lines = text.splitlines()
    lines[number - 1] = into
    with pytest.raises(NotationError) as refused:
        replay_match("\n".join(lines))
    assert message is None or message in str(refused.value)
    assert refused.value.line == number + into.count("\n")


def test_more_rounds_than_the_match_has_are_refused() -> None:
    text = without_checksums(write_match(small_match(), names=NAMES)).replace("rounds=2", "rounds=1")
    with pytest.raises(NotationError, match="the match is over after round 1") as refused:
        replay_match(text)
    assert refused.value.line == line_of(text, "round 2")
    text = without_checksums(write_match(small_match(), names=NAMES)).replace("rounds=2", "rounds=3")
    with pytest.raises(NotationError, match="its rounds do not end the match"):
        replay_match(text)


def test_a_round_that_is_not_over_is_not_followed_by_another() -> None:
    text = without_checksums(write_match(small_match(), names=NAMES))
    lines = text.splitlines()
    del lines[line_of(text, "end") - 2]
    lines = [line for number, line in enumerate(lines) if not (line.startswith("result: called") and number < 15)]
    with pytest.raises(NotationError, match="round 1 is not over"):
        replay_match("\n".join(lines))


def test_a_checksum_tells_of_every_altered_line() -> None:
    """Those of the rounds tell first which round it is in."""
    text = write_match(small_match(), names=NAMES, tags={"date": "2026-11-17"})
    lines = text.splitlines()
    for number, line in enumerate(lines[:-1]):
        if not line:
            continue
        altered = "\n".join([*lines[:number], f"{line}1", *lines[number + 1 :]])
        with pytest.raises(NotationError):
            replay_match(altered)
    with pytest.raises(NotationError, match="the file was altered") as refused:
        replay_match(text.replace("2026-11-17", "2026-11-18"))
    assert refused.value.line == len(lines)
    closing = f"end {checksum(lines[:-1])}"
    assert lines[-1] == closing


def test_a_match_cut_off_anywhere_is_refused() -> None:
    lines = write_match(small_match()).splitlines()
    for length in range(len(lines)):
        with pytest.raises(NotationError):
            replay_match("\n".join(lines[:length]))
    with pytest.raises(NotationError, match="nothing after the closing line"):
        replay_match("\n".join([*lines, "round 3"]))


def test_a_file_of_one_round_and_one_of_a_match_are_told_apart() -> None:
    (game, _) = small_match()
    assert is_match(write_match([game])) and not is_match(write(game)) and not is_match("")
    assert is_match("; our best evening\n\ncambio match 1 ; so far\n")
    with pytest.raises(NotationError, match="expected 'cambio 1' on top, but found 'cambio match 1'"):
        read(write_match([game]))
    with pytest.raises(NotationError, match="expected 'cambio match 1' on top, but found 'cambio 1'"):
        read_match(write(game))
    with pytest.raises(NotationError, match="an empty file"):
        read_match("")
    with pytest.raises(NotationError, match="expected 'round 1', but found 'end'"):
        read_match("cambio match 1\nrules: cambia\nend\n")


@pytest.mark.parametrize(
    "make",
    [
        lambda first, second: [],
        lambda first, second: [first, first],
        lambda first, second: [first, second, first],
        lambda first, second: [first, write(replay(second), viewer="a")],
        lambda first, second: [first.replace("result: called", "result: forgotten"), second],
    ],
)
def test_rounds_that_make_no_match_are_not_joined(make: object) -> None:
    assert callable(make)
    texts: Sequence[str] = [without_checksums(text) for text in make(*map(write, small_match()))]
    with pytest.raises(ValueError, match=r"expected|over"):
        join_rounds(texts)


def test_a_match_has_no_tags_but_its_own() -> None:
    with pytest.raises(ValueError, match="expected a tag of a match"):
        write_match(small_match(), tags={"tally": "a=3"})


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_no_file_whatever_gives_anything_but_a_match_or_an_error_with_a_line(data: st.DataObject) -> None:
    lines = LINES.copy()
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        word = data.draw(
            st.one_of(
                st.text(max_size=12),
                st.sampled_from(["a draw", "??", "end", "deck:", "=7h", "round 1", "round 2", "tally:", "as: a", ":"]),
            )
        )
        how = data.draw(st.sampled_from(["replace", "insert", "delete", "append"]))
        if how == "replace":
            lines[index] = word
        elif how == "insert":
            lines.insert(index, word)
        elif how == "append":
            lines[index] += " " + word
        elif len(lines) > 1:
            del lines[index]
    try:
        replay_match("\n".join(lines))
    except NotationError as error:
        assert error.line >= 1


LINES = without_checksums(write_match(small_match(), names=NAMES)).splitlines()


def test_the_example_of_a_match_on_the_notation_page_replays() -> None:
    page = Path("docs/NOTATION.md").read_text(encoding="utf-8")
    (example,) = (block for block in page.split("```\n") if block.startswith("cambio match"))
    replayed = replay_match(example)
    assert replayed.match.is_over and len(replayed.games) == 2
    assert write_match(replayed.games, names=read_match(example).names, tags={"date": "2026-11-17"}) == example


def test_a_reader_of_rounds_that_knows_more_tags_reads_them_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round's part is whatever the reader of rounds makes of it."""
    monkeypatch.setattr("cambio.notation.reading.FREE_TAGS", ("date", "weather"))
    table = deal("cambia", a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock="3c 9s Xr 8d 2h", opening="5c")
    table.play("a call", "b draw", "b swap b1", "dealer close")
    text = without_checksums(write(table.game)).replace("deck:", "weather: rain\ndeck:")
    record = read_match(join_rounds([text]))
    assert record.rounds[0].record.tags == {"weather": "rain"}
