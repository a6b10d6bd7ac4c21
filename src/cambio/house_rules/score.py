"""Scoring: who wins a round."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Aside, Choice, Count, Flag, Option
from .needs import caller_loses_ties, caller_wins_ties, hands_may_be_negative, has_fives

_TOGETHER = Text(
    "Fives count together: each pair in a hand counts \N{MINUS SIGN}25, and a five left over counts 25.",
    "Los cincos cuentan juntos: cada par en la mano vale \N{MINUS SIGN}25, y uno suelto, 25.",
)

OPTIONS: tuple[Option, ...] = (
    Choice(
        "score.caller_tie",
        "loses",
        Text(
            "What happens when the caller ties for the fewest points.",
            "Qué pasa si quien cantó empata en la suma más baja.",
        ),
        {
            "loses": Text(
                "A caller who ties for the fewest points loses the tie.",
                "Si quien cantó empata en la suma más baja, pierde el empate.",
            ),
            "wins": Text(
                "A caller who ties for the fewest points wins the tie.",
                "Si quien cantó empata en la suma más baja, gana el empate.",
            ),
            "level": Text(
                "A caller who ties for the fewest points is treated like anybody else.",
                "Si quien cantó empata en la suma más baja, cuenta como los demás.",
            ),
            "most_cards": Text(
                "If the caller ties for the fewest points, the player with the most cards among those who tie wins; if "
                "that is a tie, too, they share the win.",
                "Si quien cantó empata en la suma más baja, gana quien tiene más cartas entre quienes empatan; si "
                "también en eso empatan, comparten la victoria.",
            ),
        },
    ),
    Choice(
        "score.tie",
        "share",
        Text(
            "Who wins when others tie for the fewest points.",
            "Quién gana si empatan los demás en la suma más baja.",
        ),
        {
            "share": Text(
                "The other players who tie without the caller share the win.",
                "Los demás jugadores que empatan sin quien cantó comparten la victoria.",
            ),
            "most_cards": Text(
                "Among those who tie, the player with the most cards wins; if that is a tie, too, they share the win.",
                "Entre quienes empatan gana quien tiene más cartas; si también en eso empatan, comparten la victoria.",
            ),
            "fewest_cards": Text(
                "Among those who tie, the player with the fewest cards wins; if that is a tie, too, they share the "
                "win.",
                "Entre quienes empatan gana quien tiene menos cartas; si también en eso empatan, comparten la "
                "victoria.",
            ),
        },
        asides=(
            Aside(
                Text("The other players", "Los demás jugadores"),
                caller_loses_ties,
                Text("The players", "Los jugadores"),
            ),
            Aside(Text(" without the caller", " sin quien cantó"), caller_wins_ties),
        ),
    ),
    Flag(
        "score.winner_zero",
        False,
        Text(
            "Whether the winner of a round scores zero (or the hand's points, if fewer), whoever called.",
            "Si quien gana la ronda suma cero (o lo que valga su mano, si es menos), haya cantado o no.",
        ),
        {
            True: Text(
                "Whoever wins the round scores zero, or the hand's points if those are fewer.",
                "Quien gana la ronda suma cero, o lo que valga su mano si es menos.",
            ),
            False: SILENCE,
        },
        asides=(
            Aside(
                Text(", or the hand's points if those are fewer", ", o lo que valga su mano si es menos"),
                hands_may_be_negative,
            ),
        ),
    ),
    Count(
        "score.kamikaze",
        0,
        Text(
            "What everybody else scores when a hand is exactly two queens and two kings, which itself scores zero; 0: "
            "there is no such hand.",
            "Cuánto suman los demás cuando una mano es exactamente de dos reinas y dos reyes, que a su vez suma cero; "
            "0: no hay tal mano.",
        ),
        {
            0: SILENCE,
            "other": Text(
                "A hand of exactly two queens and two kings wins the round and scores zero, and everybody else scores "
                "exactly {}, whatever a call would earn or cost.",
                "Una mano de exactamente dos reinas y dos reyes gana la ronda y suma cero, y los demás suman "
                "exactamente {}, sin lo que se gane o pierda por cantar.",
            ),
        },
        low=0,
        high=200,
    ),
    Flag(
        "score.risky_fives",
        False,
        Text(
            "Whether fives count together: each pair \N{MINUS SIGN}25, one left over +25.",
            "Si los cincos cuentan juntos: cada par vale \N{MINUS SIGN}25, y uno suelto, +25.",
        ),
        {
            True: _TOGETHER,
            False: SILENCE,
        },
        asides=(Aside(_TOGETHER, has_fives),),
    ),
)
