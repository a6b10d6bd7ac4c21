"""The oracle's tables say what the presets say, and fixed deals of what is typical of some, played beside the core."""

from __future__ import annotations

import pytest

from cambio import DEALER, PRESETS, Game
from cambio.actions import parse_action
from cambio.places import seat_named
from tests.oracle.agreement import SideBySide
from tests.oracle.deck import deck_of
from tests.oracle.presets import PRESETS as TABLES
from tests.oracle.rules import Rules

#: What things are called at a table says nothing about how a round is played, so that the tables leave it out.
WORDS = {"snap.word", "call.word"}
LOW = "Ad 2d 3d 4d"
HIGH = "9c 9d 10c 10d"


class FixedDeal:
    """A preset as it is, with chosen cards on top of the deck; whatever is said is compared with the core's answer."""

    def __init__(self, preset: str, *hands: str, opening: str = "", stock: str = "") -> None:
        table = TABLES[preset]
        assert bool(opening) == table["deal.opening"], f"{preset}: an opening discard should be laid as the rules say"
        dealt = [hand.split() for hand in hands]
        deck = [hand[slot] for slot in range(4) for hand in dealt] + opening.split() + stock.split()
        rest = deck_of(Rules(table))
        for card in deck:
            rest.remove(card)
        dealer = len(hands) - 1
        game = Game(PRESETS[preset], len(hands), seed=0, deck=deck + rest, dealer=seat_named(dealer), starter="a")
        self.beside = SideBySide(game, table, dealer, 0)
        self.oracle = self.beside.oracle
        self.play(*(f"{seat} ready" for seat in game.seats))

    def play(self, *sentences: str) -> list[object]:
        """What the last sentence has brought about: the kinds of its events."""
        for sentence in sentences:
            actor, action = sentence.split(" ", 1)
            self.beside.play(actor, parse_action(action))
            self.beside.compare_cards()
            for seat in [*self.oracle.seats, DEALER]:
                self.beside.compare_legal_actions(seat)
        return [event["event"] for event in self.oracle.events]

    def play_on(self, stock: int) -> None:
        """Everybody draws and throws, until so many cards are left in the stock."""
        while len(self.oracle.stock) > stock:
            seat = self.oracle.turn
            self.play(f"{seat} draw", f"{seat} throw")
            if "skip" in self.oracle.legal(seat):
                self.play(f"{seat} skip")

    def legal(self, seat: str) -> set[str]:
        return self.oracle.legal(seat)

    def hand(self, seat: str) -> str:
        return " ".join(card or "-" for card in self.oracle.hands()[seat])

    def outcome(self) -> tuple[object, object]:
        """Who wins, and what everybody scores."""
        self.beside.compare_outcomes()
        result = self.oracle.outcome()
        assert result is not None, "the round is still in play"
        return result["winners"], result["scores"]

    def verdict(self) -> set[str]:
        result = self.oracle.outcome()
        assert result is not None, "the round is still in play"
        return {verdict for verdict in ("wrong", "right", "knocked", "out") if result[verdict]}


# ------------------------------------------------------------------------------ tables


def test_every_preset_has_a_table() -> None:
    assert list(TABLES) == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_says_option_by_option_what_its_preset_says(preset: str) -> None:
    said = {name: value for name, value in PRESETS[preset].flat().items() if name not in WORDS}
    table = dict(TABLES[preset])
    if table["snap.who"] == "off":
        # The preset says that nothing is paid where nobody snaps; the table, what it costs once somebody may.
        assert said.pop("snap.penalty") == 0
        assert table.pop("snap.penalty") == PRESETS[preset].but({"snap.who": "any"})["snap.penalty"]
    assert table == said


# ---------------------------------------------------------------- both editions of Cabo

CABOS = ("cabo", "cabo1")


@pytest.mark.parametrize("preset", CABOS)
def test_cabo_exchanges_equal_cards_for_one_from_the_stock_and_no_power_is_used(preset: str) -> None:
    table = FixedDeal(preset, "7h 2c 7c 7d", HIGH, opening="As", stock="5c")
    assert table.play("a draw", "a also a4", "a also a1", "a swap a3") == ["laid", "laid", "swapped", "turn"]
    assert table.hand("a") == "- 2c 5c -"
    assert table.oracle.open_cards() == {}


@pytest.mark.parametrize(("preset", "face_up"), [("cabo", {"a2": "As"}), ("cabo1", {})])
def test_cabo_exchanges_equal_cards_for_the_top_discard_too(preset: str, face_up: dict[str, str]) -> None:
    table = FixedDeal(preset, "7h 7c 2c 2d", HIGH, opening="As")
    table.play("a take")
    assert "throw" not in table.legal("a")
    assert table.play("a also a1", "a swap a2") == ["laid", "swapped", "turn"]
    assert table.hand("a") == "- As 2c 2d"
    assert table.oracle.open_cards() == face_up


