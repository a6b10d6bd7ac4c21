"""Powers: what a card can do when it is drawn from the stock and thrown at once."""

from __future__ import annotations

from . import constants, event_codes, option_codes, phases, refusals
from .deal import see
from .event_log import report, report_place
from .table import Table, exists, is_lookable, is_touchable, lay, lift, move, why_not_own


def begin_power(table: Table, card: int) -> None:
    """The card's power is pending from now on; a card without one ends the turn."""
    table.power = table.ruleset.power[card]
    table.power_card = card
    if table.power == option_codes.POWER_NONE:
        end_power(table)
        return
    table.phase = phases.POWER
    table.first_pick = constants.NOWHERE
    table.looked = constants.NOWHERE
    table.looked_too = constants.NOWHERE


def end_power(table: Table) -> None:
    """With the power, or without one, the turn is over."""
    table.power = option_codes.POWER_NONE
    table.power_card = constants.NO_CARD
    table.phase = phases.TURN_OVER


def lapse(table: Table) -> None:
    """A power without a lawful step ends by itself, mandatory or not."""
    if table.listening:
        report(table, event_codes.LAPSED, table.turn)
    end_power(table)


def has_step(table: Table) -> int:
    """The pending power can still do something."""
    if table.power == option_codes.POWER_PEEK:
        return table.hand_size[table.turn] > 0
    if table.power == option_codes.POWER_SPY:
        return count_lookable_of_others(table) > 0
    if table.power == option_codes.POWER_TRADE:
        return has_trade(table)
    return (count_looks(table) < count_looks_allowed(table) and has_look(table)) or has_look_swap(table)


def may_gain_step(table: Table) -> int:
    """A card that is still to be given could give the pending power something to do, so the power waits for it."""
    for index in range(table.gifts):
        giver = table.gift_from[index]
        for slot in range(table.slots[giver]):
            place = slot * table.seats + giver
            if table.at[place] != constants.NO_CARD and has_step_after_gift(table, place, table.gift_to[index]):
                return 1
    return 0


def has_step_after_gift(table: Table, place: int, gap: int) -> int:
    """The pending power could do something if the card at that place lay in the gap. The card stays where it is."""
    first_pick = table.first_pick
    looked = table.looked
    looked_too = table.looked_too
    move(table, place, gap)
    found = has_step(table)
    lay(table, place, lift(table, gap))
    table.first_pick = first_pick
    table.looked = looked
    table.looked_too = looked_too
    return found


def name_power(table: Table) -> int:
    """Whoever tries another power is told what the pending one does."""
    if table.power == option_codes.POWER_PEEK:
        return refusals.POWER_IS_PEEK
    if table.power == option_codes.POWER_SPY:
        return refusals.POWER_IS_SPY
    return refusals.POWER_IS_TRADE if table.power == option_codes.POWER_TRADE else refusals.POWER_IS_LOOK


# How far the pending power reaches: each card may say so by itself


def trade_scope(table: Table) -> int:
    """Which two cards a blind swap exchanges."""
    return table.ruleset.trade[table.power_card]


def look_scope(table: Table) -> int:
    """Whose cards are looked at."""
    return table.ruleset.look_at[table.power_card]


def swap_scope(table: Table) -> int:
    """Which two cards may be swapped after a look."""
    return table.ruleset.look_swap[table.power_card]


# Peek and spy


def why_not_peek(table: Table, seat: int, place: int) -> int:
    if table.power != option_codes.POWER_PEEK:
        return name_power(table)
    return why_not_own(table, seat, place)


def peek(table: Table, seat: int, place: int) -> None:
    see(table, event_codes.PEEKED, seat, place)
    end_power(table)


def why_not_spy(table: Table, seat: int, place: int) -> int:
    if table.power != option_codes.POWER_SPY:
        return name_power(table)
    if not exists(table, place):
        return refusals.NO_SUCH_PLACE
    if place % table.seats == seat:
        return refusals.YOUR_OWN_CARD
    return why_not_see(table, place)


def spy(table: Table, seat: int, place: int) -> None:
    see(table, event_codes.SPIED, seat, place)
    end_power(table)


def why_not_see(table: Table, place: int) -> int:
    """Some hands can't be looked at, and a gap shows nothing."""
    if not is_lookable(table, place % table.seats):
        return refusals.HAND_IS_FROZEN if table.out >> place % table.seats & 1 else refusals.LOCKED_FROM_SIGHT
    return refusals.LAWFUL if table.at[place] != constants.NO_CARD else refusals.NO_CARD_THERE


def count_lookable_of_others(table: Table) -> int:
    """How many cards of other seats may be looked at."""
    total = 0
    for seat in range(table.seats):
        if seat != table.turn and is_lookable(table, seat):
            total += table.hand_size[seat]
    return total


