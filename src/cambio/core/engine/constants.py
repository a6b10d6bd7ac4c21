"""Marks for what is not there: no seat, no place, no card; and for the dealer, who has no seat."""

NOBODY = -1
DEALER = -2
NOWHERE = -1
NO_CARD = -1
#: Spectators on the rail: the bit after those of the seats, which are lettered a to z.
RAIL = 26

#: What its holders have shown to think of a card: they kept it by choice, or got rid of it.
KEPT = 1
UNWANTED = -1

#: Why a round ended.
ENDED_CALLED = 0
ENDED_STOCK = 1
ENDED_LAST = 2
