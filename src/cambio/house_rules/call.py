"""Calling: ending the round, and what a call costs or earns."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Need, Option, Word
from .needs import ANY_POWER, SNAPPING, hands_may_be_negative, wrong_call_doubles

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
                "A player who expects to have the fewest points may call Cambio at the start of their turn, instead of "
                "drawing.",
                "Quien crea tener la suma más baja puede cantar Cambio al empezar su turno, en vez de robar.",
            ),
            "end": Text(
                "A player who expects to have the fewest points may call Cambio at the end of their turn.",
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
                "The caller's cards are locked: nobody may move them or add to them, and the caller may not snap any "
                "more.",
                "Las cartas de quien canta quedan bloqueadas: nadie puede moverlas ni agregarles otras, y quien cantó "
                "ya no caza.",
            ),
            False: Text(
                "The caller's cards stay in play like everybody else's.",
                "Las cartas de quien canta siguen en juego como las demás.",
            ),
        },
        asides=(Aside(Text(", and the caller may not snap any more", ", y quien cantó ya no caza"), SNAPPING.holds),),
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
            False: Text("A power may still be used to look at them.", "Con un poder todavía se pueden mirar."),
        },
        needs=(LOCKED_HANDS,),
        idle=False,
        asides=(
            Aside(
                Text("A power may still be used to look at them.", "Con un poder todavía se pueden mirar."),
                ANY_POWER.holds,
            ),
        ),
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
                "Nobody may call before lap {}: in a lap everybody has one turn.",
                "Nadie puede cantar antes de la vuelta {}: en una vuelta cada jugador tiene un turno.",
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
                "A caller who has more than {} points when the cards are shown has called wrongly, too, and can't win, "
                "whatever the others have.",
                "Quien cantó y tiene más de {} puntos al mostrar las cartas también cantó mal, y no puede ganar, "
                "tengan lo que tengan los demás.",
            ),
        },
        low=-20,
        high=200,
        may_be_none=True,
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
                "A wrong call doubles the caller's points, if they are above zero.",
                "Cantar mal duplica los puntos de quien cantó, si pasan de cero.",
            ),
            False: SILENCE,
        },
    ),
    Count(
        "call.wrong_points",
        0,
        Text("Points added for a wrong call.", "Puntos que se suman por cantar mal."),
        {
            0: Text("There is no penalty for a wrong call.", "Cantar mal no tiene castigo."),
            1: Text(
                "After that, a wrong call adds one point to the caller's score.",
                "Después, quien canta mal suma un punto más.",
            ),
            "other": Text(
                "After that, a wrong call adds {} points to the caller's score.",
                "Después, quien canta mal suma {} puntos más.",
            ),
        },
        asides=(
            Aside(
                Text("There is no penalty for a wrong call.", "Cantar mal no tiene castigo."),
                lambda values: not wrong_call_doubles(values),
            ),
            Aside(
                Text("After that, a wrong call", "Después, quien canta mal"),
                wrong_call_doubles,
                Text("A wrong call", "Quien canta mal"),
            ),
        ),
        low=0,
        high=200,
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
                "A caller who wins scores zero, or fewer points if the hand has fewer.",
                "Quien canta y gana suma cero, o lo que valga su mano si es menos.",
            ),
            False: SILENCE,
        },
        asides=(
            Aside(
                Text(", or fewer points if the hand has fewer", ", o lo que valga su mano si es menos"),
                hands_may_be_negative,
            ),
        ),
    ),
    Count(
        "call.right_bonus",
        0,
        Text("Points taken off for a right call.", "Puntos que se restan por cantar bien."),
        {
            0: SILENCE,
            1: Text("A caller who wins scores one point less.", "A quien canta y gana se le resta un punto."),
            "other": Text("A caller who wins scores {} points less.", "A quien canta y gana se le restan {} puntos."),
        },
        low=0,
        high=200,
    ),
    Word(
        "call.word",
        "cambio",
        Text("What players say or do to call.", "Qué se dice o se hace para cantar."),
        dict.fromkeys(("cambio", "cambia", "cabo", "tamalou", "kabul", "knock"), SILENCE),
    ),
)
