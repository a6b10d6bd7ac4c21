"""Events report: every kind of thing that happens at the table."""

DEALT = 1
OPENED = 2
READIED = 3
TURN = 4
DREW = 5
TOOK = 6
SWAPPED = 7
THREW = 8
PEEKED = 9
SPIED = 10
LOOKED = 11
CHOSE = 12
TRADED = 13
SKIPPED = 14
LAPSED = 15
SNAPPED = 16
MISSED = 17
SEIZED = 18
LATE = 19
PENALISED = 20
SPARED = 21
OUT = 22
DROPPED = 23
GAVE = 24
KEPT = 25
EXCUSED = 26
CALLED = 27
KNOCKED = 28
CLOSED = 29
REOPENED = 30
RESHUFFLED = 31
REVEALED = 32
SCORED = 33
# Exchanges of several cards for one
JOINED = 34
LAID = 35
DIFFERED = 36
ADDED = 37

#: Numbers that each recorded event has: kind, seat, place, other place, card, who sees the card, number.
WIDTH = 7
