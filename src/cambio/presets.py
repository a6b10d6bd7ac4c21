"""Presets: five rule books that people play by, each named by what it sets and where its text says so."""

from __future__ import annotations

from dataclasses import dataclass

from .languages import Text


@dataclass(frozen=True)
class Preset:
    """A rule book, in a sentence and by its differences from classic."""

    about: Text
    settings: str
    sections: tuple[str, ...]


SOURCES: dict[str, Preset] = {
    "classic": Preset(
        Text(
            "No snapping; black kings look at two cards and then swap any two; the caller loses ties.",
            "Sin cazar; los reyes negros miran dos cartas y luego intercambian dos cualesquiera; quien canta pierde "
            "los empates.",
        ),
        "",
        ("Setup", "Card Point Values", "Turn Structure", "Special Card Effects", "Ending the Round", "Edge Cases"),
    ),
    "flip": Preset(
        Text(
            "Flip any card of the same value; queens look at two cards and may swap them; a seventh card puts you out.",
            "Se voltea cualquier carta que valga lo mismo; las reinas miran dos cartas y pueden intercambiarlas; con "
            "la séptima carta quedas fuera.",
        ),
        """
        deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deck.values.Kr=-2 deck.values.X=-1
        deal.max_seats=8 deal.opening=no
        turn.take=free
        powers.cards.Q=look powers.cards.K=none powers.look_swap=looked
        snap.who=any snap.match=value snap.window=discard snap.hand_limit=6 snap.word=flip
        call.lock=yes
        """,
        ("Basic Rules", "Playing a Turn", "Card Flipping", "At the End of the Game"),
    ),
    "cambia": Preset(
        Text(
            "Snap any matching card, but a wrong snap costs two cards; every king looks and swaps; the caller wins "
            "ties.",
            "Se caza cualquier carta que coincida, y cazar mal cuesta dos cartas; todos los reyes miran e "
            "intercambian; quien canta gana los empates.",
        ),
        """
        deck.values.J=11 deck.values.Q=12 deck.values.Kb=13
        deal.max_seats=6
        powers.cards.K=look powers.trade=own_other powers.look_at=own_other powers.look_swap=looked
        snap.who=any snap.penalty=2
        call.lock=yes
        score.caller_tie=wins
        """,
        (
            "1. Card Values",
            "2. The Setup",
            "3. The Turn",
            "4. Special Abilities",
            "5. Snapping",
            "6. Winning & Scoring",
        ),
    ),
    "stick": Preset(
        Text(
            "Stick any matching card before the next draw, and give one of yours if you like; no taking from the "
            "discard pile.",
            "Se pega cualquier carta que coincida antes del siguiente robo, y si quieres das una de las tuyas; el "
            "descarte no se toma.",
        ),
        """
        deal.max_seats=8 deal.opening=no
        turn.take=no
        powers.trade=owners powers.looks=1 powers.look_at=other powers.look_swap=own
        snap.who=any snap.give=may snap.word=stick
        call.lock=yes
        """,
        ("Goal", "Beginning", "On your turn", "Ending the game", "Sticking", "Card values"),
    ),
    "camp": Preset(
        Text(
            "Burn cards, two at once if you can; queens look and swap; a wrong knock costs 20 points; whoever has the "
            "most cards wins ties.",
            "Se queman cartas, dos a la vez si puedes; las reinas miran e intercambian; golpear mal cuesta 20 puntos; "
            "en los empates gana quien tiene más cartas.",
        ),
        """
        deck.jokers=0 deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deck.values.Kr=-2
        deal.formation=free deal.opening=no deal.memory=choice
        turn.take=no turn.empty_hand=call
        powers.cards.Q=look powers.cards.K=none powers.looks=1
        snap.who=any snap.window=discard snap.give=may snap.cards=2 snap.late_penalty=1 snap.word=burn
        call.lock=yes call.lock_looking=yes call.wrong_points=20 call.word=knock
        score.caller_tie=level score.tie=most_cards
        match.rounds=0 match.target=100
        """,
        ("Objective", "Points", "Dealing", "Play 1", "Play 2", "Play 3", "Play 4", "Play 5", "Play 6"),
    ),
}
