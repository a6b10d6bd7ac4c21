"""Numbers with a meaning of their own: no seat, no place, no card; the dealer and the spectators; why a round ended."""

NOBODY = -1
DEALER = -2
NOWHERE = -1
NO_CARD = -1
NO_RANK = -1
#: The bit of spectators in masks of seats; seats are lettered a to z and have the bits below.
RAIL = 26

#: The bit of cards that lie face up in a hand, in masks of who has seen a card: everybody sees them all the time.
FACE_UP = 27
#: Slots beyond this one can't be exchanged together with others: those that are have a bit each in one number.
EXCHANGEABLE_SLOTS = 30

#: What everybody has seen a holder do with a card: keep it by choice, or get rid of it.
KEPT = 1
UNWANTED = -1

#: Why a round ended.
ENDED_CALLED = 0
ENDED_STOCK = 1
ENDED_LAST = 2
