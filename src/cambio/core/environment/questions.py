"""Decisions: what a seat can be asked, and how its answers are numbered for whoever learns to play."""

# What a seat is asked:
MEMORY = 0
START = 1
HOLDING = 2
POWER = 3
ENDING = 4
GIFT = 5
SNAP = 6
#: Where two cards may be snapped at once, the first has been picked: a second one, or that one alone?
SNAP_TOO = 7
QUESTIONS = 8

# Answers without a card; a pass lets the moment go by, or snaps the card that has been picked alone:
PASS = 0
READY = 1
KEEP = 2
DRAW = 3
TAKE = 4
CALL = 5
THROW = 6
SKIP = 7
#: The two cards that were looked at change places.
TRADE_LOOKED = 8
PLAIN = 9

# Then the answers with an own card, for each of these a slot:
OWN_PEEK = 0
OWN_SWAP = 1
OWN_GIVE = 2
OWN_KINDS = 3
# Then the answers with any card, for each of these a seat (the own one first, then clockwise) and a slot:
ANY_SPY = 0
ANY_LOOK = 1
ANY_TRADE = 2
ANY_SNAP = 3
ANY_KINDS = 4

#: Nobody is asked any more because the round was shown, or because it took too long and was broken off.
GOING_ON = 0
SHOWN = 1
BROKEN_OFF = 2
