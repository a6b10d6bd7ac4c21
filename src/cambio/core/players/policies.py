"""Policies: the ways in which a mind comes to its decisions."""

WHIM = 0
HABIT = 1
JUDGEMENT = 2
