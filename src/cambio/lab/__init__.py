"""The laboratory: questions about rules and strategies, answered with figures and pictures."""
