"""Environments: Cambio for whoever learns to play it, as many tables at once, as PettingZoo and as OpenSpiel.

Each needs packages that Cambio itself does without: many tables need NumPy (``pip install "cambio-game[vector]"``),
PettingZoo comes with ``"cambio-game[environments]"`` and OpenSpiel with ``"cambio-game[openspiel]"``. Nothing of it is
imported before it is asked for by name, like ``cambio.environments.vector``.
"""
