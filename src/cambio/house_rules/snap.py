"""Snapping: racing to lay a matching card on a discard."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Need, Option, Values
from .needs import OTHERS_SNAPPED, SNAPPING, TAKING


def _costs(values: Values) -> bool:
    return bool(values["snap.penalty"] or values["snap.late_penalty"] or values["snap.seize"])


PENALTY = Need(Text("a penalty for wrong or late snaps", "que cazar mal o tarde tenga castigo"), "snap.penalty", _costs)

OPTIONS: tuple[Option, ...] = (
    Choice(
        "snap.who",
        "off",
        Text(
            "Whose cards may be snapped: nobody's, only your own, or anybody's.",
            "Qué cartas se pueden cazar: ninguna, solo las propias o las de cualquiera.",
        ),
        {
            "off": Text("There is no snapping.", "No se caza."),
            "own": Text(
                "When a card is discarded, everybody may race to lay a matching card of their own on it.",
                "Cuando alguien tira una carta, todos pueden cazar: gana quien antes pone encima una carta propia "
                "que coincida.",
            ),
            "any": Text(
                "When a card is discarded, everybody may race to lay a matching card on it, their own or another "
                "player's.",
                "Cuando alguien tira una carta, todos pueden cazar: gana quien antes pone encima una carta que "
                "coincida, propia o ajena.",
            ),
        },
    ),
    Choice(
        "snap.match",
        "rank",
        Text("What makes two cards match.", "Cuándo coinciden dos cartas."),
        {
            "rank": Text("Cards of the same rank match.", "Coinciden las cartas del mismo número o figura."),
            "value": Text("Cards that count the same match.", "Coinciden las cartas que valen los mismos puntos."),
        },
        needs=(SNAPPING,),
        idle="rank",
    ),
    Choice(
        "snap.window",
        "draw",
        Text("When it is too late to snap a discard.", "Hasta cuándo se puede cazar un descarte."),
        {
            "draw": Text(
                "It is too late once the next player draws or takes.",
                "Ya es tarde cuando el siguiente jugador roba o toma una carta.",
            ),
            "discard": Text(
                "It is too late once that card is taken or the next one is discarded.",
                "Ya es tarde cuando alguien la toma o tira otra carta.",
            ),
            "dealer": Text(
                "It is too late once the dealer says stop, or once that card is taken or the next one is discarded.",
                "Ya es tarde cuando quien reparte dice basta, o cuando alguien la toma o tira otra carta.",
            ),
        },
        needs=(SNAPPING,),
        idle="draw",
        aside=Aside(Text("that card is taken or ", "la toma o "), TAKING),
    ),
    Choice(
        "snap.winners",
        "one",
        Text("How many players may snap the same discard.", "Cuántos jugadores pueden cazar el mismo descarte."),
        {
            "one": Text(
                "Only the first correct snap of a discard counts.",
                "Por cada descarte solo cuenta la primera caza correcta.",
            ),
            "chain": Text(
                "After the first correct snap of a discard, that player alone may go on until the next draw.",
                "Después de la primera caza correcta, solo ese jugador puede seguir cazando hasta que alguien robe.",
            ),
            "all": Text(
                "Any number of players may snap the same discard.",
                "Todos los jugadores que puedan cazan el mismo descarte.",
            ),
        },
        needs=(SNAPPING,),
        idle="one",
    ),
    Flag(
        "snap.discarder",
        True,
        Text("Whether whoever discarded a card may snap it too.", "Si quien tiró una carta también puede cazarla."),
        {
            True: Text("Whoever discarded the card may snap too.", "Quien tiró la carta también puede cazar."),
            False: Text("Whoever discarded the card may not snap it.", "Quien tiró la carta no puede cazarla."),
        },
        needs=(SNAPPING,),
        idle=True,
    ),
    Choice(
        "snap.give",
        "must",
        Text(
            "Whether you give another player one of your cards when you have snapped one of theirs.",
            "Si hay que darle una carta propia al jugador al que se le cazó una.",
        ),
        {
            "must": Text(
                "Whoever snaps another player's card must give that player one of their own in its place.",
                "Quien caza una carta ajena tiene que darle a ese jugador una propia a cambio.",
            ),
            "may": Text(
                "Whoever snaps another player's card may give that player one of their own in its place.",
                "Quien caza una carta ajena puede darle a ese jugador una propia a cambio.",
            ),
            "no": Text("Nothing is given for another player's card.", "Por una carta ajena no se da nada."),
        },
        needs=(OTHERS_SNAPPED,),
        idle="must",
    ),
    Count(
        "snap.cards",
        1,
        Text("How many cards may be snapped at once.", "Cuántas cartas se pueden cazar a la vez."),
        {
            1: Text("One card is snapped at a time.", "Se caza una carta a la vez."),
            2: Text(
                "Two matching cards may be snapped at once, which counts as one snap.",
                "Se pueden cazar dos cartas iguales a la vez, lo que cuenta como una sola caza.",
            ),
        },
        needs=(SNAPPING,),
        idle=1,
        low=1,
        high=2,
    ),
    Count(
        "snap.penalty",
        1,
        Text("Penalty cards for a wrong snap.", "Cartas de castigo por cazar mal."),
        {
            0: Text("A wrong snap costs no penalty cards.", "Cazar mal no cuesta cartas de castigo."),
            1: Text(
                "A wrong snap costs one penalty card, which nobody sees.",
                "Cazar mal cuesta una carta de castigo, que nadie ve.",
            ),
            "other": Text(
                "A wrong snap costs {} penalty cards, which nobody sees.",
                "Cazar mal cuesta {} cartas de castigo, que nadie ve.",
            ),
        },
        needs=(SNAPPING,),
        idle=0,
        low=0,
        high=10,
    ),
    Count(
        "snap.late_penalty",
        0,
        Text("Penalty cards for a snap that comes too late.", "Cartas de castigo por cazar demasiado tarde."),
        {
            0: Text("A snap that comes too late costs nothing.", "Cazar demasiado tarde no cuesta nada."),
            1: Text(
                "A snap that comes too late costs one penalty card.",
                "Cazar demasiado tarde cuesta una carta de castigo.",
            ),
            "other": Text(
                "A snap that comes too late costs {} penalty cards.",
                "Cazar demasiado tarde cuesta {} cartas de castigo.",
            ),
        },
        needs=(SNAPPING,),
        idle=0,
        low=0,
        high=10,
    ),
    Flag(
        "snap.shown",
        True,
        Text("Whether everybody sees a card that was snapped wrongly.", "Si todos ven la carta que se cazó mal."),
        {
            True: Text(
                "A card that was snapped wrongly goes back, and everybody has seen it.",
                "La carta que se cazó mal vuelve a su sitio, y todos la han visto.",
            ),
            False: Text(
                "A card that was snapped wrongly goes back, and nobody sees it.",
                "La carta que se cazó mal vuelve a su sitio sin que nadie la vea.",
            ),
        },
        needs=(SNAPPING,),
        idle=True,
    ),
    Flag(
        "snap.seize",
        False,
        Text(
            "Whether a wrong snap of another player's card takes that card too.",
            "Si quien caza mal una carta ajena se la tiene que quedar.",
        ),
        {
            True: Text(
                "But whoever wrongly snaps another player's card has to take that card.",
                "Pero quien caza mal una carta ajena se la tiene que quedar.",
            ),
            False: SILENCE,
        },
        needs=(OTHERS_SNAPPED,),
        idle=False,
    ),
    Count(
        "snap.hand_limit",
        0,
        Text(
            "A penalty that leaves more cards than this puts the player out of the round; 0: no limit.",
            "Quien por un castigo pasa de este número de cartas queda fuera de la ronda; 0: sin límite.",
        ),
        {
            0: SILENCE,
            "other": Text(
                "A player whom a penalty leaves with more than {} cards is out of the round.",
                "Quien por un castigo llega a tener más de {} cartas queda fuera de la ronda.",
            ),
        },
        needs=(PENALTY,),
        idle=0,
        low=0,
        high=60,
    ),
    Flag(
        "snap.final_window",
        False,
        Text(
            "Whether the last discard may be snapped once more before the cards are shown, until the dealer says stop.",
            "Si el último descarte se puede cazar una vez más antes de mostrar las cartas, hasta que quien reparte "
            "diga basta.",
        ),
        {
            True: Text(
                "Before the cards are shown the last discard may be snapped once more, until the dealer says stop.",
                "Antes de mostrar las cartas se puede cazar una vez más el último descarte, hasta que quien reparte "
                "diga basta.",
            ),
            False: SILENCE,
        },
        needs=(SNAPPING,),
        idle=False,
    ),
)
