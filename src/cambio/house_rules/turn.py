"""A turn: what may be taken, and what happens when cards run out."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Need, Option
from .needs import ANY_POWER, SNAPPING, TAKING, caller_ties_apart, late_calls_only, taking_may_throw_back

EXCHANGING = Need(
    Text("swaps of several equal cards", "que se puedan cambiar varias cartas iguales"),
    "turn.exchange",
    lambda values: values["turn.exchange"] != "one",
)
MISMATCH_PENALTY = Need(
    Text("a penalty for a swap of different cards", "que cambiar cartas distintas tenga castigo"),
    "turn.mismatch_penalty",
    lambda values: values["turn.mismatch_penalty"] != 0,
)

OPTIONS: tuple[Option, ...] = (
    Choice(
        "turn.take",
        "swap",
        Text(
            "Whether the top discard may be taken instead of drawing from the stock.",
            "Si se puede tomar el último descarte en vez de robar del mazo.",
        ),
        {
            "swap": Text(
                "Instead of drawing, a player may take the top discard, but must then swap it for one of their own "
                "cards. Its power is not used.",
                "En vez de robar, se puede tomar el último descarte; entonces hay que cambiarlo por una carta propia. "
                "Su poder no se usa.",
            ),
            "free": Text(
                "Instead of drawing, a player may take the top discard, and swap it for one of their own cards or "
                "throw it back. Its power is not used.",
                "En vez de robar, se puede tomar el último descarte, y cambiarlo por una carta propia o devolverlo. "
                "Su poder no se usa.",
            ),
            "no": Text("Cards are drawn from the stock only.", "Solo se roba del mazo."),
        },
        asides=(Aside(Text(" Its power is not used.", " Su poder no se usa."), ANY_POWER.holds),),
    ),
    Flag(
        "turn.take_powers",
        True,
        Text("Whether a discard with a power may be taken.", "Si se puede tomar un descarte que tiene poder."),
        {
            True: SILENCE,
            False: Text("A discard with a power can't be taken.", "Un descarte con poder no se puede tomar."),
        },
        needs=(TAKING, ANY_POWER),
        idle=True,
    ),
    Flag(
        "turn.taken_face_up",
        False,
        Text(
            "Whether a card taken from the discard pile lies face up in the hand.",
            "Si la carta tomada del descarte queda boca arriba en la mano.",
        ),
        {
            True: Text(
                "A card taken from the discard pile lies face up from then on, wherever it goes.",
                "La carta tomada del descarte queda boca arriba, vaya adonde vaya.",
            ),
            False: SILENCE,
        },
        needs=(TAKING,),
        idle=False,
    ),
    Choice(
        "turn.exchange",
        "one",
        Text(
            "Whether several equal cards may be swapped for the one that was drawn or taken.",
            "Si se pueden cambiar varias cartas iguales por la que se robó o se tomó.",
        ),
        {
            "one": SILENCE,
            "equal": Text(
                "A player may swap several of their own cards for the new one, drawn or taken: they say which ones and "
                "then turn them up. If all are of the same rank, they are discarded, and the new card goes to the "
                "place of the last one named.",
                "Por la carta nueva, robada o tomada, se pueden cambiar varias propias: se dice cuáles y luego se "
                "descubren. Si son iguales, todas se descartan, y la nueva ocupa el lugar de la última que se nombró.",
            ),
        },
        asides=(Aside(Text(", drawn or taken", ", robada o tomada,"), TAKING.holds),),
    ),
    Choice(
        "turn.mismatch",
        "discard",
        Text(
            "What happens when the cards of such a swap turn out to be different.",
            "Qué pasa si las cartas de ese cambio resultan ser distintas.",
        ),
        {
            "discard": Text(
                "If they differ, they go back face down, and the new card is discarded, without its power.",
                "Si son distintas, vuelven a su lugar boca abajo y la nueva se descarta, sin su poder.",
            ),
            "keep": Text(
                "If they differ, they go back face down, and the new card is added to the player's cards.",
                "Si son distintas, vuelven a su lugar boca abajo y la nueva se agrega a las del jugador.",
            ),
            "face_up": Text(
                "If they differ, they lie face up from then on, and the new card is added to the player's cards, face "
                "down if it was drawn.",
                "Si son distintas, quedan boca arriba y la nueva se agrega a las del jugador, boca abajo si se robó.",
            ),
        },
        needs=(EXCHANGING,),
        idle="discard",
        asides=(
            Aside(Text(", without its power", ", sin su poder"), ANY_POWER.holds),
            Aside(
                Text(", face down if it was drawn", ", boca abajo si se robó"),
                lambda values: bool(values["turn.taken_face_up"]),
                Text(", face down", ", boca abajo"),
            ),
        ),
    ),
    Count(
        "turn.mismatch_penalty",
        0,
        Text(
            "Penalty cards for such a swap of different cards.",
            "Cartas de castigo por intentar cambiar cartas distintas.",
        ),
        {
            0: SILENCE,
            1: Text("That costs one unseen penalty card", "Eso cuesta una carta de castigo boca abajo"),
            "other": Text("That costs {} unseen penalty cards", "Eso cuesta {} cartas de castigo boca abajo"),
        },
        needs=(EXCHANGING,),
        idle=0,
        low=0,
        high=10,
    ),
    Count(
        "turn.mismatch_from",
        2,
        Text(
            "How many cards must have been tried for that penalty.",
            "Cuántas cartas hay que haber intentado cambiar para ese castigo.",
        ),
        {
            2: Text("whenever they differ.", "siempre que sean distintas."),
            "other": Text("if {} or more were tried.", "si eran {} o más."),
        },
        needs=(MISMATCH_PENALTY,),
        idle=2,
        low=2,
        high=12,
    ),
    Choice(
        "turn.stock",
        "reshuffle",
        Text("What happens when the stock is used up.", "Qué pasa cuando se acaba el mazo."),
        {
            "reshuffle": Text(
                "When a card is needed and the stock is empty, all discards but the top one are shuffled and become "
                "the stock. If a turn comes and there is still nothing to draw, the round ends and is scored as if "
                "nobody had called.",
                "Cuando hace falta una carta y el mazo está vacío, se barajan todos los descartes menos el último y "
                "forman el mazo. Si aun así llega un turno y no hay nada que robar, la ronda termina y se cuenta como "
                "si nadie hubiera cantado.",
            ),
            "show": Text(
                "If a turn comes and the stock is empty, even one of the last turns, the round ends and is scored as "
                "if nobody had called.",
                "Si llega un turno y el mazo está vacío, aunque sea de los últimos, la ronda termina y se cuenta como "
                "si nadie hubiera cantado.",
            ),
        },
    ),
    Choice(
        "turn.empty_hand",
        "play",
        Text(
            "What a player without cards does when it is time to draw.",
            "Qué hace quien se quedó sin cartas cuando le toca robar.",
        ),
        {
            "play": Text(
                "A player without cards draws and throws like everybody else, but can't take the top discard.",
                "Quien se quedó sin cartas roba y tira como los demás, pero no puede tomar el último descarte.",
            ),
            "call": Text(
                "When the turn comes to a player without cards, that player calls Cambio automatically, in any lap; "
                "if somebody has already called, the player draws and throws like everybody else, but can't take the "
                "top discard. An automatic call is neither right nor wrong: it costs and earns nothing, and in a tie "
                "the player counts like anybody else.",
                "Cuando le llega el turno a un jugador sin cartas, canta Cambio automáticamente, en cualquier vuelta; "
                "si alguien ya cantó, roba y tira como los demás, pero no puede tomar el último descarte. Cantar así "
                "no es ni acierto ni error: no cuesta ni da nada, y en un empate el jugador cuenta como cualquiera.",
            ),
        },
        needs=(SNAPPING,),
        idle="play",
        asides=(
            Aside(
                Text(", but can't take the top discard", ", pero no puede tomar el último descarte"),
                lambda values: not taking_may_throw_back(values),
            ),
            Aside(Text(", in any lap", ", en cualquier vuelta"), late_calls_only),
            Aside(
                Text(
                    ", and in a tie the player counts like anybody else",
                    ", y en un empate el jugador cuenta como cualquiera",
                ),
                caller_ties_apart,
            ),
        ),
    ),
)
