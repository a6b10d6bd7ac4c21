"""A pool is the unseen cards of one shuffle: their number, then the mean and variance of what they count.

There is a mean and a variance (the number after it) for cards as they come, for those that their owner knows, for those
that somebody kept by choice, and for those that somebody got rid of.
"""

SIZE = 0
PLAIN = 1
KNOWN = 3
KEPT = 5
UNWANTED = 7
WIDTH = 9
