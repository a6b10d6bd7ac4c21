"""Training: one seat for whoever learns, with others at the table, and the way back from what was learned to a bot.

It needs what environments need: NumPy for many tables and small games (``pip install "cambio-game[vector]"``),
``"cambio-game[environments]"`` for Gymnasium and PettingZoo, ``"cambio-game[openspiel]"``, or ``"cambio-game[train]"``
with a library that learns. Nothing of it is imported before it is asked for by name, like
``cambio.training.gymnasium``.
"""
