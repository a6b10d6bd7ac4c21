"""The columns of a pool, which sums up the unseen cards of one shuffle: how many there are, and what they count.

A hidden card of that shuffle belongs to one of four classes. Each class has two columns, the mean of the points and,
behind it, their variance: for cards about which nothing is known (plain), for those that their owner has seen (known),
for those that a holder chose to keep (kept), and for those that a holder got rid of (unwanted).
"""

SIZE = 0
PLAIN = 1
KNOWN = 3
KEPT = 5
UNWANTED = 7
WIDTH = 9

# What a card adds to the columns of a class whose cards are not equally likely: its weight, its weighted points and
# their weighted square.
KNOWN_SHARE = 0
KEPT_SHARE = 3
UNWANTED_SHARE = 6
SHARES = 9
