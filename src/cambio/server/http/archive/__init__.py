"""The archive over REST: finished rounds and matches, what was made of them, and what is kept about a person."""
