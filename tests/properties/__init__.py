"""What holds in every game, whatever the house rules and whatever anybody does."""
