"""Actions command: every kind of action, and how one is written as a small integer."""

READY = 1
DRAW = 2
TAKE = 3
CALL = 4
THROW = 5
SKIP = 6
KEEP = 7
CLOSE = 8
SETTLE = 9
#: Kinds up to this one name no card, the others do.
LAST_WITHOUT_CARD = SETTLE
PEEK = 10
SWAP = 11
SPY = 12
LOOK = 13
TRADE = 14
GIVE = 15
SNAP = 16

#: An action is its kind, then its place and its other place, each counted from one: zero is nowhere.
KIND_BITS = 5
KIND_MASK = 31
PLACE_BITS = 24
PLACE_MASK = 16777215
OTHER_BITS = KIND_BITS + PLACE_BITS
