"""Actions command: every kind of action, and how one is written as a small integer."""

# These name no card, and need not wait for a turn:
READY = 1
KEEP = 2
CLOSE = 3
SETTLE = 4
# These name no card, and make up a turn:
DRAW = 5
TAKE = 6
CALL = 7
THROW = 8
SKIP = 9
# These name a card, and belong to a turn (or, looking at an own card, to the memory phase):
PEEK = 10
SWAP = 11
SPY = 12
LOOK = 13
TRADE = 14
ALSO = 15
# These name a card, and need not wait for a turn:
GIVE = 16
SNAP = 17

LAST_WITHOUT_CARD = SKIP
FIRST_OF_TURN = DRAW
LAST_OF_TURN = ALSO

#: An action is its kind, then its place and its other place, each counted from one: zero is nowhere.
KIND_BITS = 5
KIND_MASK = 31
PLACE_BITS = 24
PLACE_MASK = 16777215
OTHER_BITS = KIND_BITS + PLACE_BITS