@pytest.mark.parametrize(("tried", "penalty"), [(2, []), (3, ["penalised"]), (4, ["penalised"])])
def test_cabo_turns_up_cards_that_differ_and_three_of_them_cost_a_card(tried: int, penalty: list[str]) -> None:
    table = FixedDeal("cabo", "7h 7c 7d 2c", HIGH, opening="As", stock="5c 6c")
    table.play("a draw", *(f"a also a{slot}" for slot in range(5 - tried, 4)))
    assert table.play("a swap a4") == ["differed"] * tried + ["added", *penalty, "turn"]
    assert table.hand("a") == "7h 7c 7d 2c 5c" + (" 6c" if penalty else "")
    assert list(table.oracle.open_cards()) == [f"a{slot}" for slot in range(5 - tried, 5)]
    assert table.oracle.knowledge()["a5"] == "a"


def test_cabo_keeps_a_taken_card_face_up_after_cards_that_differ() -> None:
    table = FixedDeal("cabo", "7h 7c 7d 2c", HIGH, opening="As")
    table.play("a take", "a also a3", "a swap a4")
    assert table.oracle.open_cards() == {"a3": "7d", "a4": "2c", "a5": "As"}


@pytest.mark.parametrize("tried", [2, 3, 4])
def test_cabos_first_edition_discards_the_drawn_card_without_its_power_if_cards_differ(tried: int) -> None:
    table = FixedDeal("cabo1", "7h 7c 7d 2c", HIGH, opening="As", stock="8c")
    table.play("a draw", *(f"a also a{slot}" for slot in range(5 - tried, 4)))
    assert table.play("a swap a4") == ["differed"] * tried + ["dropped", "turn"]
    assert table.hand("a") == "7h 7c 7d 2c"
    assert table.oracle.open_cards() == {}


def test_cabos_face_up_card_stays_so_in_another_hand_until_it_is_discarded() -> None:
    table = FixedDeal("cabo", LOW, HIGH, opening="5s", stock="Jc 9h")
    table.play("a take", "a swap a1", "b draw", "b throw")
    table.play("b trade b3", "b trade a1")
    assert table.oracle.open_cards() == {"b3": "5s"}
    table.play("a draw", "a throw")
    assert "spy b3" in table.legal("a")
    table.play("a skip", "b draw", "b swap b3", "a take", "a swap a2")
    assert table.oracle.open_cards() == {"a2": "5s"}


def test_cabo_ends_with_its_stock_as_if_nobody_had_called() -> None:
    table = FixedDeal("cabo", HIGH, "8c 8d 8h 8s", LOW, opening="As")
    table.play_on(stock=1)
    table.play("c call", "a draw")
    assert table.play("a throw")[:3] == ["threw", "turn", "revealed"]
    assert table.outcome() == (["c"], {"a": 38, "b": 32, "c": 10})
    assert table.verdict() == set()


def test_cabos_call_counts_if_the_last_card_of_the_stock_is_played_in_the_last_of_the_last_turns() -> None:
    table = FixedDeal("cabo", LOW, HIGH, opening="As")
    table.play_on(stock=1)
    table.play("a call", "b draw", "b swap b1")
    assert table.oracle.stock == []
    assert table.outcome()[0] == ["a"]
    assert table.verdict() == {"right"}


def test_cabos_first_edition_reshuffles() -> None:
    table = FixedDeal("cabo1", LOW, HIGH, opening="As")
    table.play_on(stock=0)
    assert table.play(f"{table.oracle.turn} draw") == ["reshuffled", "drew"]


@pytest.mark.parametrize("preset", CABOS)
def test_cabos_two_queens_and_two_kings_win_against_any_call(preset: str) -> None:
    for caller, other in ("ab", "ba"):
        table = FixedDeal(preset, "Qc Kc Qd Kd", "Ad As 2d 2s", opening="5s", stock="3c 3d 3h")
        if caller == "b":
            table.play("a draw", "a throw")
        table.play(f"{caller} call", f"{other} draw", f"{other} throw")
        assert table.outcome() == (["a"], {"a": 0, "b": 50})
        assert table.verdict() == set()


