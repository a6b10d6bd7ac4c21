"""The layout of an encoding: which number stands where in the row of a position, and in the row of each card.

All numbers are about 1 or smaller: points are counted in tens, and counts in parts of what is usual.
"""

#: How many ranks and kinds of cards there are, and how many ways in which a card comes to its place.
RANKS = 14
KINDS = 28
SOURCES = 6

#: Points in one unit of an encoding.
UNIT = 10

# The row of the position: what is asked, and what lies open.
#: One of START, HOLDING, POWER, ENDING and a gift, one-hot.
QUESTION = 0
QUESTIONS = 5
GIFT_QUESTION = 4
#: The pending power, one-hot, and how far it has come.
POWER = QUESTION + QUESTIONS
POWERS = 4
PICKED = POWER + POWERS
LOOKED = PICKED + 1
#: The held card and the top of the pile: whether there is one, points, power, rank.
CARD_RANK = 2 + POWERS
CARD_WIDTH = CARD_RANK + RANKS
HELD = LOOKED + 2
HELD_FROM_STOCK = HELD + CARD_WIDTH
TOP = HELD_FROM_STOCK + 1
WINDOW = TOP + CARD_WIDTH
#: The unseen cards: how many of each rank, their mean and deviation, how many there are; and the stock.
UNSEEN = WINDOW + 1
UNSEEN_MEAN = UNSEEN + RANKS
UNSEEN_DEVIATION = UNSEEN_MEAN + 1
UNSEEN_SIZE = UNSEEN_DEVIATION + 1
STOCK = UNSEEN_SIZE + 1
#: How far the round has come.
LAP = STOCK + 1
LATE_LAP = LAP + 1
SHUFFLES = LATE_LAP + 1
SEATS = SHUFFLES + 1
IS_DUEL = SEATS + 1
SEATS_IN = IS_DUEL + 1
CALLED = SEATS_IN + 1
TURNS_LEFT = CALLED + 1
#: The own hand and the best of the others': points expected, deviation, cards, unknown cards.
HAND_WIDTH = 4
OWN_HAND = TURNS_LEFT + 1
BEST_RIVAL = OWN_HAND + HAND_WIDTH
LEAD = BEST_RIVAL + HAND_WIDTH
CALL_CHANCE = LEAD + 1
#: What the judgement expects of its choices, in points; and its choice, by the kind of action.
TAKE_GAIN = CALL_CHANCE + 1
DRAW_GAIN = TAKE_GAIN + 1
THROW_GAIN = DRAW_GAIN + 1
ADVICE = THROW_GAIN + 1
ACTION_KINDS = 18
#: The rules: their options, the points of every kind of card, and how many cards have each power.
RULES = ADVICE + ACTION_KINDS
OPTIONS = 57
RULES_WIDTH = OPTIONS + KINDS + POWERS + 1
POSITION_WIDTH = RULES + RULES_WIDTH

# The row of a card, that is, of a place where one lies.
IS_OWN = 0
#: How far clockwise its owner sits, and who that is.
DISTANCE = 1
IS_NEXT = 2
IS_CALLERS = 3
IS_TOUCHABLE = 4
IS_LOOKABLE = 5
#: The card as the observer knows it, like the held one; whether it matches the top, and the held card.
FACE = 6
MATCHES_TOP = FACE + CARD_WIDTH
MATCHES_HELD = MATCHES_TOP + 1
#: What it is expected to count, and the deviation.
MEAN = MATCHES_HELD + 1
DEVIATION = MEAN + 1
#: Who knows it.
OWNER_KNOWS = DEVIATION + 1
OTHERS_KNOW = OWNER_KNOWS + 1
KEPT = OTHERS_KNOW + 1
UNWANTED = KEPT + 1
OLD = UNWANTED + 1
#: What everybody has seen its owner do: see card_facts.
SOURCE = OLD + 1
AGE = SOURCE + SOURCES
REPLACED = AGE + 1
REPLACED_POINTS = REPLACED + 1
REFUSALS = REPLACED_POINTS + 1
REFUSED_POINTS = REFUSALS + 1
SPARED = REFUSED_POINTS + 1
SPARED_POINTS = SPARED + 1
SPARED_FOR_HIDDEN = SPARED_POINTS + 1
PASSED_SHARE = SPARED_FOR_HIDDEN + 1
PASSED_TOP = PASSED_SHARE + 1
TRADED_BY_ME = PASSED_TOP + 1
#: Its owner: the hand as above, and what the seat has done (see seat_facts).
OWNER_HAND = TRADED_BY_ME + 1
OWNER_THROWS = OWNER_HAND + HAND_WIDTH
OWNER_LAST_THROWN = OWNER_THROWS + 1
OWNER_LAST_THROWN_AGE = OWNER_LAST_THROWN + 1
OWNER_LOWEST_THROWN = OWNER_LAST_THROWN_AGE + 1
OWNER_SWAPS = OWNER_LOWEST_THROWN + 1
OWNER_TAKES = OWNER_SWAPS + 1
OWNER_LOOKS = OWNER_TAKES + 1
OWNER_TRADES = OWNER_LOOKS + 1
OWNER_MISSES = OWNER_TRADES + 1
#: The pending power has picked it or an exchange joined it, or a power has looked at it.
IS_PICKED = OWNER_MISSES + 1
IS_LOOKED = IS_PICKED + 1
#: What the judgement expects of naming it, and whether it would.
GAIN = IS_LOOKED + 1
ADVISED = GAIN + 1
PLACE_WIDTH = ADVISED + 1

# What only a critic may see, behind the row of the position and behind each card's.
TRUE_OWN_HAND = 0
TRUE_BEST_RIVAL = 1
TRUE_LEAD = 2
TRUE_NEXT_CARD = 3
TRUTH_WIDTH = 4
TRUE_POINTS = 0
TRUTH_PLACE_WIDTH = 1
