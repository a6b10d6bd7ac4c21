"""The gallery: well-known mixtures of house rules, to be played as they are or to begin one's own with."""

from __future__ import annotations

from dataclasses import dataclass

from .languages import Text


@dataclass(frozen=True)
class Mixture:
    """House rules that people play by, what they are called, and what is special about them in a sentence."""

    name: Text
    about: Text
    rules: str


GALLERY: dict[str, Mixture] = {
    "risky_fives": Mixture(
        Text("Risky fives", "Cincos de riesgo"),
        Text(
            "Two fives are worth 25 points off; one alone costs 25.",
            "Dos cincos quitan 25 puntos; uno solo cuesta 25.",
        ),
        "cambia score.risky_fives=yes",
    ),
    "no_mercy": Mixture(
        Text("No mercy", "Sin piedad"),
        Text(
            "Two cards for a wrong snap, one for a late one, and what you wrongly snap from others is yours.",
            "Dos cartas por cazar mal, una por cazar tarde, y la carta ajena que caces mal te la quedas.",
        ),
        "cambia snap.late_penalty=1 snap.seize=yes",
    ),
    "short_memory": Mixture(
        Text("Short memory", "Memoria corta"),
        Text(
            "Six cards each, and only one of them is seen at the start.",
            "Seis cartas para cada uno, y solo una se ve al principio.",
        ),
        "cambia deal.cards=6 deal.memory_cards=1",
    ),
    "in_the_dark": Mixture(
        Text("In the dark", "A oscuras"),
        Text(
            "Nobody sees a card at the start, and every power has to be used.",
            "Nadie ve una carta al principio, y todos los poderes se tienen que usar.",
        ),
        "cambia deal.memory_cards=0 powers.use=mandatory",
    ),
    "hands_off": Mixture(
        Text("Hands off", "Manos quietas"),
        Text(
            "You snap your own cards only, and a wrong snap costs a single card.",
            "Solo cazas tus propias cartas, y cazar mal cuesta una sola carta.",
        ),
        "cambia snap.who=own snap.penalty=1",
    ),
    "free_for_all": Mixture(
        Text("Free for all", "Todos a la vez"),
        Text(
            "Everybody who has a match may snap the same discard, two cards at once.",
            "Todos los que puedan cazan el mismo descarte, y hasta dos cartas a la vez.",
        ),
        "cambia snap.winners=all snap.cards=2",
    ),
    "five_or_less": Mixture(
        Text("Five or less", "Cinco o menos"),
        Text(
            "You may call with five points at most, and the round ends at once.",
            "Solo se canta con cinco puntos o menos, y la ronda termina al instante.",
        ),
        "cambia call.last_turns=no call.limit=5",
    ),
    "double_or_nothing": Mixture(
        Text("Double or nothing", "Doble o nada"),
        Text(
            "A right call counts nothing, a wrong one counts twice; five rounds.",
            "Cantar bien vale cero, cantar mal vale el doble; cinco rondas.",
        ),
        "cambia call.wrong_doubles=yes call.right_zero=yes match.rounds=5",
    ),
    "long_evening": Mixture(
        Text("The long evening", "La noche larga"),
        Text(
            "Until somebody has 100 points; whoever lands on exactly 100 goes back to 50.",
            "Hasta que alguien tenga 100 puntos; quien llega justo a 100 vuelve a 50.",
        ),
        "cambia match.rounds=0 match.target=100 match.reset_at=100",
    ),
    "forty_cards": Mixture(
        Text("Forty cards", "Cuarenta cartas"),
        Text(
            "A pack without 8s, 9s, 10s and jokers; jacks look at others' cards.",
            "Una baraja sin 8, 9, 10 ni comodines; con las jotas se miran cartas ajenas.",
        ),
        "cambia deck.jokers=0 deck.counts.8=0 deck.counts.9=0 deck.counts.10=0 powers.J=spy",
    ),
}
