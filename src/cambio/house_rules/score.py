"""Scoring: who wins a round."""

from __future__ import annotations

from ..languages import SILENCE, Text
from ..options import Choice, Flag, Option

OPTIONS: tuple[Option, ...] = (
    Choice(
        "score.caller_tie",
        "loses",
        Text(
            "What happens when the caller ties for the fewest points.",
            "Qué pasa si quien cantó empata con la suma más baja.",
        ),
        {
            "loses": Text(
                "A caller who ties for the fewest points loses the tie.",
                "Si quien cantó empata con la suma más baja, pierde el empate.",
            ),
            "wins": Text(
                "A caller who ties for the fewest points wins the tie.",
                "Si quien cantó empata con la suma más baja, gana el empate.",
            ),
            "level": Text(
                "A caller who ties for the fewest points is treated like the others.",
                "Si quien cantó empata con la suma más baja, cuenta como los demás.",
            ),
        },
    ),
    Choice(
        "score.tie",
        "share",
        Text(
            "Who wins when others tie for the fewest points.",
            "Quién gana si empatan los demás con la suma más baja.",
        ),
        {
            "share": Text("Others who tie share the win.", "Los demás que empatan comparten la victoria."),
            "most_cards": Text(
                "Among those who tie, the player with the most cards wins; if that is level too, they share the win.",
                "Entre quienes empatan gana quien tiene más cartas; si también en eso empatan, comparten la victoria.",
            ),
            "fewest_cards": Text(
                "Among those who tie, the player with the fewest cards wins; if that is level too, they share the win.",
                "Entre quienes empatan gana quien tiene menos cartas; si también en eso empatan, comparten la "
                "victoria.",
            ),
        },
    ),
    Flag(
        "score.risky_fives",
        False,
        Text(
            "Whether fives count together: each pair -25, an odd one +25.",
            "Si los cincos cuentan juntos: cada par vale -25, y uno suelto, +25.",
        ),
        {
            True: Text(
                "Fives count together: each pair in a hand -25, an odd one 25.",
                "Los cincos cuentan juntos: cada par en la mano vale -25, y uno suelto, 25.",
            ),
            False: SILENCE,
        },
    ),
)
