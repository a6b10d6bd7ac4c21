"""Refusals teach: each reason to refuse an action, with the sentence that a player reads and the option behind it."""

from typing import NamedTuple

LAWFUL = 0


class Reason(NamedTuple):
    sentence: str
    option: str | None


REASONS: list[Reason] = [Reason("that is allowed", None)]


def add_reason(sentence: str, option: str | None = None) -> int:
    REASONS.append(Reason(sentence, option))
    return len(REASONS) - 1


# The round
ROUND_IS_OVER = add_reason("the round is over")
NOT_YOUR_TURN = add_reason("it is not your turn")
NO_SUCH_SEAT = add_reason("nobody sits there")
SEAT_IS_OUT = add_reason("you are out of this round, with too many cards", "snap.hand_limit")
DEALER_ONLY = add_reason("only the dealer does that")
DEALER_CANNOT = add_reason("the dealer does not do that")
DEALER_SHUFFLES = add_reason("the dealer is reshuffling the discards", "turn.stock")

# Places
NO_PLACE_NAMED = add_reason("say which card you mean, like b3")
NO_PLACE_WANTED = add_reason("this action names no card")
ONE_PLACE_ONLY = add_reason("this action names one card only")
NO_SUCH_PLACE = add_reason("there is no such place on the table")
NO_CARD_THERE = add_reason("no card lies there")
NOT_YOUR_CARD = add_reason("that card is not yours")
YOUR_OWN_CARD = add_reason("that card is your own, and this is about another player's")
HAND_IS_LOCKED = add_reason("the caller's hand is locked", "call.lock")
HAND_IS_FROZEN = add_reason("the hand of a player who is out is frozen", "snap.hand_limit")
LOCKED_FROM_SIGHT = add_reason("the caller's hand is locked, and must not be looked at either", "call.lock_looking")

# Memory
PLAY_HAS_BEGUN = add_reason("the memory phase is over")
PLAY_HAS_NOT_BEGUN = add_reason("play begins when everybody is ready", "deal.memory_cards")
MEMORY_IS_OVER = add_reason("the memory phase is over: now only a card's power lets you look", "deal.memory_cards")
ALREADY_READY = add_reason("you are ready already, and play begins when everybody is", "deal.memory_cards")
CARDS_STAY_DOWN = add_reason("you said that you are ready, so your cards stay down", "deal.memory_cards")
BOTTOM_CARDS_ONLY = add_reason("before play you may look at the bottom cards only", "deal.memory")
ENOUGH_CHOSEN = add_reason("you have looked at as many cards as you may before play", "deal.memory_cards")

# Turn
TURN_HAS_BEGUN = add_reason("you have begun your turn already")
TURN_IS_PLAYED = add_reason("you have played your card: call, or skip")
DRAW_FIRST = add_reason("draw a card first")
NO_CARD_TO_DRAW = add_reason("no card is left to draw, so the round ends here", "turn.stock")
GIFT_COMES_FIRST = add_reason("a card is still to be given, and nobody draws, takes or calls before", "snap.give")
TAKING_IS_OFF = add_reason("the discard pile may not be drawn from", "turn.take")
POWER_IS_NOT_TAKEN = add_reason("a discard with a power can't be taken", "turn.take_powers")
PILE_IS_EMPTY = add_reason("the discard pile is empty")
TAKEN_MUST_BE_SWAPPED = add_reason("a card taken from the discard pile must be swapped in", "turn.take")
NOTHING_TO_SWAP = add_reason("you have no card that you could swap for the one you take", "turn.take")
POWER_COMES_FIRST = add_reason("finish your card's power first, or skip it", "powers.use")
ONE_CARD_FOR_ONE = add_reason("only one card is swapped for the one that you hold", "turn.exchange")
BEYOND_EXCHANGE = add_reason("that card lies too far away to be swapped together with others", "turn.exchange")
LAST_CARD_IS_SWAPPED = add_reason("that is the last card: swap it, and the others go with it", "turn.exchange")

