"""The rule books, clause by clause."""
