"""Card facts: what a history tells about the card at each place. All of them are public."""

#: The seats that have seen the card, a bit each.
KNOWN_TO = 0
#: How it came to its place, and in which turn.
SOURCE = 1
SINCE = 2
#: The kind of the discard that it replaced, counted from 1, and its points; 0, if it replaced none.
REPLACED = 3
REPLACED_POINTS = 4
#: How many cards its owner drew and threw while knowing this one, and the lowest points of those.
REFUSALS = 5
REFUSED_POINTS = 6
#: How many other cards its owner gave up, of those that it knew, while it knew this one too, and the lowest points of
#: those; and how many of those that it did not know.
SPARED = 7
SPARED_POINTS = 8
SPARED_FOR_HIDDEN = 9
#: The kinds of discards that an owner who knew this card did not snap with it, a bit each.
PASSED = 10
#: Who traded it to its place, counted from 1.
TRADER = 11

WIDTH = 12

# Sources: how a card came to its place.
DEAL = 0
STOCK = 1
PILE = 2
PENALTY = 3
TRADE = 4
GIFT = 5
SOURCES = 6
