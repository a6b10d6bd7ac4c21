"""The match: several rounds in a row."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Need, Option
from .needs import SEVERAL_ROUNDS

RESETTING = Need(
    Text("a number of points that is set back", "una cantidad de puntos que retroceda"),
    "match.reset_at",
    lambda values: values["match.reset_at"] is not None,
)

WINNER_STARTS = Text(
    "The winner of the last round starts, of several the one with the lowest total; in the first round, the player to "
    "the dealer's left.",
    "Empieza quien ganó la ronda anterior, y entre varios, quien lleva el total más bajo; en la primera, quien está "
    "a la izquierda del que reparte.",
)

OPTIONS: tuple[Option, ...] = (
    Count(
        "match.rounds",
        1,
        Text(
            "How many rounds a match has; 0: as many as the target takes, or the players like.",
            "Cuántas rondas tiene la partida; 0: las que hagan falta para llegar a la meta, o las que se quiera.",
        ),
        {
            0: Text(
                "A match has as many rounds as the players like; the lowest total of points wins.",
                "La partida tiene las rondas que se quiera; gana el total de puntos más bajo.",
            ),
            1: Text("A match is a single round.", "La partida es de una sola ronda."),
            "other": Text(
                "A match has {} rounds; the lowest total of points wins.",
                "La partida tiene {} rondas; gana el total de puntos más bajo.",
            ),
        },
        low=0,
        high=1000,
        asides=(
            Aside(
                Text("as many rounds as the players like", "las rondas que se quiera"),
                lambda values: values["match.target"] == 0,
                Text("as many rounds as are needed", "las rondas que hagan falta"),
            ),
        ),
    ),
    Count(
        "match.target",
        0,
        Text(
            "The match ends when somebody's total reaches this; 0: no target.",
            "La partida termina cuando alguien llega a este total; 0: sin meta.",
        ),
        {
            0: SILENCE,
            "other": Text(
                "It ends when somebody's total reaches {}.", "Termina cuando el total de alguien llega a {}."
            ),
        },
        needs=(SEVERAL_ROUNDS,),
        idle=0,
        low=0,
        high=10000,
        asides=(
            Aside(
                Text("It ends when", "Termina cuando"),
                lambda values: values["match.rounds"] == 0,
                Text("It ends sooner if", "Termina antes si"),
            ),
        ),
    ),
    Count(
        "match.reset_at",
        None,
        Text("A total of exactly this is set back.", "Un total de exactamente esta cantidad retrocede."),
        {
            None: SILENCE,
            "other": Text("A total of exactly {} is set back", "Un total de exactamente {} retrocede"),
        },
        low=1,
        high=10000,
        may_be_none=True,
    ),
    Count(
        "match.reset_to",
        50,
        Text("What such a total is set back to.", "Hasta dónde retrocede ese total."),
        Text("to {}.", "a {}."),
        needs=(RESETTING,),
        idle=50,
        low=0,
        high=10000,
    ),
    Choice(
        "match.reset_times",
        "always",
        Text("How often a player's total is set back in a match.", "Cuántas veces retrocede el total de un jugador."),
        {
            "always": SILENCE,
            "once": Text(
                "That happens to each player only once in a match; the next time the total stays.",
                "Eso le pasa a cada jugador solo una vez por partida; la siguiente, el total se queda.",
            ),
        },
        needs=(RESETTING,),
        idle="always",
    ),
    Choice(
        "match.dealer",
        "rotates",
        Text("Who deals the next round.", "Quién reparte la siguiente ronda."),
        {
            "rotates": Text(
                "The deal passes to the left after each round.", "Después de cada ronda reparte el de la izquierda."
            ),
            "stays": Text("The same player deals every round.", "Reparte siempre el mismo jugador."),
        },
        asides=(
            Aside(
                Text(
                    "The deal passes to the left after each round.", "Después de cada ronda reparte el de la izquierda."
                ),
                SEVERAL_ROUNDS.holds,
            ),
            Aside(
                Text("The same player deals every round.", "Reparte siempre el mismo jugador."), SEVERAL_ROUNDS.holds
            ),
        ),
    ),
    Choice(
        "match.starter",
        "left",
        Text("Who has the first turn.", "Quién tiene el primer turno."),
        {
            "left": Text(
                "The player to the dealer's left starts.", "Empieza quien está a la izquierda del que reparte."
            ),
            "right": Text(
                "The player to the dealer's right starts.", "Empieza quien está a la derecha del que reparte."
            ),
            "dealer": Text("The dealer starts.", "Empieza quien reparte."),
            "winner": WINNER_STARTS,
        },
        asides=(
            Aside(
                WINNER_STARTS,
                SEVERAL_ROUNDS.holds,
                Text("The player to the dealer's left starts.", "Empieza quien está a la izquierda del que reparte."),
            ),
        ),
    ),
)
