"""Actions command: every kind of action, and how one is written as a small integer."""

READY = 1
PEEK = 2
DRAW = 3
TAKE = 4
CALL = 5
SWAP = 6
THROW = 7
SPY = 8
TRADE = 9
LOOK = 10
SKIP = 11
SNAP = 12
GIVE = 13
KEEP = 14
CLOSE = 15
SETTLE = 16

#: An action is its kind, then its place and its other place, each counted from one: zero is nowhere.
KIND_BITS = 5
KIND_MASK = 31
PLACE_BITS = 24
PLACE_MASK = 16777215
OTHER_BITS = 29
