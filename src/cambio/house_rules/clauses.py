"""Clauses: sentences of a rule book that no single option says, each with where it stands and when it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..languages import Language, Text
from ..options import Aside, Values, settle_asides
from .needs import ANY_POWER, SEVERAL_ROUNDS, SNAPPING, may_be_out


@dataclass(frozen=True)
class Clause:
    """Said after what an option says; at the beginning of a section, where the section is named instead."""

    after: str
    text: Text
    holds: Callable[[Values], bool] = lambda _: True
    asides: tuple[Aside, ...] = ()

    def say(self, values: Values, language: Language) -> str:
        return settle_asides(self.text.to(language), self.asides, values, language)


def _caller_may_lose_tie(values: Values) -> bool:
    level = values["score.caller_tie"] == "level" and values["score.tie"] != "share"
    return level or values["score.caller_tie"] == "loses"


CLAUSES = (
    Clause(
        "deal.memory",
        Text(
            "From then on nobody may look at a card that lies face down, except with a power.",
            "Desde entonces nadie puede mirar una carta que esté boca abajo, salvo con un poder.",
        ),
        asides=(Aside(Text(", except with a power", ", salvo con un poder"), ANY_POWER.holds),),
    ),
    Clause(
        "turn",
        Text("Turns go clockwise.", "Los turnos van en el sentido de las manecillas del reloj."),
    ),
    Clause(
        "turn",
        Text(
            "A player whose turn it is draws the top card of the stock and looks at it, without showing it. Then they "
            "either swap it, face down, for one of their own cards, which goes face up on the discard pile, or throw "
            "the drawn card there.",
            "En su turno, cada jugador roba la carta de arriba del mazo y la mira sin mostrarla; luego la cambia, boca "
            "abajo, por una de las suyas, que va boca arriba a la pila de descarte, o la tira a esa pila.",
        ),
    ),
    Clause(
        "snap.winners",
        Text(
            "A snapped card starts no new race, and its power is not used.",
            "Una carta cazada no inicia otra carrera, y su poder no se usa.",
        ),
        SNAPPING.holds,
        asides=(Aside(Text(", and its power is not used", ", y su poder no se usa"), ANY_POWER.holds),),
    ),
    Clause(
        "snap.winners",
        Text(
            "The power of the card that was discarded may still be used.",
            "El poder de la carta descartada todavía se puede usar.",
        ),
        lambda values: SNAPPING.holds(values) and ANY_POWER.holds(values),
    ),
    Clause(
        "snap.winners",
        Text(
            "A discard that is taken and thrown back starts a new race.",
            "Un descarte que se toma y se devuelve inicia otra carrera.",
        ),
        lambda values: SNAPPING.holds(values) and values["turn.take"] == "free",
    ),
    Clause(
        "snap.discarder",
        Text(
            "Snapping is allowed on the card turned up at the start, too, and on the last discard before the cards are "
            "shown.",
            "También se puede cazar sobre la carta que se descubre al principio, y sobre el último descarte antes de "
            "mostrar las cartas.",
        ),
        SNAPPING.holds,
        asides=(
            Aside(
                Text(
                    "the card turned up at the start, too, and on ", "la carta que se descubre al principio, y sobre "
                ),
                lambda values: bool(values["deal.opening"]),
            ),
        ),
    ),
    Clause(
        "call.from_lap",
        Text(
            "A call is wrong if another player who is not out has fewer points than the caller. A tie is not wrong, "
            "even if the caller loses it.",
            "Canta mal quien tiene más puntos que otro jugador que no está fuera. Empatar no es cantar mal, aunque se "
            "pierda el empate.",
        ),
        asides=(
            Aside(Text(" who is not out", " que no está fuera"), may_be_out),
            Aside(Text(", even if the caller loses it", ", aunque se pierda el empate"), _caller_may_lose_tie),
        ),
    ),
    Clause(
        "match.target",
        Text(
            "Those who tie for the lowest total share the win.",
            "Quienes empatan en el total más bajo comparten la victoria.",
        ),
        SEVERAL_ROUNDS.holds,
    ),
    Clause(
        "score",
        Text(
            "When the cards are shown, everybody adds up the points of the cards that they have left, and the fewest "
            "points win the round.",
            "Al mostrar las cartas, cada jugador suma los puntos de las que le quedan, y quien menos suma gana la "
            "ronda.",
        ),
    ),
)
