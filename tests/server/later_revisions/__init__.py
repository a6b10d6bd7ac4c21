"""A revision that no Cambio has yet."""
