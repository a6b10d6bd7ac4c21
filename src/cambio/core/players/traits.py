"""Traits: the numbers that make one player differ from another. A style is a row of them."""

# Judgement: points, or shares of them
CURIOSITY = 0
NOSINESS = 1
SPITE = 2
KEPT_LOW = 3
KNOWN_LOW = 4
LIGHTNESS = 5
SECRECY = 6
FEAR = 7
RACE = 8
SNAP_MARGIN = 9
THEFT = 10

# Calling: chances of winning, and what is expected of everybody's last turn
CALL_FROM = 11
CALL_EASE = 12
LAST_POINTS = 13
LAST_SHARE = 14
DOUBT = 15
CALL_NOISE = 16

# Habits: simple thresholds in points
SWAP_BELOW = 17
CALL_AT = 18
CAUTION = 19

# Memory: how fast it fades, and how often neighbours are mixed up
FADING = 20
CONFUSION = 21

# Snapping: seconds to react, how much they vary, how often the hand is quicker than the head
REACTION = 22
SPREAD = 23
FALSE_START = 24

COUNT = 25
