"""What a power does, in a few words to whoever has thrown the card."""

from __future__ import annotations

from ..languages import Text
from ..options import Values

PEEK = Text("look at one of your own cards", "mira una de tus cartas")
SPY = Text("look at another player’s card", "mira una carta de otro jugador")
TRADE = {
    "any": Text(
        "swap any two cards on the table, unseen", "intercambia dos cartas cualesquiera de la mesa, sin verlas"
    ),
    "own_other": Text(
        "swap one of your cards with another player’s, unseen",
        "intercambia una carta tuya con una de otro jugador, sin verlas",
    ),
    "owners": Text(
        "swap two cards of different players, unseen", "intercambia dos cartas de jugadores distintos, sin verlas"
    ),
}
#: By how many cards are looked at, and whose.
LOOK = {
    (1, "any"): Text("look at any card", "mira cualquier carta"),
    (1, "other"): SPY,
    (2, "any"): Text("look at up to two cards", "mira hasta dos cartas"),
    (2, "own_other"): Text(
        "look at one of your cards and one of another player’s", "mira una carta tuya y una de otro jugador"
    ),
    (2, "other"): Text("look at up to two cards of other players", "mira hasta dos cartas de otros jugadores"),
}
THEN_SWAP = {
    "any": Text("{}, then swap any two if you like", "{} y luego, si quieres, intercambia dos cualesquiera"),
    "looked": Text("{}, then swap those two if you like", "{} y luego, si quieres, intercámbialas"),
    "own": Text("{}, then swap it with one of yours if you like", "{} y luego, si quieres, intercámbiala con una tuya"),
}


def describe_power(power: str, scope: Values) -> Text:
    """Without a full stop, as a sentence goes on after a colon.

    >>> describe_power("trade", {"powers.trade": "owners"}).en
    'swap two cards of different players, unseen'
    """
    if power == "peek":
        return PEEK
    if power == "spy":
        return SPY
    if power == "trade":
        return TRADE[str(scope["powers.trade"])]
    looks, whose = scope["powers.looks"], str(scope["powers.look_at"])
    assert isinstance(looks, int)
    return THEN_SWAP[str(scope["powers.look_swap"])].fill(LOOK[looks, whose])
