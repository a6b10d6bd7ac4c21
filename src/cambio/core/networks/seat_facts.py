"""Seat facts: what a history tells about the doings of each seat. All of them are public."""

#: How many drawn cards the seat has thrown; the points of the last of them and the turn in which that was; the lowest.
THROWS = 0
LAST_THROWN = 1
LAST_THROWN_AT = 2
LOWEST_THROWN = 3
#: How often it swapped, took from the pile, looked at cards, traded, snapped, and snapped wrongly.
SWAPS = 4
TAKES = 5
LOOKS = 6
TRADES = 7
SNAPS = 8
MISSES = 9

WIDTH = 10
