"""Networks: what a player knows as rows of numbers, what a network makes of them, and how a mind decides by it."""
