"""Calling: ending the round, and what a call costs or earns."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Need, Option
from .needs import SNAPPING

LOCKED_HANDS = Need(
    Text("the caller's cards to be locked", "que se bloqueen las cartas de quien canta"),
    "call.lock",
    lambda values: bool(values["call.lock"]),
)

OPTIONS: tuple[Option, ...] = (
    Choice(
        "call.when",
        "start",
        Text(
            "When a player may call: instead of drawing, or at the end of their turn.",
            "Cuándo se puede cantar: en vez de robar o al final del turno.",
        ),
        {
            "start": Text(
                "A player who expects to be lowest may call at the start of a turn, instead of drawing.",
                "Quien crea tener la suma más baja puede cantar Cambio al empezar su turno, en vez de robar.",
            ),
            "end": Text(
                "A player who expects to be lowest may call at the end of a turn.",
                "Quien crea tener la suma más baja puede cantar Cambio al terminar su turno.",
            ),
        },
    ),
    Flag(
        "call.last_turns",
        True,
        Text(
            "Whether everybody else gets one more turn after a call.",
            "Si después de cantar los demás tienen un turno más.",
        ),
        {
            True: Text(
                "Everybody else gets one more turn, and nobody else may call. Then all cards are shown.",
                "Los demás tienen un turno más, y nadie más puede cantar. Después se muestran todas las cartas.",
            ),
            False: Text(
                "The call ends the round, and all cards are shown.",
                "Ahí termina la ronda, y se muestran todas las cartas.",
            ),
        },
    ),
    Flag(
        "call.lock",
        False,
        Text(
            "Whether the caller's cards are locked after the call.",
            "Si las cartas de quien canta quedan bloqueadas.",
        ),
        {
            True: Text(
                "The caller's cards are locked: nobody may move them or add to them, and the caller snaps no more.",
                "Las cartas de quien canta quedan bloqueadas: nadie puede moverlas ni agregarles otras, y quien cantó "
                "ya no caza.",
            ),
            False: Text(
                "The caller's cards stay in play like everybody's.",
                "Las cartas de quien canta siguen en juego como las demás.",
            ),
        },
        aside=Aside(Text(", and the caller snaps no more", ", y quien cantó ya no caza"), SNAPPING),
    ),
    Flag(
        "call.lock_looking",
        False,
        Text(
            "Whether nobody may look at locked cards either.",
            "Si las cartas bloqueadas tampoco se pueden mirar.",
        ),
        {
            True: Text("Nor may anybody look at them.", "Tampoco se pueden mirar."),
            False: Text("Powers may still look at them.", "Con un poder todavía se pueden mirar."),
        },
        needs=(LOCKED_HANDS,),
        idle=False,
    ),
    Count(
        "call.from_lap",
        1,
        Text(
            "The first lap of the table in which somebody may call.",
            "La primera vuelta a la mesa en la que se puede cantar.",
        ),
        {
            1: SILENCE,
            "other": Text(
                "Nobody may call before lap {} of the table.", "Nadie puede cantar antes de la vuelta {} a la mesa."
            ),
        },
        low=1,
        high=20,
    ),
    Count(
        "call.limit",
        None,
        Text(
            "The most points with which a call can be right; it is checked when the cards are shown.",
            "Con cuántos puntos como máximo se puede cantar; se comprueba al mostrar las cartas.",
        ),
        {
            None: SILENCE,
            "other": Text(
                "A call with more than {} points in hand is wrong, whatever the others have.",
                "Cantar con más de {} puntos en la mano es un error, tengan lo que tengan los demás.",
            ),
        },
        low=-20,
        high=200,
        may_be_none=True,
    ),
    Count(
        "call.wrong_points",
        0,
        Text("Points added for a wrong call.", "Puntos que se suman por cantar mal."),
        {
            0: Text("A wrong call costs nothing extra.", "Cantar mal no tiene más castigo."),
            "other": Text("A wrong call costs {} extra points.", "Cantar mal cuesta {} puntos más."),
        },
        low=0,
        high=200,
    ),
    Flag(
        "call.wrong_doubles",
        False,
        Text(
            "Whether a wrong call doubles the caller's own points, if they are above zero.",
            "Si cantar mal duplica los puntos de quien cantó, siempre que pasen de cero.",
        ),
        {
            True: Text(
                "A wrong caller's own points are doubled, if they are above zero.",
                "Quien canta mal duplica sus puntos, si pasan de cero.",
            ),
            False: SILENCE,
        },
    ),
    Flag(
        "call.right_zero",
        False,
        Text(
            "Whether a right caller scores zero (or the hand's points, if fewer).",
            "Si quien canta bien suma cero (o lo que valga su mano, si es menos).",
        ),
        {
            True: Text(
                "A right caller scores zero, or the hand's points if those are fewer.",
                "Quien canta bien suma cero, o lo que valga su mano si es menos.",
            ),
            False: SILENCE,
        },
    ),
    Count(
        "call.right_bonus",
        0,
        Text("Points taken off for a right call.", "Puntos que se restan por cantar bien."),
        {
            0: SILENCE,
            "other": Text(
                "A right caller's score is lowered by {} points.", "A quien canta bien se le restan {} puntos."
            ),
        },
        low=0,
        high=200,
    ),
)
