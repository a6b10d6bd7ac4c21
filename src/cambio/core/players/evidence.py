"""Evidence: what the others have decided. A world in which experts would have decided otherwise is unlikely.

A mind that searches keeps every decision of another seat since the last shuffle, with the table as it was then. To test
a world, the hidden cards of those tables are exchanged for those of the world, and judgement says what an expert would
have done there. Whoever let a discard pass has decided something, too.

In a batch minds watch the table itself. Whoever is only told what happens plays the round again, with any cards in the
places of those that were not seen: they are exchanged in any case.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import action_codes, constants, phases, refusals
from ..engine.deal import deal
from ..engine.next_actor import may_snap
from ..engine.play import kind_of, play, reshuffle
from ..engine.table import Table
from .evaluate import choose_by_value, choose_snap_by_value
from .mind import Mind


class Witnessed:
    """A decision of another seat, and the table at which it was made; no action means that a discard was let pass.

    The scene is the same table with the cards of a world that is tested.
    """

    __slots__ = ("action", "scene", "seat", "table")

    def __init__(self, table: Table, seat: int, action: int) -> None:
        self.table = table.copy()
        self.scene = table.copy()
        self.seat = seat
        self.action = action


def witness(minds: list[Mind], table: Table, seat: int, action: int) -> None:
    """Let those minds that gather evidence keep what a seat is about to do."""
    for viewer in range(len(minds)):
        keep_decision(minds[viewer], table, seat, action)


def witness_passes(minds: list[Mind], table: Table) -> None:
    """Nobody has snapped the discard, though all of these seats might have tried to."""
    for seat in range(table.seats):
        if may_snap(table, seat):
            witness(minds, table, seat, 0)


def witness_new_passes(minds: list[Mind], table: Table, let_pass: int) -> int:
    """Keep who lets the latest discard pass, once for each discard: the number of the last one that was let pass."""
    if not table.window_open:
        return let_pass
    if table.discard_number != let_pass:
        witness_passes(minds, table)
    return table.discard_number


def keep_decision(mind: Mind, table: Table, seat: int, action: int) -> None:
    """Keep what another seat is about to do; the memory phase tells nothing."""
    if not mind.gathers_evidence or seat == mind.seat or table.phase == phases.MEMORY:
        return
    if not has_evidence(mind, table):
        mind.evidence = []
    mind.evidence.append(Witnessed(table, seat, action))


def has_evidence(mind: Mind, table: Table) -> int:
    """The mind has kept decisions since the last shuffle of that table."""
    return len(mind.evidence) > 0 and shuffles_at(mind.evidence[0]) == table.shuffles


def shuffles_at(witnessed: Witnessed) -> int:
    return witnessed.table.shuffles


def is_watched(minds: list[Mind]) -> int:
    """Somebody at the table gathers evidence."""
    for seat in range(len(minds)):
        mind: Mind = minds[seat]
        if mind.gathers_evidence:
            return 1
    return 0


def recollect(
    mind: Mind, table: Table, orders: Sequence[Sequence[int]], actions: Sequence[tuple[int, int, int]], is_snap: bool
) -> None:
    """Gather all evidence of a round by playing it again from the deal, at a table to which nothing has been dealt.

    The orders say how the stock lay after each shuffle, its first card on top; an action comes with its seat and with
    the number of the discard that it answers, if it is a snap. For a decision, a discard that may still be snapped
    counts as let pass: whoever snaps it after all makes the mind decide anew. For a snap, nobody is known to.
    """
    mind.evidence = []
    deal(table, orders[0])
    let_pass = -1
    for seat, action, number in actions:
        if kind_of(action) != action_codes.SNAP:
            let_pass = witness_new_passes([mind], table, let_pass)
            if seat != constants.DEALER:
                keep_decision(mind, table, seat, action)
        if play(table, seat, action, number) != refusals.LAWFUL:
            raise ValueError("expected actions that can be played again, but found one that is not lawful")
        if table.shuffle_due:
            reshuffle(table, orders[table.shuffles])
    if not is_snap:
        witness_new_passes([mind], table, let_pass)


def count_contradictions(mind: Mind, table: Table, world: Table, seat: int, most: int) -> int:
    """How many of a seat's decisions experts would not have made if the cards lay as in that world.

    It counts no further than most. The world has the same cards as the table in the same places, but for those that
    the mind has not seen.
    """
    if not has_evidence(mind, table):
        return 0
    pair_cards(mind, table, world)
    found = 0
    for index in range(len(mind.evidence) - 1, -1, -1):
        if seat_at(mind.evidence[index]) == seat and is_contradicted(mind, mind.evidence[index]):
            found += 1
            if found == most:
                break
    return found


def count_decisions(mind: Mind, table: Table, seat: int) -> int:
    """How many decisions of that seat the mind has kept."""
    found = 0
    if has_evidence(mind, table):
        for index in range(len(mind.evidence)):
            found += seat_at(mind.evidence[index]) == seat
    return found


def seat_at(witnessed: Witnessed) -> int:
    return witnessed.seat


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
