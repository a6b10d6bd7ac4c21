"""The layout of a network: the sizes of its layers, and where each begins in the row of all its numbers.

Every card is looked at by the same layer. What the own cards tell together, and what the others' cards tell together,
joins the position in a trunk of two layers. From there an action without a card gets its score; for an action with a
card, the trunk and what was made of that card are put together first. The same says what a hidden card may be.
"""

#: As in encoding_layout, which a test compares.
POSITION_WIDTH = 201
PLACE_WIDTH = 69
ACTION_KINDS = 18
#: Beliefs tell hidden cards apart by their points: from the lowest class, for -1 and less, up to that for 11 and more.
POINT_CLASSES = 13
LOWEST_POINTS = -1

#: What is summed over a hand is divided by this, so that it has the size of the rest.
POOLED_CARDS = 4

#: Numbers that are made of a card, of the position, and of both for an action with a card.
CARD = 64
TRUNK = 128
PAIR = 32

# Each layer's weights, input by input, and then its biases.
CARD_WEIGHTS = 0
CARD_BIASES = CARD_WEIGHTS + PLACE_WIDTH * CARD
TRUNK_WEIGHTS = CARD_BIASES + CARD
OWN_WEIGHTS = TRUNK_WEIGHTS + POSITION_WIDTH * TRUNK
OTHERS_WEIGHTS = OWN_WEIGHTS + CARD * TRUNK
TRUNK_BIASES = OTHERS_WEIGHTS + CARD * TRUNK
SECOND_WEIGHTS = TRUNK_BIASES + TRUNK
SECOND_BIASES = SECOND_WEIGHTS + TRUNK * TRUNK
PLAIN_WEIGHTS = SECOND_BIASES + TRUNK
PLAIN_BIASES = PLAIN_WEIGHTS + TRUNK * ACTION_KINDS
PAIR_CARD_WEIGHTS = PLAIN_BIASES + ACTION_KINDS
PAIR_TRUNK_WEIGHTS = PAIR_CARD_WEIGHTS + CARD * PAIR
PAIR_BIASES = PAIR_TRUNK_WEIGHTS + TRUNK * PAIR
PLACED_WEIGHTS = PAIR_BIASES + PAIR
PLACED_BIASES = PLACED_WEIGHTS + PAIR * ACTION_KINDS
VALUE_WEIGHTS = PLACED_BIASES + ACTION_KINDS
VALUE_BIAS = VALUE_WEIGHTS + TRUNK
BELIEF_WEIGHTS = VALUE_BIAS + 1
BELIEF_BIASES = BELIEF_WEIGHTS + PAIR * POINT_CLASSES
SIZE = BELIEF_BIASES + POINT_CLASSES
