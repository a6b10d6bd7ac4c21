"""Search: try every action in the same imagined worlds, played on by judgement.

The worlds are those that the seat can't tell from the real one, the likelier ones more often. The first thought is left
only for a gain that stands out of the noise.
"""

from __future__ import annotations

from ..arrays import c_math, int_array
from ..engine import constants, phases
from ..engine.legal_actions import list_legal_actions
from ..engine.play import play
from ..engine.rng import Rng
from ..engine.table import Table
from . import round_columns, unseen_pool
from .belief import regard
from .mind import Mind, share
from .redeal import redeal
from .round_loop import choose, go_on, play_on
from .round_stats import RoundStats

#: Worlds between two looks at the figures, and how many standard errors a gain must clear.
ROUND_OF_WORLDS = 24
CLEARLY = 2.0
SEEDS = 1000000007
#: Attempts to replace each hidden card by a likelier one.
TRADES = 4
#: Imagined decisions per sample and seat, on average: where rounds are long, fewer worlds are tried.
PATIENCE = 400
#: Decisions of each seat that are looked ahead; who wins a round that is not over then is anybody's guess.
FORESIGHT = 40
#: Where there are more choices than this, the first thought stands.
CHOICES = 12
#: What a point of the own score is worth, in rounds.
POINTS = 0.002


def deliberate(mind: Mind, table: Table) -> int:
    """What a mind does when a decision is due: think once, and search if it is one that searches."""
    action = choose(mind, table)
    if mind.samples == 0 or table.phase == phases.MEMORY:
        return action
    actions = list_legal_actions(table, mind.seat, 0)
    if len(actions) < 2 or len(actions) > CHOICES:
        return action
    return search(mind, table, actions, action)


def search(mind: Mind, table: Table, actions: list[int], base: int) -> int:
    """The action that does clearly best; the base, if none does clearly better than that."""
    count = len(actions)
    gains = int_array.allocate_doubles(count)
    squares = int_array.allocate_doubles(count)
    alive = int_array.allocate(count)
    stats = RoundStats(table.seats)
    left = 0
    for index in range(count):
        alive[index] = actions[index] != base
        left += alive[index]
    worlds = 0
    best = base
    while worlds < mind.samples and left and stats.row[round_columns.DECISIONS] * table.seats < mind.samples * PATIENCE:
        try_world(mind, table, actions, base, gains, squares, alive, stats)
        worlds += 1
        if worlds % ROUND_OF_WORLDS:
            continue
        left = 0
        for index in range(count):
            if alive[index]:
                alive[index] = is_hopeful(gains[index], squares[index], worlds)
                left += alive[index]
    most = 0.0
    for index in range(count):
        if alive[index] and worlds >= ROUND_OF_WORLDS and stands_out(gains[index], squares[index], worlds):
            if gains[index] <= most:
                continue
            most = gains[index]
            best = actions[index]
    int_array.release_doubles(gains)
    int_array.release_doubles(squares)
    int_array.release(alive)
    return best


def try_world(
    mind: Mind,
    table: Table,
    actions: list[int],
    base: int,
    gains: list[float],
    squares: list[float],
    alive: list[int],
    stats: RoundStats,
) -> None:
    """One world, the same for all actions: what each of them wins there more than the base."""
    world = table.copy()
    redeal(world, mind.seat, mind.rng)
    make_likely(mind, world)
    seed = mind.rng.below(SEEDS)
    standard = outcome(mind, world, base, seed, stats)
    for index in range(len(actions)):
        if alive[index]:
            gain = outcome(mind, world, actions[index], seed, stats) - standard
            gains[index] += gain
            squares[index] += gain * gain


def make_likely(mind: Mind, world: Table) -> None:
    """Hidden cards that somebody chose to keep are likely to be low: trade them with the stock until they are so."""
    if world.stock_left == 0:
        return
    for place in range(world.rows * world.seats):
        card = world.at[place]
        if card == constants.NO_CARD or world.seen[card] >> mind.seat & 1 or world.origin[card] != world.shuffles:
            continue
        kind = regard(world, place)
        if kind != unseen_pool.PLAIN:
            for _ in range(TRADES):
                trade_with_stock(mind, world, place, kind)


def trade_with_stock(mind: Mind, world: Table, place: int, kind: int) -> None:
    """One step of Metropolis: any card of the stock instead, by how much likelier that one would have been kept."""
    index = mind.rng.below(world.stock_left)
    card = world.at[place]
    other = world.stock[index]
    if share(mind) * likelihood(mind, card, kind) < likelihood(mind, other, kind):
        world.at[place] = other
        world.stock[index] = card
        world.seen[other] = world.seen[card]
        world.kept[other] = world.kept[card]
        world.seen[card] = 0
        world.kept[card] = 0


def likelihood(mind: Mind, card: int, kind: int) -> float:
    if kind == unseen_pool.KEPT:
        return mind.kept_weight[card]
    return mind.known_weight[card] if kind == unseen_pool.KNOWN else mind.unwanted_weight[card]


def outcome(mind: Mind, world: Table, action: int, seed: int, stats: RoundStats) -> float:
    """The share of the win after an action, with a little for the points, when all play on by judgement."""
    table = world.copy()
    dealer = Rng(seed)
    for seat in range(table.seats):
        other: Mind = mind.others[seat]
        other.sit(seat, Rng(seed + 1 + seat))
    play(table, mind.seat, action, table.discard_number)
    go_on(table, dealer)
    play_on(table, mind.others, dealer, stats, FORESIGHT * table.seats)
    if table.phase != phases.OVER:
        return 1.0 / table.seats
    winners = 0
    for seat in range(table.seats):
        winners += table.winners >> seat & 1
    won = 1.0 / winners if table.winners >> mind.seat & 1 else 0.0
    return won - POINTS * table.scores[mind.seat]


def is_hopeful(gain: float, square: float, worlds: int) -> int:
    """It may still turn out to be better."""
    error = deviation(gain, square, worlds)
    return gain + CLEARLY * error > 0.0


def stands_out(gain: float, square: float, worlds: int) -> int:
    return gain > CLEARLY * deviation(gain, square, worlds)


def deviation(gain: float, square: float, worlds: int) -> float:
    """Of a sum of so many paired differences."""
    variance = square - gain * gain / worlds
    return c_math.sqrt(variance) if variance > 0.0 else 0.0
