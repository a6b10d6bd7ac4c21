"""A turn: what may be taken, and what happens when cards run out."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Choice, Flag, Option
from .needs import ANY_POWER, SNAPPING, TAKING

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
                "Instead of drawing, a player may take the top discard, and must swap it for one of their own cards. "
                "Its power is not used.",
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
    Choice(
        "turn.stock",
        "reshuffle",
        Text("What happens when the stock is used up.", "Qué pasa cuando se acaba el mazo."),
        {
            "reshuffle": Text(
                "When a card is needed and the stock is empty, all discards but the top one are reshuffled. "
                "If there is still nothing to draw, the round ends.",
                "Cuando hace falta una carta y el mazo está vacío, se barajan todos los descartes menos el último. "
                "Si aun así no hay nada que robar, la ronda termina.",
            ),
            "show": Text(
                "When the last card of the stock has been played, the round ends.",
                "Cuando se ha jugado la última carta del mazo, la ronda termina.",
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
                "A player without cards draws and throws like everybody else.",
                "Quien se quedó sin cartas roba y tira como los demás.",
            ),
            "call": Text(
                "A player who is to draw without a card left calls automatically, in any lap, unless somebody has "
                "called before; that costs and earns nothing.",
                "Si a un jugador sin cartas le toca robar, canta Cambio automáticamente, en cualquier vuelta, salvo "
                "que alguien haya cantado antes; eso ni cuesta ni da puntos.",
            ),
        },
        needs=(SNAPPING,),
        idle="play",
    ),
)
