"""The deal: who plays, how many cards they get, and what they may look at before play."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Need, Option
from .needs import one_card_seen

MEMORY_PHASE = Need(
    Text("a look at some cards before play", "que se mire alguna carta antes de jugar"),
    "deal.memory_cards",
    lambda values: values["deal.memory_cards"] != 0,
)

OPTIONS: tuple[Option, ...] = (
    Count("deal.min_seats", 2, Text("The fewest players.", "El mínimo de jugadores."), SILENCE, low=2, high=26),
    Count("deal.max_seats", 26, Text("The most players.", "El máximo de jugadores."), SILENCE, low=2, high=26),
    Count(
        "deal.cards",
        4,
        Text("Cards dealt to each player, face down.", "Cartas que recibe cada jugador, boca abajo."),
        {
            1: Text("Everybody is dealt one card, face down.", "Cada jugador recibe una carta boca abajo."),
            "other": Text("Everybody is dealt {} cards, face down.", "Cada jugador recibe {} cartas boca abajo."),
        },
        low=1,
        high=12,
    ),
    Choice(
        "deal.formation",
        "grid",
        Text(
            "How the cards lie: in a grid with a bottom row, or as each player likes, and then fixed.",
            "Cómo se colocan las cartas: en cuadrícula, con una fila de abajo, o como quiera cada jugador.",
        ),
        {
            "grid": Text(
                "Cards lie in a grid and keep their places; the last ones dealt are at the bottom, nearest to the "
                "player.",
                "Las cartas se colocan en cuadrícula y no cambian de lugar; las últimas, en la fila de abajo, la más "
                "cercana al jugador.",
            ),
            "free": Text(
                "Each player lays out their cards in any formation, which then stays as it is.",
                "Cada jugador coloca sus cartas como quiere, y así se quedan.",
            ),
        },
    ),
    Flag(
        "deal.opening",
        True,
        Text(
            "Whether a card is turned up to start the discard pile.",
            "Si se descubre una carta para empezar la pila de descarte.",
        ),
        {
            True: Text(
                "The other cards are the stock. Its top card is turned up to start the discard pile.",
                "Las demás cartas forman el mazo. Su primera carta se descubre para empezar la pila de descarte.",
            ),
            False: Text(
                "The other cards are the stock. The discard pile starts empty.",
                "Las demás cartas forman el mazo. La pila de descarte empieza vacía.",
            ),
        },
    ),
    Count(
        "deal.memory_cards",
        2,
        Text(
            "How many of their own cards players may look at before play; 0: play begins at once.",
            "Cuántas de sus cartas mira cada jugador antes de jugar; 0: se empieza sin mirar.",
        ),
        {
            0: Text("Nobody looks at any card before play.", "Nadie mira ninguna carta antes de jugar."),
            1: Text(
                "Before play everybody may look at one of their own cards,",
                "Antes de jugar, cada uno puede mirar una de sus cartas,",
            ),
            "other": Text(
                "Before play everybody may look at {} of their own cards,",
                "Antes de jugar, cada uno puede mirar {} de sus cartas,",
            ),
        },
        low=0,
        high=12,
    ),
    Choice(
        "deal.memory",
        "bottom",
        Text(
            "Which cards players may look at before play: the bottom ones, or those that they choose.",
            "Qué cartas mira cada jugador antes de jugar: las de abajo o las que elija.",
        ),
        {
            "bottom": Text(
                "the last ones dealt, at the bottom, until they say that they are ready.",
                "las últimas repartidas, las de abajo, hasta decir que está listo.",
            ),
            "choice": Text(
                "whichever they choose, until they say that they are ready. The choice is final.",
                "a su elección, hasta decir que está listo. Lo elegido no se cambia.",
            ),
        },
        needs=(MEMORY_PHASE,),
        idle="bottom",
        asides=(
            Aside(
                Text("the last ones dealt, at the bottom", "las últimas repartidas, las de abajo"),
                lambda values: not one_card_seen(values),
                Text("the last one dealt, at the bottom", "la última repartida, la de abajo"),
            ),
        ),
    ),
)
