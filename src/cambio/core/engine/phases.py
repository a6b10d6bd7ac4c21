"""Where a round stands: what the table is waiting for."""

MEMORY = 0
START = 1
HOLDING = 2
POWER = 3
ENDING = 4
TURN_OVER = 5
BACK = 6
OVER = 7