# Trade: a blind swap, whose two cards are picked one after the other


def has_trade(table: Table) -> int:
    """Two cards can be found that these rules let a blind swap exchange."""
    own = 0
    others = 0
    owners = 0
    for seat in range(table.seats):
        if table.hand_size[seat] and is_touchable(table, seat):
            owners += 1
            if seat == table.turn:
                own = table.hand_size[seat]
            else:
                others += table.hand_size[seat]
    if table.power == option_codes.POWER_LOOK or trade_scope(table) == option_codes.POWERS_TRADE_ANY:
        return own + others > 1
    if trade_scope(table) == option_codes.POWERS_TRADE_OWN_OTHER:
        return own > 0 and others > 0
    return owners > 1


def why_not_trade(table: Table, seat: int, place: int) -> int:
    """A pick of a blind swap, or the swap at the end of a look power."""
    if table.power == option_codes.POWER_LOOK and swap_scope(table) != option_codes.POWERS_LOOK_SWAP_ANY:
        return why_not_swap_looked(table, seat, place)
    if table.power != option_codes.POWER_TRADE and table.power != option_codes.POWER_LOOK:
        return name_power(table)
    if place == constants.NOWHERE:
        return refusals.NO_PLACE_NAMED
    refusal = why_not_touch(table, place)
    if refusal != refusals.LAWFUL:
        return refusal
    if place == table.first_pick:
        return refusals.SAME_CARD_TWICE
    if table.power == option_codes.POWER_TRADE and trade_scope(table) != option_codes.POWERS_TRADE_ANY:
        refusal = why_not_this_owner(table, seat, place)
        if refusal != refusals.LAWFUL:
            return refusal
    return refusals.LAWFUL if has_trade(table) else refusals.NO_PARTNER


def why_not_this_owner(table: Table, seat: int, place: int) -> int:
    """Blind swaps may be between an own card and another's, or between different owners only."""
    if trade_scope(table) == option_codes.POWERS_TRADE_OWN_OTHER:
        if table.first_pick == constants.NOWHERE:
            return refusals.LAWFUL
        if table.first_pick % table.seats == seat:
            return refusals.LAWFUL if place % table.seats != seat else refusals.ANOTHERS_CARD_NEXT
        return refusals.LAWFUL if place % table.seats == seat else refusals.OWN_CARD_NEXT
    if table.first_pick != constants.NOWHERE and table.first_pick % table.seats == place % table.seats:
        return refusals.SAME_OWNER
    return refusals.LAWFUL


def why_not_touch(table: Table, place: int) -> int:
    """Locked and frozen hands stay as they are, and a gap has nothing to move."""
    if not exists(table, place):
        return refusals.NO_SUCH_PLACE
    if not is_touchable(table, place % table.seats):
        return refusals.HAND_IS_FROZEN if table.out >> place % table.seats & 1 else refusals.HAND_IS_LOCKED
    return refusals.LAWFUL if table.at[place] != constants.NO_CARD else refusals.NO_CARD_THERE


def trade(table: Table, seat: int, place: int) -> None:
    if place == constants.NOWHERE:
        exchange(table, seat, table.looked, table.looked_too)
    elif table.power == option_codes.POWER_LOOK and swap_scope(table) == option_codes.POWERS_LOOK_SWAP_OWN:
        exchange(table, seat, table.looked, place)
    elif table.first_pick == constants.NOWHERE:
        table.first_pick = place
        table.looks_before_pick = count_looks(table)
        if table.listening:
            report_place(table, event_codes.CHOSE, seat, place, constants.NOWHERE)
    else:
        exchange(table, seat, table.first_pick, place)


def exchange(table: Table, seat: int, place: int, other: int) -> None:
    """Two cards change places, unseen; who knew them still does."""
    card = table.at[place]
    other_card = table.at[other]
    table.at[place] = other_card
    table.at[other] = card
    if place % table.seats != other % table.seats:
        note_preference(table, seat, card, place, other)
        note_preference(table, seat, other_card, other, place)
    if table.listening:
        report_place(table, event_codes.TRADED, seat, place, other)
    end_power(table)


def note_preference(table: Table, seat: int, card: int, place: int, new_place: int) -> None:
    """Mark what everybody can conclude: a card traded away is unwanted; a card that its new holder had seen is kept."""
    if place % table.seats == seat:
        table.kept[card] = constants.UNWANTED
    elif new_place % table.seats == seat and table.seen[card] >> seat & 1:
        table.kept[card] = constants.KEPT


# Look: see cards first, then swap


def count_looks(table: Table) -> int:
    return (table.looked != constants.NOWHERE) + (table.looked_too != constants.NOWHERE)


