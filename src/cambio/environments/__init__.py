"""Environments: Cambio for whoever learns to play it, as many tables at once, as PettingZoo and as OpenSpiel.

Each needs packages that Cambio itself does without: ``pip install "cambio-game[environments]"``, and for OpenSpiel
``"cambio-game[openspiel]"``. Nothing of it is imported before it is asked for by name, like
``cambio.environments.vector``.
"""
