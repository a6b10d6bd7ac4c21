"""Commands: what people ask of a table, whether it may be, and what they are answered."""
