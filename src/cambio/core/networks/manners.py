"""Manners: how a learned policy finds its action among those that its network has scored."""

#: The one with the best score.
BEST = 0
#: One by its chance.
BY_CHANCE = 1
#: The judgement's, so that a network can learn from it.
JUDGEMENT = 2
