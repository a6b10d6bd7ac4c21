"""Snapping: racing to lay a matching card on a discard."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Need, Option, Values, Word
from .needs import ANY_POWER, OTHERS_SNAPPED, SEVERAL_ROUNDS, SNAPPING, TAKING


def _costs(values: Values) -> bool:
    snaps = ("snap.penalty", "snap.late_penalty", "snap.seize")
    return any(values[name] for name in (*snaps, "turn.mismatch_penalty"))


PENALTY = Need(
    Text(
        "a penalty for wrong or late snaps, or for a swap of different cards",
        "que cazar mal o tarde, o cambiar cartas distintas, tenga castigo",
    ),
    "snap.penalty",
    _costs,
    others=("snap.late_penalty", "snap.seize", "turn.mismatch_penalty"),
)

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
                "Whenever a card is discarded, everybody may race to snap a matching card: to be the first to lay it "
                "on the discard pile, whoever's turn it is. Only one's own cards may be snapped.",
                "Cada vez que una carta va a la pila de descarte, todos pueden competir por cazar una carta que "
                "coincida, es decir, por ponerla encima antes que nadie, sea de quien sea el turno. Solo se "
                "cazan cartas propias.",
            ),
            "any": Text(
                "Whenever a card is discarded, everybody may race to snap a matching card: to be the first to lay it "
                "on the discard pile, whoever's turn it is. It may be one of their own cards or another player's.",
                "Cada vez que una carta va a la pila de descarte, todos pueden competir por cazar una carta que "
                "coincida, es decir, por ponerla encima antes que nadie, sea de quien sea el turno. Puede ser "
                "una carta propia o ajena.",
            ),
        },
    ),
    Choice(
        "snap.match",
        "rank",
        Text("What makes two cards match.", "Cuándo coinciden dos cartas."),
        {
            "rank": Text(
                "Cards of the same rank match, whatever their suit, and jokers match jokers.",
                "Coinciden las cartas del mismo número o figura, sin importar el palo, y los comodines entre sí.",
            ),
            "value": Text("Cards that count the same match.", "Coinciden las cartas que valen los mismos puntos."),
        },
        needs=(SNAPPING,),
        idle="rank",
        asides=(
            Aside(
                Text(", and jokers match jokers", ", y los comodines entre sí"),
                lambda values: values["deck.jokers"] != 0,
            ),
        ),
    ),
    Choice(
        "snap.window",
        "draw",
        Text("When it is too late to snap a discard.", "Hasta cuándo se puede cazar un descarte."),
        {
            "draw": Text(
                "It is too late to snap once the next player draws or takes a card.",
                "Ya es tarde para cazar cuando el siguiente jugador roba o toma una carta.",
            ),
            "discard": Text(
                "It is too late to snap once somebody takes the discard or the next card is discarded.",
                "Ya es tarde para cazar cuando alguien toma el descarte o se descarta otra carta.",
            ),
            "dealer": Text(
                "It is too late to snap once the dealer says stop, or once somebody takes the discard or the next card "
                "is discarded.",
                "Ya es tarde para cazar cuando quien reparte dice basta, o cuando alguien toma el descarte o se "
                "descarta otra carta.",
            ),
        },
        needs=(SNAPPING,),
        idle="draw",
        asides=(
            Aside(Text(" or takes", " o toma"), TAKING.holds),
            Aside(Text("somebody takes the discard or ", "alguien toma el descarte o "), TAKING.holds),
        ),
    ),
    Choice(
        "snap.winners",
        "one",
        Text("How many players may snap the same discard.", "Cuántos jugadores pueden cazar el mismo descarte."),
        {
            "one": Text(
                "Only the first correct snap after a discard counts; whoever is slower is too late.",
                "Después de cada descarte solo cuenta el primero que caza bien; los demás llegan tarde.",
            ),
            "chain": Text(
                "After the first correct snap, that player alone may go on snapping, until the next draw.",
                "Solo el primero que caza bien puede seguir cazando, hasta que alguien robe.",
            ),
            "all": Text(
                "Any number of players may snap after the same discard.",
                "Después de un mismo descarte pueden cazar varios jugadores.",
            ),
        },
        needs=(SNAPPING,),
        idle="one",
    ),
    Flag(
        "snap.discarder",
        True,
        Text("Whether whoever discarded a card may snap it too.", "Si quien descartó una carta también puede cazar."),
        {
            True: Text("Whoever discarded the card may snap too.", "Quien descartó la carta también puede cazar."),
            False: Text("Whoever discarded the card may not snap.", "Quien descartó la carta no puede cazar."),
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
                "Whoever snaps another player's card must give that player one of their own in its place, if they have "
                "any left. Until then nobody draws, takes or calls.",
                "Quien caza una carta ajena tiene que darle a ese jugador una propia a cambio, si le queda alguna. "
                "Mientras tanto nadie roba, toma ni canta.",
            ),
            "may": Text(
                "Whoever snaps another player's card may give that player one of their own in its place. Until they "
                "have decided, nobody draws, takes or calls.",
                "Quien caza una carta ajena puede darle a ese jugador una propia a cambio. Mientras lo decide, nadie "
                "roba, toma ni canta.",
            ),
            "no": Text("Nothing is given for another player's card.", "Por una carta ajena no se da nada."),
        },
        needs=(OTHERS_SNAPPED,),
        idle="must",
        asides=(
            Aside(
                Text("draws, takes or calls", "roba, toma ni canta"),
                TAKING.holds,
                Text("draws or calls", "roba ni canta"),
            ),
        ),
    ),
    Count(
        "snap.cards",
        1,
        Text("How many cards may be snapped at once.", "Cuántas cartas se pueden cazar a la vez."),
        {
            1: Text("One card is snapped at a time.", "Se caza una carta a la vez."),
            2: Text(
                "Two cards that both match the discard may be snapped at once, which counts as one snap; if one of "
                "them is wrong, so is the snap.",
                "Se pueden cazar a la vez dos cartas que coincidan con el descarte, y cuenta como una sola vez; si una "
                "no coincide, se cazó mal.",
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
                "A wrong snap costs one penalty card: it is added face down to the player's cards, and nobody may look "
                "at it.",
                "Cazar mal cuesta una carta de castigo del mazo, que se agrega boca abajo a las propias sin que nadie "
                "la mire.",
            ),
            "other": Text(
                "A wrong snap costs {} penalty cards: they are added face down to the player's cards, and nobody may "
                "look at them.",
                "Cazar mal cuesta {} cartas de castigo del mazo, que se agregan boca abajo a las propias sin que nadie "
                "las mire.",
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
            0: Text(
                "A snap that comes too late costs nothing; the card goes back unseen.",
                "Cazar demasiado tarde no cuesta nada; la carta vuelve a su sitio sin que nadie la vea.",
            ),
            1: Text(
                "A snap that comes too late costs one penalty card; the card goes back unseen, whether it matches or "
                "not.",
                "Cazar demasiado tarde cuesta una carta de castigo; la carta vuelve a su sitio sin que nadie la vea, "
                "coincida o no.",
            ),
            "other": Text(
                "A snap that comes too late costs {} penalty cards; the card goes back unseen, whether it matches or "
                "not.",
                "Cazar demasiado tarde cuesta {} cartas de castigo; la carta vuelve a su sitio sin que nadie la vea, "
                "coincida o no.",
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
                "A wrongly snapped card is shown to everybody and goes back to its place.",
                "La carta que se cazó mal se muestra a todos y vuelve a su sitio.",
            ),
            False: Text(
                "A wrongly snapped card goes back to its place, and nobody sees it.",
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
            "Whether whoever wrongly snaps another player's card has to keep it.",
            "Si quien caza mal una carta ajena se la tiene que quedar.",
        ),
        {
            True: Text(
                "But whoever wrongly snaps another player's card has to keep it.",
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
                "A player who has more than {} cards after a penalty is out of the round. That player has no more "
                "turns, does not snap and can't win, but their points still count in the match. Nobody may look at "
                "their cards or move them, and a card that they are holding goes to the discard pile, without its "
                "power. If only one player is left, the round ends, and that player wins.",
                "Quien por un castigo llega a tener más de {} cartas queda fuera de la ronda: ya no tiene turnos, ni "
                "caza, ni puede ganar, aunque sus puntos cuentan en la partida. Nadie puede mirar ni mover sus cartas, "
                "y la que tenga sin jugar va a la pila de descarte, sin su poder. Si solo queda un jugador, la ronda "
                "termina y ese jugador gana.",
            ),
        },
        needs=(PENALTY,),
        idle=0,
        low=0,
        high=60,
        asides=(
            Aside(
                Text(", but their points still count in the match", ", aunque sus puntos cuentan en la partida"),
                SEVERAL_ROUNDS.holds,
            ),
            Aside(Text(", without its power", ", sin su poder"), ANY_POWER.holds),
            Aside(Text(", does not snap", ", ni caza"), SNAPPING.holds),
        ),
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
                "Before the cards are shown, everybody may snap once more on the last discard, until the dealer says "
                "stop.",
                "Antes de mostrar las cartas se puede cazar una vez más sobre el último descarte, hasta que quien "
                "reparte diga basta.",
            ),
            False: SILENCE,
        },
        needs=(SNAPPING,),
        idle=False,
    ),
    Word(
        "snap.word",
        "snap",
        Text("What snapping is called at this table.", "Cómo se le dice a cazar en esta mesa."),
        dict.fromkeys(("snap", "flip", "stick", "burn"), SILENCE),
        needs=(SNAPPING,),
        idle="snap",
    ),
)