def count_looks_allowed(table: Table) -> int:
    """After the first pick only a look that has been undone since may be made again."""
    if table.first_pick != constants.NOWHERE:
        return table.looks_before_pick
    return table.ruleset.looks[table.power_card]


def has_look(table: Table) -> int:
    """There is another card that this power may look at; whether a pick has been made does not count."""
    made = count_looks(table)
    if made >= table.ruleset.looks[table.power_card]:
        return 0
    own = table.hand_size[table.turn]
    others = count_lookable_of_others(table)
    if look_scope(table) == option_codes.POWERS_LOOK_AT_OTHER:
        # A card that was looked at may have been given to the one who looked.
        return others > (made > 0 and table.looked % table.seats != table.turn)
    if look_scope(table) == option_codes.POWERS_LOOK_AT_OWN_OTHER and made == 1:
        return others > 0 if table.looked % table.seats == table.turn else own > 0
    return own + others > made


def why_not_look(table: Table, seat: int, place: int) -> int:
    if table.power != option_codes.POWER_LOOK:
        return name_power(table)
    if not exists(table, place):
        return refusals.NO_SUCH_PLACE
    if count_looks(table) >= count_looks_allowed(table):
        return refusals.NO_LOOKS_LEFT if table.first_pick == constants.NOWHERE else refusals.SWAP_HAS_BEGUN
    if place == table.looked or place == table.looked_too:
        return refusals.LOOKED_ALREADY
    is_own = place % table.seats == seat
    if look_scope(table) == option_codes.POWERS_LOOK_AT_OTHER and is_own:
        return refusals.OTHERS_CARDS_ONLY
    if look_scope(table) == option_codes.POWERS_LOOK_AT_OWN_OTHER and table.looked != constants.NOWHERE:
        if is_own == (table.looked % table.seats == seat):
            return refusals.ONE_OWN_ONE_OTHER
    return why_not_see(table, place)


def look(table: Table, seat: int, place: int) -> None:
    see(table, event_codes.LOOKED, seat, place)
    if table.looked == constants.NOWHERE:
        table.looked = place
    else:
        table.looked_too = place


def has_look_swap(table: Table) -> int:
    """The swap at the end of the look power can be made now."""
    if swap_scope(table) == option_codes.POWERS_LOOK_SWAP_ANY:
        return has_trade(table)
    if table.looked == constants.NOWHERE or not is_touchable(table, table.looked % table.seats):
        return 0
    if swap_scope(table) == option_codes.POWERS_LOOK_SWAP_LOOKED:
        return table.looked_too != constants.NOWHERE and is_touchable(table, table.looked_too % table.seats)
    return table.hand_size[table.turn] > (table.looked % table.seats == table.turn)


def why_not_swap_looked(table: Table, seat: int, place: int) -> int:
    """The swap is about the very cards that were looked at."""
    if swap_scope(table) == option_codes.POWERS_LOOK_SWAP_LOOKED:
        if place != constants.NOWHERE:
            return refusals.SWAP_THE_LOOKED_AT
        if table.looked_too == constants.NOWHERE:
            return refusals.LOOK_AT_BOTH_FIRST
        refusal = why_not_touch(table, table.looked_too)
        return refusal if refusal != refusals.LAWFUL else why_not_touch(table, table.looked)
    if table.looked == constants.NOWHERE:
        return refusals.LOOK_FIRST
    if place == constants.NOWHERE:
        return refusals.NO_PLACE_NAMED
    if not exists(table, place):
        return refusals.NO_SUCH_PLACE
    if place % table.seats != seat:
        return refusals.SWAP_WITH_AN_OWN
    if place == table.looked:
        return refusals.SAME_CARD_TWICE
    refusal = why_not_touch(table, table.looked)
    return refusal if refusal != refusals.LAWFUL else why_not_touch(table, place)


# Skip


def why_not_skip(table: Table) -> int:
    """A mandatory power must be used; a look power has been used once a card has been looked at."""
    if table.ruleset.powers_use == option_codes.POWERS_USE_OPTIONAL:
        return refusals.LAWFUL
    if table.power == option_codes.POWER_LOOK and (table.looked != constants.NOWHERE or not has_look(table)):
        return refusals.LAWFUL
    return refusals.POWER_IS_MANDATORY


def why_not_before_power(table: Table) -> int:
    """Nothing else goes on in the turn while the power is pending."""
    return refusals.POWER_COMES_FIRST if why_not_skip(table) == refusals.LAWFUL else refusals.POWER_IS_MANDATORY


def skip(table: Table, seat: int) -> None:
    if table.listening:
        report(table, event_codes.SKIPPED, seat)
    end_power(table)
