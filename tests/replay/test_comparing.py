"""What others did here: rounds from the same cards part where somebody first does something else."""

from __future__ import annotations

from cambio.replay.comparing import Choice, Comparable, Line, Moment, compare


def lines(text: str) -> list[Line]:
    split = (line.strip().partition(" ") for line in text.split(","))
    return [(actor, action) for actor, _, action in split]


BEGUN = "a ready, b ready"
MINE = lines(f"{BEGUN}, a draw, a throw, b draw, b throw, a call")


def test_whoever_did_all_the_same_is_company_to_the_end() -> None:
    moments = compare(MINE, [Comparable(MINE, 3)], "a", 5)
    assert [(moment.step, moment.mine) for moment in moments] == [(1, "ready"), (3, "draw"), (4, "throw"), (7, "call")]
    assert all(moment.choices == (Choice(moment.mine, 2, 4.0),) for moment in moments)


def test_others_are_left_where_they_do_something_else() -> None:
    others = [
        Comparable(lines(f"{BEGUN}, a draw, a swap a1, b draw, b throw, a call"), 1),
        Comparable(lines(f"{BEGUN}, a draw, a swap a1, b draw, b swap b1"), 4),
        Comparable(lines(f"{BEGUN}, a call"), 12),
    ]
    moments = compare(MINE, others, "a", 5)
    assert moments[1:] == [
        Moment(3, "draw", 4, (Choice("draw", 3, 10 / 3), Choice("call", 1, 12.0))),
        Moment(4, "throw", 3, (Choice("swap a1", 2, 2.5), Choice("throw", 1, 5.0))),
    ]


def test_what_a_bot_did_otherwise_parts_the_ways_too() -> None:
    other = Comparable(lines(f"{BEGUN}, a draw, a throw, b draw, b swap b2, a call"), 1)
    assert [moment.step for moment in compare(MINE, [other], "a", 5)] == [1, 3, 4]


def test_to_do_nothing_is_a_choice_where_others_acted() -> None:
    snapped = Comparable(lines(f"{BEGUN}, a draw, a throw, b draw, b throw, a snap a2 #2"), 2)
    waited = Comparable(lines(f"{BEGUN}, a draw, a throw, b draw, b throw, b snap b1 #2"), 9)
    (moment,) = compare(MINE, [snapped, waited], "a", 5)[-1:]
    assert moment.choices == (Choice("call", 1, 5.0), Choice("snap a2 #2", 1, 2.0), Choice(None, 1, 9.0))
    (moment,) = compare(waited.lines, [snapped, Comparable(MINE, 5)], "a", 9)[-1:]
    assert (moment.step, moment.mine, moment.players) == (7, None, 3)


def test_in_which_order_players_got_ready_makes_no_difference() -> None:
    other = Comparable(lines("b peek b1, a peek a1, b ready, a ready, a draw, a throw"), 1)
    mine = lines("a peek a1, a ready, b peek b1, b ready, a draw, a swap a1")
    moments = compare(mine, [other], "a", 5)
    assert [(moment.step, moment.mine, moment.players) for moment in moments] == [
        (1, "peek a1", 2),
        (2, "ready", 2),
        (5, "draw", 2),
        (6, "swap a1", 2),
    ]


def test_a_round_that_is_shorter_is_no_company_beyond_its_end() -> None:
    assert [moment.step for moment in compare(MINE, [Comparable(MINE[:3], 1)], "a", 5)] == [1, 3]
    assert compare(MINE, [], "a", 5) == []
