"""The rules: one module per section of the rule book, over small integers and arrays of them."""
