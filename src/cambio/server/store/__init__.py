"""What the server keeps for good: the contract of a store, and the stores that keep it."""
