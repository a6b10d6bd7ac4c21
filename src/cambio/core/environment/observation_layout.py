"""The layout of an observation: which number stands where. Seats are counted from the observer, who is 0, clockwise."""

# One of each group is 1:
QUESTION = 0
PHASE = 8
POWER = 16
# Cards, as one of the codes below:
TOP = 20
HELD = 21
# Yes or no:
TAKEN = 22
WINDOW = 23
WON = 24
REOPENED = 25
KNOCKED = 26
# How many; the stock and the pile are written as ones and 128s:
LAP = 27
SHUFFLES = 28
STOCK = 29
PILE = 31
# Places, as an owner and a slot, each counted from 1; 0 is nowhere:
PICKED = 33
LOOKED = 35
LOOKED_TOO = 37
SNAPPED = 39
# The gifts that are due: how many, and the oldest of them, each with its giver and the place of the gap:
GIFTS = 41
GIFT = 42
GIFTS_TOLD = 4
GIFT_WIDTH = 3

#: Then a record for each seat.
SEATS = 54
TO_ACT = 0
TURN = 1
CALLER = 2
OUT = 3
IS_READY = 4
CHAIN = 5
DISCARDER = 6
STARTER = 7
CARDS = 8
SLOTS = 9
GIVES = 10
SEAT_WIDTH = 11

#: Then a record for each place, by seat and slot; it ends with who has seen the card, a bit for each of up to 7 seats.
CARD = 0
KEPT = 1
OLD = 2
SEEN = 3
EYES = 7

#: Then, for each kind of card, how many the observer has not seen: of the latest shuffle, and of those before.
KINDS = 28
UNSEEN_WIDTH = 56

# Codes of cards; a card that is known is its kind and FIRST_KIND:
NO_SLOT = 0
GAP = 1
UNSEEN = 2
FIRST_KIND = 3

#: Small numbers end here; a larger one is written so, too.
MOST = 127
