"""The layout of a critic: as that of a network, but it sees all cards, and gives nothing but a value."""

#: As in encoding_layout, with the truth behind each row; a test compares them.
POSITION_WIDTH = 205
PLACE_WIDTH = 70

#: Numbers that are made of a card, and of the position.
CARD = 64
TRUNK = 128

# Each layer's weights, input by input, and then its biases.
CARD_WEIGHTS = 0
CARD_BIASES = CARD_WEIGHTS + PLACE_WIDTH * CARD
TRUNK_WEIGHTS = CARD_BIASES + CARD
POOL_WEIGHTS = TRUNK_WEIGHTS + POSITION_WIDTH * TRUNK
TRUNK_BIASES = POOL_WEIGHTS + 2 * CARD * TRUNK
SECOND_WEIGHTS = TRUNK_BIASES + TRUNK
SECOND_BIASES = SECOND_WEIGHTS + TRUNK * TRUNK
VALUE_WEIGHTS = SECOND_BIASES + TRUNK
VALUE_BIAS = VALUE_WEIGHTS + TRUNK
SIZE = VALUE_BIAS + 1
