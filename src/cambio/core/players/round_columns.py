"""The columns of a row of round statistics: first those about the round, then those about each seat in turn."""

# About the round
WINNERS = 0
REASON = 1
CALLER = 2
KNOCKED = 3
RIGHT_CALL = 4
WRONG_CALL = 5
CALL_LAP = 6
LAPS = 7
DECISIONS = 8
SHUFFLES = 9
ROUND_WIDTH = 10

# About a seat, counted from where its columns begin
SCORE = 0
POINTS = 1
RIGHT_SNAPS = 2
WRONG_SNAPS = 3
PENALTY_CARDS = 4
SEAT_WIDTH = 5
