"""A .cambio file replays to the same events, and a bad one is refused with its line number."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio import Game, NotationError
from cambio.events import UNSEEN
from cambio.notation import Race, Reaction, checksum, leave_out_races, read, replay, write
from cambio.training.random_rules import random_rules, random_seats
from tests.random_play import random_decision
from tests.table import deal

WORDS = ("a draw", "b snap a1", "??", "end", "deck:", "=7h")


def random_game(seed: int, decisions: int = 150) -> Game:
    rng = random.Random(seed)
    rules = random_rules(rng)
    game = Game(rules, random_seats(rules, rng), seed=seed)
    for _ in range(decisions):
        if game.is_over:
            break
        game.play(*random_decision(game, rng))
    return game


def small_game() -> Game:
    table = deal("cambia", a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock="3c 9s Xr 8d 2h", opening="5c")
    table.play("a draw", "a throw", "b snap b1", "b draw", "b throw", "b peek b2", "a call", "b draw", "b swap b6")
    table.play("dealer close")
    return table.game


@pytest.mark.parametrize("seed", range(60))
def test_a_file_replays_to_the_same_events(seed: int) -> None:
    game = random_game(seed)
    text = write(game)
    again = replay(text)
    assert again.events == game.events
    assert write(again) == text


@pytest.mark.parametrize("seed", range(40))
def test_a_players_own_copy_replays_to_what_that_player_knew(seed: int) -> None:
    game = random_game(seed)
    for seat in game.seats:
        own = write(game, viewer=seat)
        again = replay(own)
        assert again.heard_by(seat) == game.heard_by(seat)
        assert write(again, viewer=seat) == own


@pytest.mark.parametrize("seed", range(40))
def test_a_players_own_copy_is_the_same_in_every_world_that_the_player_cannot_tell_apart(seed: int) -> None:
    """The copy is all that another world is made from, so a face that the player never saw can't be in it."""
    game = random_game(seed, decisions=25)
    for seat in game.seats:
        own = write(game, viewer=seat)
        deck = read(own).deck
        seen = {face for event in game.heard_by(seat) for face in [getattr(event, "card", None)] if face}
        assert {face for face in deck if face != UNSEEN} <= seen


def test_a_file_reads_well() -> None:
    text = write(small_game(), names={"a": "Ana", "b": "Ben the Bold"}, tags={"date": "2026-11-15"})
    assert text.splitlines()[:7] == [
        "cambio 1",
        "rules: cambia",
        "seat a: Ana",
        "seat b: Ben the Bold",
        "dealer: b",
        "starter: a",
        "date: 2026-11-15",
    ]
    assert "a draw =3c\na throw =3c\nb snap b1 #2 =7s\n" in text
    assert "result: called, a won, scores a=17" in text
    record = read(text)
    assert record.names == {"a": "Ana", "b": "Ben the Bold"} and record.tags == {"date": "2026-11-15"}


def test_comments_blank_lines_tens_as_t_and_a_closing_line_without_a_checksum_are_fine() -> None:
    lines = write(small_game()).replace("10", "T").splitlines()
    text = "\n\n".join(f"{line} ; a comment" for line in lines[:-1]) + "\nend\n"
    text = text.replace("\n\n  ", "\n  ")
    assert replay(text).events == small_game().events


def test_a_players_copy_hides_what_others_drew() -> None:
    game = small_game()
    own = write(game, viewer="a")
    assert "as: a\n" in own and "b draw =??\n" in own and "b peek b2 =??\n" in own and "a draw =3c\n" in own


RACES = {
    5: Race(
        (
            Reaction("b", "snap", after=231, delay=275, claimed=240, round_trip=44),
            Reaction("a", "other", after=262, delay=262, is_bot=True),
        )
    ),
    7: Race((Reaction("a", "snap", after=900, delay=900, round_trip=20),), is_relaxed=True),
}


def test_a_file_keeps_how_fast_everybody_was_and_plays_the_same() -> None:
    for viewer in (None, "a", "b"):
        text = write(small_game(), races=RACES, viewer=viewer)
        assert read(text).races == RACES
        assert replay(text).record == small_game().record
    assert "race b snap after=231 delay=275 claimed=240 round_trip=44\n  a other after=262" in text
    assert "race relaxed a snap after=900" in text


