"""Policies: the ways in which a mind chooses its actions. A search refines the choice of one of them."""

RANDOM = 0
HEURISTIC = 1
EVALUATION = 2
LEARNED = 3
