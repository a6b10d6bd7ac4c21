"""Deals that anybody can check: the server commits itself to a seed, players add theirs, and then cards are dealt."""
