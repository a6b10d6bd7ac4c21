"""What information is worth: levels of the ladder against an expert that sees all hands.

The expert judges as ever, but at a copy of the table on which its seat has seen every card that lies before a player.
Every deal is played twice, with the seats exchanged.

    python examples/against_open_hands.py
    python examples/against_open_hands.py --bots champion --games 400
"""

import argparse
import math
from collections.abc import Sequence

from cambio import Game
from cambio.actions import Action, action_numbered
from cambio.bots import Bot, play_round
from cambio.bots.levels import LADDER
from cambio.bots.player import may_wait
from cambio.bots.styles import STYLES
from cambio.core.engine import constants
from cambio.core.engine.rng import Rng
from cambio.core.engine.table import Table
from cambio.core.players.belief_table import set_public_facts
from cambio.core.players.mind import draw_reaction_time
from cambio.core.players.round_loop import choose_action, choose_snap
from cambio.places import Seat, seat_number
from cambio.view import View


class OpenHanded(Bot):
    """An expert to whom all hands are open. It is no honest bot: it was given the game."""

    def __init__(self, game: Game, seat: Seat, seed: int) -> None:
        self.game = game
        self.seat = seat_number(seat)
        self.mind = STYLES["expert"].make_mind(game.rules, len(game.seats))
        self.mind.start_round(self.seat, Rng(seed))

    def open_table(self) -> Table:
        table = self.game.table.copy()
        for place in range(table.rows * table.seats):
            card = table.card_at(place)
            if card != constants.NO_CARD:
                kept = constants.KEPT if table.is_kept(card) else 0
                seen = table.seen_by(card) | 1 << self.seat
                set_public_facts(table, card, seen, table.origin_of(card), kept)
        return table

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:  # noqa: ARG002  (it sees more than a view)
        policy = choose_snap if may_wait(legal) else choose_action
        number = policy(self.mind, self.open_table())
        return action_numbered(number, len(self.game.seats), self.game.table.discard_number) if number else None

    def reaction(self) -> float:
        return float(draw_reaction_time(self.mind))


def win_share(level: str, rules: str, seat: Seat, seed: int) -> float:
    """What a level wins of one round in which it has that seat."""
    game = Game(rules, 2, seed=seed, dealer="b")
    other = "b" if seat == "a" else "a"
    players = {
        seat: LADDER[level](game.rules, 2, seat, seed + 1),
        other: OpenHanded(game, other, seed + 2),
    }
    report = play_round(game, [players["a"], players["b"]])
    assert not report.faults, report.faults
    winners = report.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description="Levels of the ladder against an expert that sees all hands.")
    parser.add_argument("--bots", default="expert,master", help="levels, separated by commas")
    parser.add_argument("--rules", default="cambia")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{options.rules}, {options.games} games: wins against an expert that sees all hands")
    for level in options.bots.split(","):
        deals = range(options.seed, options.seed + max(1, options.games // 2))
        shares = [sum(win_share(level, options.rules, seat, seed) for seat in "ab") / 2 for seed in deals]
        mean = sum(shares) / len(shares)
        error = math.sqrt(sum((share - mean) ** 2 for share in shares)) / len(shares)
        print(f"{level:10}{mean:7.1%} ± {1.96 * error:.1%}", flush=True)


if __name__ == "__main__":
    main()