def test_a_file_for_strangers_does_not_tell_how_fast_anybody_was() -> None:
    assert leave_out_races(write(small_game(), races=RACES)) == write(small_game())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("race", "found nobody"),
        ("race snap b after=1", "expected the letter of a seat that raced"),
        ("race b jump after=1 delay=1 round_trip=0", "expected a seat, snap or other"),
        ("race b snap after=1 delay=1", "expected a seat, snap or other"),
        ("race b snap after=1 after=2 delay=1 round_trip=0", "expected a seat, snap or other"),
        ("race b snap after=-1 delay=1 round_trip=0", "expected a seat, snap or other"),
        ("race z snap after=1 delay=1 round_trip=0", "expected one of the seats, but found 'z'"),
        (
            "race b snap after=1 delay=1 round_trip=0\nrace b snap after=1 delay=1 round_trip=0",
            "right after the action",
        ),
    ],
)
def test_a_race_that_is_none_is_refused_with_its_line(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read(broken("a throw =3c", f"a throw =3c\n{line}"))
    with pytest.raises(NotationError, match="line 12: expected a race right after"):
        read(broken("a ready", "race b snap after=1 delay=1 round_trip=0\na ready"))


def broken(change: str, into: str) -> str:
    """The small game's file with something changed, and no checksum that would tell at once."""
    text = "\n".join(write(small_game()).splitlines()[:-1]) + "\nend\n"
    assert change in text
    return text.replace(change, into, 1)


@pytest.mark.parametrize(
    ("change", "into", "line", "message"),
    [
        ("cambio 1", "chess 1", 1, "expected 'cambio 1' on top, but found 'chess 1'"),
        ("rules: cambia", "rules: cambai", 2, "did you mean 'cambia'"),
        ("rules: cambia", "rules: cambia snap.penalty=1", 17, "b draw shows Xr, but the file says 8d"),
        ("rules: cambia", "rules: stick", 14, "a draw shows 5c, but the file says 3c"),
        ("rules: cambia\n", "", 11, "the tag 'rules' is missing"),
        ("seat b: b", "seat c: b", 4, "expected seat b, but found 'seat c'"),
        ("seat b: b", "seat a: b", 4, "'seat a' is there twice, first in line 3"),
        ("dealer: b", "dealer: z", 5, "dealer: expected one of the seats, but found 'z'"),
        ("dealer: b", "deeler: b", 5, "expected a tag"),
        ("deck: 7h", "deck: 7x", 7, "expected a card like 7h"),
        ("deck: 7h", "deck: 7s", 7, "there is no 7s left"),
        ("deck: 7h", "deck:", 7, "expected 54 cards, but found 53"),
        ("deck: 7h", "deck: ??", 7, "only a player's own copy"),
        ("a throw =3c", "a throw =4c", 15, "a throw shows 3c, but the file says 4c"),
        ("a throw =3c", "a throw ???", 15, "expected a place like b3"),
        ("a throw =3c", "a swap a9 =3c", 15, "there is no such place"),
        ("a throw =3c", "b throw =3c", 15, "it is not your turn"),
        ("a throw =3c", "z throw =3c", 15, "nobody sits at 'z'"),
        ("a throw =3c", "throw =3c", 15, "expected a seat's letter or 'dealer' first"),
        ("a throw =3c", "a fling =3c", 15, "expected an action"),
        ("a throw =3c", "dealer shuffle 3c", 15, "no reshuffle is due here"),
        ("scores a=17", "scores a=16", 10, "but the file says"),
        ("dealer close\n", "", 23, "its actions do not end the round"),
    ],
)
def test_an_altered_file_is_refused_with_its_line(change: str, into: str, line: int, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        replay(broken(change, into))
    assert message in str(refused.value)
    assert str(refused.value).startswith(f"line {line}: ")


def test_the_checksum_finds_what_no_rule_forbids() -> None:
    text = write(small_game()).replace("seat a: a", "seat a: Zoe")
    with pytest.raises(NotationError, match="the file was altered"):
        replay(text)
    assert checksum(["a  ; comment", "", "b"]) == checksum(["a", "b"])


def test_a_file_cut_off_anywhere_is_refused() -> None:
    lines = write(small_game()).splitlines()
    for length in range(len(lines)):
        with pytest.raises(NotationError):
            replay("\n".join(lines[:length]))


def test_a_reshuffle_that_the_file_leaves_out_is_missed() -> None:
    game = next(game for game in map(random_game, range(1000)) if game.shuffles)
    text = write(game)
    assert "dealer shuffle" in text
    lines, skipping = [], False
    for line in text.splitlines()[:-1]:
        skipping = line.startswith("dealer shuffle") or (skipping and line.startswith("  "))
        lines += [] if skipping else [line]
    with pytest.raises(NotationError, match="the discards are reshuffled"):
        replay("\n".join([*lines, "end"]))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data())
def test_no_file_whatever_gives_anything_but_a_round_or_an_error_with_a_line(data: st.DataObject) -> None:
    lines = write(small_game()).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        word = data.draw(
            st.one_of(st.text(max_size=12), st.sampled_from(["a draw", "b snap a1", "??", "end", "deck:", "=7h"]))
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
        replay("\n".join(lines))
    except NotationError as error:
        assert error.line >= 1


def test_the_example_of_the_notation_page_replays() -> None:
    page = Path("docs/NOTATION.md").read_text(encoding="utf-8")
    example = page.split("```\n")[1]
    assert replay(example).events == small_game().events


def test_a_snap_that_was_wrong_unseen_stays_wrong_in_a_players_copy() -> None:
    for seed in range(40):
        game = Game("classic snap.who=any snap.shown=no", 2, seed=seed)
        for line in ("a ready", "b ready", *(f"a snap a{slot}" for slot in range(1, 5))):
            seat, _, action = line.partition(" ")
            if game.why_not(seat, action) is None:
                game.play(seat, action)
        own = replay(write(game, viewer="b"))
        assert own.heard_by("b") == game.heard_by("b")


@pytest.mark.parametrize(
    ("names", "tags", "viewer"),
    [
        ({"a": "Ben; Bold"}, {}, None),
        ({"a": "Ben\nas: b"}, {}, None),
        ({}, {"foo": "x"}, None),
        ({}, {}, "z"),
        ({}, {}, ""),
    ],
)
def test_what_would_spoil_a_file_is_not_written(
    names: dict[str, str], tags: dict[str, str], viewer: str | None
) -> None:
    with pytest.raises(ValueError, match=r"expected|nobody sits"):
        write(small_game(), names=names, tags=tags, viewer=viewer)


def test_more_seats_than_letters_are_refused_by_their_line() -> None:
    seats = "".join(f"seat {chr(97 + number)}: x\n" for number in range(27))
    with pytest.raises(NotationError, match="line 29: expected at most 26 seats"):
        read(f"cambio 1\nrules: classic\n{seats}")