# Powers
NO_POWER = add_reason("you have no power to use now", "powers.cards")
POWER_IS_PEEK = add_reason("your card's power is to look at one of your own cards", "powers.cards")
POWER_IS_SPY = add_reason("your card's power is to look at another player's card", "powers.cards")
POWER_IS_TRADE = add_reason("your card's power is to swap two cards without looking at them", "powers.cards")
POWER_IS_LOOK = add_reason("your card's power is to look at cards and then to swap", "powers.cards")
NOTHING_TO_SKIP = add_reason("there is nothing to skip")
POWER_IS_MANDATORY = add_reason("powers must be used here, so use your card's power first", "powers.use")
NO_PARTNER = add_reason("no card could be swapped with that one", "powers.trade")
SAME_CARD_TWICE = add_reason("choose two different cards")
OWN_CARD_NEXT = add_reason("you chose another player's card, so the second must be one of your own", "powers.trade")
ANOTHERS_CARD_NEXT = add_reason(
    "you chose one of your own cards, so the second must be another player's", "powers.trade"
)
SAME_OWNER = add_reason("the two cards must belong to different players", "powers.trade")
NO_LOOKS_LEFT = add_reason("you have looked at all the cards that this power allows", "powers.looks")
LOOKED_ALREADY = add_reason("you have just looked at that card", "powers.looks")
SWAP_HAS_BEGUN = add_reason("you have begun to swap, so looking is over", "powers.look_swap")
ONE_OWN_ONE_OTHER = add_reason("look at one of your own cards and one of another player's", "powers.look_at")
OTHERS_CARDS_ONLY = add_reason("this power looks at other players' cards only", "powers.look_at")
SWAP_THE_LOOKED_AT = add_reason(
    "the two cards that you looked at are swapped with each other, so you need not choose any", "powers.look_swap"
)
LOOK_AT_BOTH_FIRST = add_reason("look at both cards before you swap them", "powers.look_swap")
LOOK_FIRST = add_reason("look at a card before you swap it", "powers.look_swap")
SWAP_WITH_AN_OWN = add_reason("swap the card that you looked at with one of your own", "powers.look_swap")

# Snapping
SNAPPING_IS_OFF = add_reason("there is no snapping in these rules", "snap.who")
NO_SUCH_DISCARD = add_reason("no card with that number has been discarded")
NOTHING_DISCARDED = add_reason("nothing has been discarded yet")
OWN_CARDS_ONLY = add_reason("you may snap your own cards only", "snap.who")
ONE_AT_A_TIME = add_reason("one card is snapped at a time", "snap.cards")
CALLER_SNAPS_NOT = add_reason("the caller's hand is locked, so the caller takes no part in snapping", "call.lock")
DISCARDER_SNAPS_NOT = add_reason("whoever discarded a card may not snap it", "snap.discarder")
CHAIN_IS_ANOTHERS = add_reason("only the player who snapped first may go on", "snap.winners")
WINDOW_HAS_CLOSED = add_reason("that snap window has closed", "snap.window")
SOMEBODY_WAS_FASTER = add_reason("somebody was faster", "snap.winners")
NO_GIFT_DUE = add_reason("you owe nobody a card", "snap.give")
GIFT_IS_MANDATORY = add_reason("you snapped another player's card, so you must give one of yours", "snap.give")

# Calling
CALL_AT_THE_START = add_reason("call at the start of your turn, before you draw", "call.when")
CALL_AT_THE_END = add_reason("call at the end of your turn", "call.when")
ALREADY_CALLED = add_reason("somebody has called already", "call.last_turns")
TOO_EARLY_TO_CALL = add_reason("it is too early to call", "call.from_lap")

# Dealer
NO_WINDOW_OPEN = add_reason("no snap window is open")
PLAY_CLOSES_IT = add_reason("the window closes by play, not at the dealer's word", "snap.window")
NO_GIFT_PENDING = add_reason("nobody has a card to give")