@pytest.mark.parametrize(
    ("preset", "hand", "other", "winners", "scores", "verdict"),
    [
        ("cabo", LOW, HIGH, ["a"], (0, 38), {"right"}),
        ("cabo", "Ah 2h 3h 4h", LOW, ["a"], (0, 10), {"right"}),
        ("cabo", HIGH, LOW, ["b"], (48, 10), {"wrong"}),
        ("cabo1", LOW, HIGH, ["a"], (0, 38), {"right"}),
        ("cabo1", "Ah 2h 3h 4h", LOW, ["a", "b"], (0, 0), {"right"}),
        ("cabo1", HIGH, LOW, ["b"], (43, 0), {"wrong"}),
    ],
)
def test_what_a_call_of_cabo_earns_and_costs(
    preset: str, hand: str, other: str, winners: list[str], scores: tuple[int, int], verdict: set[str]
) -> None:
    table = FixedDeal(preset, hand, other, opening="5s", stock="3c")
    table.play("a call", "b draw", "b throw")
    assert table.outcome() == (winners, dict(zip("ab", scores, strict=True)))
    assert table.verdict() == verdict


# -------------------------------------------------------------------------------- Golf


def test_golf_has_no_powers_and_its_kings_count_nothing() -> None:
    table = FixedDeal("golf", "Kc Kd Kh 2c", "Ks Qd 2d 2s", opening="As", stock="7c 9c Jc 8c")
    assert table.play("a draw", "a throw") == ["threw", "turn"]
    assert table.play("b draw", "b throw") == ["threw", "turn"]
    table.play("a call", "b take", "b swap b2")
    assert table.outcome() == (["a"], {"a": 2, "b": 13})


def test_golfs_tie_is_shared_with_the_knocker_and_a_wrong_knock_costs_nothing() -> None:
    tie = FixedDeal("golf", LOW, "Ah 2h 3h 4h", opening="5s", stock="8c")
    tie.play("a call", "b draw", "b throw")
    assert (tie.outcome(), tie.verdict()) == ((["a", "b"], {"a": 10, "b": 10}), {"right"})
    wrong = FixedDeal("golf", HIGH, LOW, opening="5s", stock="8c")
    wrong.play("a call", "b draw", "b throw")
    assert (wrong.outcome(), wrong.verdict()) == ((["b"], {"a": 38, "b": 10}), {"wrong"})


# ----------------------------------------------------------------------------- Tamalou


def test_tamalous_discard_is_snapped_by_anybody_but_the_discarder() -> None:
    table = FixedDeal("tamalou", "3c 2c 5c 6c", "3d 2d 5d 6d", "3h 2h 5h 6h", stock="3s 4s 4h")
    table.play("a draw", "a throw")
    assert not any(action.startswith("snap") for action in table.legal("a"))
    everything = {f"snap {seat}{slot} #1" for seat in "abc" for slot in "1234"}
    assert everything <= table.legal("b") and everything <= table.legal("c")
    assert table.play("c snap a1 #1") == ["snapped", "closed"]
    assert table.legal("b") == set() and table.legal("c") == {f"give c{slot}" for slot in "1234"}
    table.play("c give c4", "b draw", "b throw")
    assert table.hand("a") == "6h 2c 5c 6c"
    assert "snap b1 #2" in table.legal("a") and "snap b1 #2" not in table.legal("b")


def test_tamalous_card_swapped_out_is_snapped_by_others_only_until_the_next_draw() -> None:
    table = FixedDeal("tamalou", "3c 3s 5c 6c", "3d 2d 5d 6d", stock="7s 4s")
    table.play("a draw", "a swap a1")
    assert "snap a2 #1" not in table.legal("a") and "snap a2 #1" in table.legal("b")
    assert table.play("b snap b2 #1") == ["missed", "penalised"]
    assert table.play("b draw") == ["closed", "drew"]
    assert not table.oracle.accepts("a", "snap a2 #1") and not table.oracle.accepts("b", "snap b1 #1")


def test_tamalous_last_discard_is_snapped_before_the_show_but_not_by_its_discarder() -> None:
    table = FixedDeal("tamalou", "6c 2c 5c 3c", "3d 2d 5d 6d", stock="3s")
    table.play("a call", "b draw", "b throw")
    assert table.legal("b") == set() and "snap b1 #1" in table.legal("a")
    assert table.play("a snap a4 #1")[:2] == ["snapped", "closed"]
    assert table.outcome() == (["b"], {"a": 13, "b": 0})


