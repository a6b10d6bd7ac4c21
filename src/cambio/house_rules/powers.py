"""Powers: what cards do when they are thrown."""

from __future__ import annotations

from ..core.engine.cards import KINDS
from ..languages import SILENCE, Text
from ..options import Aside, CardTable, Choice, Count, Flag, Option
from .card_powers import CardPower
from .needs import ANY_POWER, LOOKING, TRADING

POWERS = {"7": "peek", "8": "peek", "9": "spy", "10": "spy", "J": "trade", "Q": "trade", "Kb": "look"}

BETWEEN = Choice(
    "powers.trade",
    "any",
    Text("Which two cards a blind swap exchanges.", "Qué dos cartas se intercambian a ciegas."),
    {
        "any": Text(
            "A blind swap exchanges any two cards on the table, unseen.",
            "El intercambio a ciegas es entre dos cartas cualesquiera de la mesa, sin verlas.",
        ),
        "own_other": Text(
            "A blind swap exchanges one of the player's own cards with another player's, unseen.",
            "El intercambio a ciegas es entre una carta propia y una ajena, sin verlas.",
        ),
        "owners": Text(
            "A blind swap exchanges two cards that belong to different players, unseen.",
            "El intercambio a ciegas es entre cartas de dos jugadores distintos, sin verlas.",
        ),
    },
    needs=(TRADING,),
    idle="any",
)
LOOKS = Count(
    "powers.looks",
    2,
    Text(
        "How many cards the look-and-swap power may look at.",
        "Cuántas cartas se pueden mirar con el poder de mirar e intercambiar.",
    ),
    {
        1: Text(
            "To look and swap, a player first looks at one card",
            "Para mirar e intercambiar, primero se mira una carta",
        ),
        "other": Text(
            "To look and swap, a player first looks at up to {} cards",
            "Para mirar e intercambiar, primero se miran hasta {} cartas",
        ),
    },
    needs=(LOOKING,),
    idle=2,
    low=1,
    high=2,
)
LOOK_AT = Choice(
    "powers.look_at",
    "any",
    Text(
        "Whose cards the look-and-swap power looks at.",
        "De quién son las cartas que se miran con el poder de mirar e intercambiar.",
    ),
    {
        "any": Text("anywhere on the table.", "de cualquier lugar de la mesa."),
        "own_other": Text(
            "of which one is their own and the other another player's.",
            "de las cuales una es propia y otra ajena.",
        ),
        "other": Text("of other players.", "de otros jugadores."),
    },
    needs=(LOOKING,),
    idle="any",
    asides=(
        Aside(
            Text("of other players", "de otros jugadores"),
            lambda values: values["powers.looks"] != 1,
            Text("of another player", "de otro jugador"),
        ),
    ),
)
LOOK_SWAP = Choice(
    "powers.look_swap",
    "any",
    Text(
        "Which two cards the look-and-swap power may then exchange.",
        "Qué dos cartas se pueden intercambiar después de mirar.",
    ),
    {
        "any": Text(
            "Then they may swap any two cards on the table, whether they have looked at them or not.",
            "Después se pueden intercambiar dos cartas cualesquiera de la mesa, se hayan mirado o no.",
        ),
        "looked": Text(
            "Once they have seen both, they may swap those two cards.",
            "Si se miraron las dos, se pueden intercambiar entre sí.",
        ),
        "own": Text(
            "Then they may swap that card with one of their own.",
            "Después se puede intercambiar esa carta con una propia.",
        ),
    },
    needs=(LOOKING,),
    idle="any",
)

CARD_POWER = CardPower(
    "power",
    "none",
    Text("Power.", "Poder."),
    dict.fromkeys(("none", "peek", "spy", "trade", "look"), SILENCE),
    scopes={"trade": (BETWEEN,), "look": (LOOKS, LOOK_AT, LOOK_SWAP)},
)

OPTIONS: tuple[Option, ...] = (
    CardTable(
        "powers.cards",
        tuple(POWERS.get(kind, POWERS.get(kind[:-1], "none")) for kind in KINDS),
        Text(
            "What each card can do when it is drawn from the stock and thrown at once, by rank and colour.",
            "Lo que puede hacer cada carta al robarla del mazo y tirarla enseguida, según su número o figura y su "
            "color.",
        ),
        SILENCE,
        each=CARD_POWER,
    ),
    BETWEEN,
    LOOKS,
    LOOK_AT,
    LOOK_SWAP,
    Choice(
        "powers.use",
        "optional",
        Text("Whether a power may be left unused.", "Si se puede renunciar a usar un poder."),
        {
            "optional": Text("Nobody has to use a power.", "Nadie está obligado a usar un poder."),
            "mandatory": Text(
                "A power must be used if that is possible; the swap after a look stays optional.",
                "El poder se tiene que usar, si se puede; el intercambio después de mirar sigue siendo voluntario.",
            ),
        },
        asides=(
            Aside(
                Text(
                    "; the swap after a look stays optional",
                    "; el intercambio después de mirar sigue siendo voluntario",
                ),
                LOOKING.holds,
            ),
        ),
        needs=(ANY_POWER,),
        idle="optional",
    ),
    Flag(
        "powers.replaced",
        False,
        Text(
            "Whether the power of a card that is swapped out for one from the stock may be used as well.",
            "Si también se usa el poder de la carta que se cambia por una del mazo.",
        ),
        {
            True: Text(
                "A card's power works when the card is drawn from the stock and thrown at once, and also when it is "
                "swapped out for a card from the stock.",
                "El poder de una carta funciona cuando se roba del mazo y se tira enseguida, y también cuando se "
                "cambia por una carta del mazo.",
            ),
            False: Text(
                "A card's power works only when the card is drawn from the stock and thrown at once, not when it "
                "comes out of a hand.",
                "El poder de una carta funciona solo cuando se roba del mazo y se tira enseguida, no cuando sale de "
                "una mano.",
            ),
        },
        needs=(ANY_POWER,),
        idle=False,
    ),
)
