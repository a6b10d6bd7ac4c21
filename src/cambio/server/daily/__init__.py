"""The daily deal: one deal a day by each rule book, the same for everybody, and one try that counts."""
