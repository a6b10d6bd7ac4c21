"""How many ways a round can go: every sequence of lawful actions of a given length from a fixed deal, counted."""

from __future__ import annotations

import pytest

from cambio import DEALER, Game

#: Sequences of 1, 2, 3 ... actions, from when play begins, of two seats.
COUNTS = {
    "classic": [3, 11, 42, 164, 579, 1792],
    "flip": [2, 6, 106, 2062, 45316],
    "cambia": [19, 383, 9146],
    "stick": [2, 6, 102, 1883, 39464],
    "camp": [2, 6, 378, 33797],
    "cabo": [3, 19, 106, 494, 2233, 10634],
    "cabo1": [3, 19, 106, 504, 2367, 11566],
    "golf": [3, 11, 36, 99, 324, 891, 2916, 8019],
    "tamalou": [2, 6, 66, 757, 9395],
    "kabul": [11, 112, 1230, 14360],
    "cambia snap.cards=2 snap.winners=chain powers.use=mandatory": [75, 8157],
    "camp call.when=end snap.window=dealer snap.seize=yes": [1, 5, 378, 34110],
}


def count(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for actor in (*game.seats, DEALER):
        for action in game.legal(actor, pairs=True):
            if depth == 1:
                total += 1
                continue
            world = game.copy()
            world.play(actor, action)
            total += count(world, depth - 1)
    return total


def begun(rules: str) -> Game:
    game = Game(rules, seats=2, seed=11)
    for seat in game.seats:
        game.play(seat, "ready")
    return game


@pytest.mark.parametrize("rules", COUNTS)
def test_the_ways_a_round_can_go_are_counted(rules: str) -> None:
    game = begun(rules)
    assert [count(game, depth) for depth in range(1, len(COUNTS[rules]) + 1)] == COUNTS[rules]