@pytest.mark.parametrize(
    ("hand", "other", "winners", "scores", "verdict"),
    [
        ("Kd 2c Ac 2h", LOW, ["a"], (0, 10), {"right"}),
        ("Kd 2c Ac 2h", "Kh Ad Ah 3d", ["a", "b"], (0, 0), {"right"}),
        ("Kd 2c Ac 3h", LOW, ["b"], (6, 0), {"wrong"}),
        ("Kd 2c Ac 2h", "Kh Ad Ah 2d", ["b"], (5, 0), {"wrong"}),
    ],
)
def test_tamalous_call_needs_five_points_or_fewer_and_winners_score_nothing(
    hand: str, other: str, winners: list[str], scores: tuple[int, int], verdict: set[str]
) -> None:
    table = FixedDeal("tamalou", hand, other, stock="8h")
    assert "call" in table.legal("a")
    table.play("a call", "b draw", "b throw", "b skip", "dealer close")
    assert table.outcome() == (winners, dict(zip("ab", scores, strict=True)))
    assert table.verdict() == verdict


def test_tamalous_black_king_looks_at_anothers_card_and_swaps_it_with_an_own() -> None:
    table = FixedDeal("tamalou", HIGH, LOW, stock="Kc Kh")
    table.play("a draw", "a throw")
    assert table.legal("a") == {"look b1", "look b2", "look b3", "look b4", "skip"}
    table.play("a look b1")
    assert table.legal("a") == {"trade a1", "trade a2", "trade a3", "trade a4", "skip"}
    table.play("a trade a2")
    assert (table.hand("a"), table.hand("b")) == ("9c Ad 10c 10d", "9d 2d 3d 4d")
    assert table.play("b draw", "b throw") == ["threw", "turn"], "a red king should have no power"


# ------------------------------------------------------------------------------- Kabul


def snaps(table: FixedDeal, seat: str) -> set[str]:
    return {action for action in table.legal(seat) if action.startswith("snap")}


def test_kabuls_players_snap_only_their_own_cards_the_discarder_too() -> None:
    table = FixedDeal("kabul", "3c 3s 5c 6c", "3d 2d 5d 6d", opening="5s", stock="4s")
    assert snaps(table, "a") == {f"snap a{slot} #1" for slot in "1234"}
    assert snaps(table, "b") == {f"snap b{slot} #1" for slot in "1234"}
    assert table.play("b snap b3 #1") == ["snapped", "closed"]
    table.play("a draw", "a swap a1")
    assert not table.oracle.accepts("a", "snap b1 #2")
    assert table.play("a snap a2 #2") == ["snapped", "closed"]
    assert (table.hand("a"), table.hand("b")) == ("4s - 5c 6c", "3d 2d - 6d")


@pytest.mark.parametrize("thrown", ["Qc", "Qd", "Kc", "Kd"])
def test_kabuls_queens_and_kings_look_at_two_cards_and_may_swap_just_those(thrown: str) -> None:
    table = FixedDeal("kabul", HIGH, LOW, "Ac 2c 3c 4c", opening="5s", stock=f"{thrown} 6h")
    table.play("a draw", "a throw", "a look b1")
    assert not any(action.startswith("trade") for action in table.legal("a"))
    table.play("a look c4")
    assert table.legal("a") - snaps(table, "a") == {"trade", "skip"}
    table.play("a trade")
    assert (table.hand("b"), table.hand("c")) == ("4c 2d 3d 4d", "Ac 2c 3c Ad")
    assert table.oracle.knowledge()["b1"] == table.oracle.knowledge()["c4"] == "a"


@pytest.mark.parametrize(
    ("thrown", "verb"),
    [("6c", "spy"), ("7c", "spy"), ("8c", "peek"), ("9h", "peek"), ("10h", "trade"), ("Jc", "trade")],
)
def test_kabuls_powers_are_on_other_ranks_than_elsewhere(thrown: str, verb: str) -> None:
    table = FixedDeal("kabul", HIGH, LOW, opening="5s", stock=thrown)
    table.play("a draw", "a throw")
    assert {action.split()[0] for action in table.legal("a") - snaps(table, "a")} == {verb, "skip"}


def test_kabuls_taken_card_is_thrown_back_without_its_power() -> None:
    table = FixedDeal("kabul", HIGH, LOW, opening="Qs")
    assert table.play("a take") == ["closed", "took"]
    assert table.play("a throw") == ["threw", "turn"]


def test_kabuls_locked_cards_are_not_looked_at_and_the_caller_does_not_snap() -> None:
    table = FixedDeal("kabul", LOW, HIGH, "Ac 2c 3c 4c", opening="5s", stock="6c As Qc")
    table.play("a call", "b draw", "b throw")
    assert table.legal("b") - snaps(table, "b") == {f"spy c{slot}" for slot in "1234"} | {"skip"}
    assert table.legal("a") == set()
    table.play("b skip", "c draw", "c throw")
    assert snaps(table, "a") == set() and "snap c1 #3" in table.legal("c")
    table.play("c snap c1 #3")
    assert table.outcome() == (["c"], {"a": 10, "b": 38, "c": 9})
    assert table.verdict() == {"wrong"}
