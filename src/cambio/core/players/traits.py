"""Traits: the parameters of the policies. A style gives each of them a value."""

# Evaluation: what an action is worth, in points
#: For knowing an own card, and somebody else's: by each point of the card's standard deviation.
CURIOSITY = 0
NOSINESS = 1
#: For a point in another hand; it is shared among all rivals.
SPITE = 2
#: How much likelier low cards are to have been kept by choice, or left lying by an owner who has seen them.
KEPT_LOW = 3
KNOWN_LOW = 4
#: For having a card less.
LIGHTNESS = 5
#: The cost of taking from the pile, where everybody sees the card that goes into the hand.
SECRECY = 6
#: How much of what a snap of the own discard would bring is counted: to rivals, as a loss, and to oneself.
FEAR = 7
RACE = 8
#: The least gain for which a card is snapped.
SNAP_MARGIN = 9
#: The cost of getting an unknown card for a known one in a trade: by each point of standard deviation.
THEFT = 10

# Evaluation: when to call
#: The chance of winning that is wanted in the first lap, and by how much it falls with each lap.
CALL_FROM = 11
CALL_EASE = 12
#: What rivals are expected to improve in their last turn: points, and a share of what they hold.
LAST_POINTS = 13
LAST_SHARE = 14
#: The standard deviation that this adds to their hands, in points.
DOUBT = 15
#: The standard deviation of a random error in the estimate; for the heuristic in points, for evaluation in chances.
CALL_NOISE = 16

# Heuristic: thresholds in points
#: Up to which a new card is swapped for an unknown one, and up to which a hand is called.
SWAP_BELOW = 17
CALL_AT = 18
#: From which the worst own card is traded away; out of ten, the share of chances to snap others' cards that is let go.
CAUTION = 19

# Memory: the rate of forgetting, and the chance of confusing two neighbours in a turn
FADING = 20
CONFUSION = 21

# Snapping: the median of the reaction time in seconds, the standard deviation of its logarithm, and the chance of
# snapping some own card without thinking
REACTION = 22
SPREAD = 23
FALSE_START = 24

COUNT = 25
