"""Rule sets that are dealt the same cards: by how much each figure changes from one to the other."""
