"""Evidence: what the others have decided. A world in which experts would have decided otherwise is unlikely.

A mind that searches keeps every decision of another seat since the last shuffle, with the table as it was then. To test
a world, the hidden cards of those tables are exchanged for those of the world, and judgement says what an expert would
have done there. Whoever let a discard pass has decided something, too.
"""

from __future__ import annotations

from ..engine import constants, phases
from ..engine.next_actor import may_snap
from ..engine.table import Table
from .evaluate import choose_by_value, choose_snap_by_value
from .mind import Mind


class Witnessed:
    """A decision of another seat, and the table at which it was made; no action means that a discard was let pass.

    The scene is the same table with the cards of a world that is tested.
    """

    __slots__ = ("action", "scene", "seat", "table")

    def __init__(self, table: Table, seat: int, action: int) -> None:
        self.table = table
        self.scene = table.copy()
        self.seat = seat
        self.action = action


def witness(minds: list[Mind], table: Table, seat: int, action: int) -> None:
    """Let all minds that gather evidence keep what a seat is about to do; the memory phase tells nothing."""
    if table.phase == phases.MEMORY:
        return
    then = None
    for viewer in range(table.seats):
        mind: Mind = minds[viewer]
        if not mind.gathers_evidence or viewer == seat:
            continue
        if then is None:
            then = table.copy()
        if mind.evidence and shuffles_at(mind.evidence[0]) != table.shuffles:
            mind.evidence = []
        mind.evidence.append(Witnessed(then, seat, action))


def witness_passes(minds: list[Mind], table: Table) -> None:
    """Nobody has snapped the discard, though all of these seats might have tried to."""
    for seat in range(table.seats):
        if may_snap(table, seat):
            witness(minds, table, seat, 0)


def shuffles_at(witnessed: Witnessed) -> int:
    return witnessed.table.shuffles


def is_watched(minds: list[Mind]) -> int:
    """Somebody at the table gathers evidence."""
    for seat in range(len(minds)):
        mind: Mind = minds[seat]
        if mind.gathers_evidence:
            return 1
    return 0


def count_contradictions(mind: Mind, table: Table, world: Table, most: int) -> int:
    """How many decisions experts would not have made if the cards lay as in that world; it counts no further than most.

    The world has the same cards as the table in the same places, but for those that the mind has not seen.
    """
    if not mind.evidence or shuffles_at(mind.evidence[0]) != table.shuffles:
        return 0
    pair_cards(mind, table, world)
    found = 0
    for index in range(len(mind.evidence) - 1, -1, -1):
        if is_contradicted(mind, mind.evidence[index]):
            found += 1
            if found == most:
                break
    return found


def pair_cards(mind: Mind, table: Table, world: Table) -> None:
    """By card, the one that lies in its place in the world."""
    pairs = mind.pairs
    for card in range(table.ruleset.deck_size):
        pairs[card] = card
    for place in range(table.rows * table.seats):
        if table.at[place] != constants.NO_CARD:
            pairs[table.at[place]] = world.at[place]
    for index in range(table.stock_left):
        pairs[table.stock[index]] = world.stock[index]
    if table.held != constants.NO_CARD:
        pairs[table.held] = world.held


def is_contradicted(mind: Mind, witnessed: Witnessed) -> int:
    """An expert would have decided otherwise there."""
    mind.tested += 1
    seats = witnessed.table.seats
    exchange_cards(witnessed.scene, witnessed.table, mind.pairs)
    judge: Mind = mind.rollout_minds[(witnessed.seat + seats - mind.seat) % seats]
    judge.seat = witnessed.seat
    if witnessed.action == 0:
        return choose_snap_by_value(judge, witnessed.scene) != 0
    return choose_by_value(judge, witnessed.scene) != witnessed.action


def exchange_cards(table: Table, then: Table, pairs: list[int]) -> None:
    """Lay other cards; everything that is known about a card goes to the one in its place."""
    for card in range(then.ruleset.deck_size):
        table.seen[pairs[card]] = then.seen[card]
        table.kept[pairs[card]] = then.kept[card]
        table.origin[pairs[card]] = then.origin[card]
    for place in range(then.rows * then.seats):
        if then.at[place] != constants.NO_CARD:
            table.at[place] = pairs[then.at[place]]
    for index in range(then.stock_left):
        table.stock[index] = pairs[then.stock[index]]
    if then.held != constants.NO_CARD:
        table.held = pairs[then.held]
