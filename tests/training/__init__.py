"""Training: one seat that learns, and what was learned as a bot."""
