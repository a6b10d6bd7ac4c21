"""The show: all cards are turned up, points counted, ties broken, the call judged."""

from __future__ import annotations

from . import cards, constants, event_codes, option_codes, phases
from .deal import count_bits
from .event_log import report_card, report_number
from .table import Table

PAIR_OF_FIVES = -25
ODD_FIVE = 25
QUEEN = cards.RANKS.index("Q")
KING = cards.RANKS.index("K")


def show(table: Table, reason: int) -> None:
    table.phase = phases.OVER
    table.reason = reason
    reveal_hands(table)
    for seat in range(table.seats):
        table.points[seat] = hand_points(table, seat)
    judge_call(table)
    find_winners(table)
    table.right_call = is_right_call(table)
    for seat in range(table.seats):
        table.scores[seat] = final_score(table, seat)
        if table.listening:
            report_number(table, event_codes.SCORED, seat, table.scores[seat])


def reveal_hands(table: Table) -> None:
    for seat in range(table.seats):
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            card = table.at[place]
            if card != constants.NO_CARD:
                table.seen[card] = table.public
                if table.listening:
                    report_card(table, event_codes.REVEALED, seat, place, card, table.public)


def hand_points(table: Table, seat: int) -> int:
    points = 0
    fives = 0
    for slot in range(table.slots[seat]):
        card = table.at[slot * table.seats + seat]
        if card == constants.NO_CARD:
            continue
        if table.ruleset.score_risky_fives and table.ruleset.is_five[card]:
            fives += 1
        else:
            points += table.ruleset.value[card]
    return points + fives // 2 * PAIR_OF_FIVES + fives % 2 * ODD_FIVE


def judge_call(table: Table) -> None:
    """A call is wrong if another seat still in has fewer points, or the hand is above the limit. A knock never is."""
    table.wrong_call = 0
    if not is_judged(table):
        return
    if is_over_limit(table):
        table.wrong_call = 1
    for seat in range(table.seats):
        if not table.out >> seat & 1 and table.points[seat] < table.points[table.caller]:
            table.wrong_call = 1


def is_judged(table: Table) -> int:
    """Somebody called. A knock is automatic, and neither right nor wrong; nor is the call of the last seat left.

    Beside the worst hand of all no call counts.
    """
    if table.caller == constants.NOBODY or table.knocked or find_kamikaze(table):
        return 0
    return table.seats_in > 1 or table.out >> table.caller & 1


def find_kamikaze(table: Table) -> int:
    """The seats still in, a bit each, whose hand is the worst of all: exactly two queens and two kings."""
    seats = 0
    if table.ruleset.score_kamikaze:
        for seat in range(table.seats):
            if not table.out >> seat & 1 and is_kamikaze(table, seat):
                seats |= 1 << seat
    return seats


def is_kamikaze(table: Table, seat: int) -> int:
    queens = 0
    kings = 0
    for slot in range(table.slots[seat]):
        card = table.at[slot * table.seats + seat]
        if card != constants.NO_CARD:
            rank = table.ruleset.face[card] // 4
            queens += rank == QUEEN
            kings += rank == KING
    return table.hand_size[seat] == 4 and queens == 2 and kings == 2


def is_over_limit(table: Table) -> int:
    return table.ruleset.has_call_limit and table.points[table.caller] > table.ruleset.call_limit


def find_winners(table: Table) -> None:
    """Fewest points win, among the seats that are in; a caller above the limit does not."""
    table.winners = find_kamikaze(table)
    if table.winners:
        return
    table.winners = table.everybody & ~table.out
    if is_judged(table) and is_over_limit(table):
        drop_caller(table)
    keep_lowest(table)
    if is_judged(table) and table.winners >> table.caller & 1:
        if table.ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_LOSES:
            drop_caller(table)
        elif table.ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_WINS:
            table.winners = 1 << table.caller
        elif table.ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_MOST_CARDS:
            keep_by_hand_size(table, 1)
    if table.ruleset.score_tie != option_codes.SCORE_TIE_SHARE:
        keep_by_hand_size(table, 1 if table.ruleset.score_tie == option_codes.SCORE_TIE_MOST_CARDS else -1)


def drop_caller(table: Table) -> None:
    """Unless nobody else is left."""
    if table.winners & ~(1 << table.caller):
        table.winners &= ~(1 << table.caller)


def keep_lowest(table: Table) -> None:
    lowest = 0
    lowest_seats = 0
    for seat in range(table.seats):
        if table.winners >> seat & 1:
            if lowest_seats == 0 or table.points[seat] < lowest:
                lowest = table.points[seat]
                lowest_seats = 0
            if table.points[seat] == lowest:
                lowest_seats |= 1 << seat
    table.winners = lowest_seats


def keep_by_hand_size(table: Table, sign: int) -> None:
    """Among those who tie, the most cards win; with a negative sign, the fewest."""
    best = 0
    best_seats = 0
    for seat in range(table.seats):
        if table.winners >> seat & 1:
            cards = sign * table.hand_size[seat]
            if best_seats == 0 or cards > best:
                best = cards
                best_seats = 0
            if cards == best:
                best_seats |= 1 << seat
    table.winners = best_seats


def is_right_call(table: Table) -> int:
    if not is_judged(table) or table.wrong_call:
        return 0
    return table.winners >> table.caller & 1


def final_score(table: Table, seat: int) -> int:
    """The hand's points, with what winning earns, and what the caller's call costs or earns."""
    points = table.points[seat]
    if find_kamikaze(table):
        return 0 if table.winners >> seat & 1 else table.ruleset.score_kamikaze
    if table.ruleset.score_winner_zero and points > 0 and table.winners >> seat & 1:
        points = 0
    if seat != table.caller:
        return points
    if table.wrong_call:
        if table.ruleset.call_wrong_doubles and points > 0:
            points += points
        points += table.ruleset.call_wrong_points
    elif table.right_call:
        if table.ruleset.call_right_zero and points > 0:
            points = 0
        points -= table.ruleset.call_right_bonus
    return points


def reward(table: Table, seat: int) -> float:
    """What a round that is over is worth to a seat: 1 to whoever wins alone, and the sum over all seats is 0.

    Everybody pays one, the winners share it all, and it is scaled.
    """
    share = 0.0
    if table.winners >> seat & 1:
        share = 1.0 / count_bits(table.winners)
    return (share * table.seats - 1) / (table.seats - 1)
