"""The numbers that codes are made of. Codes that people have kept are read by them: append, and change nothing else.

- A new option: append its name to ``OPTIONS``, and its answers to ``CHOICES`` if it is a choice.
- A new answer of a choice, a new power, or a new part of a power's scope: append it to its own tuple.
- A new preset: append its name to ``RULE_BOOKS``. Rules close to it get a shorter code; the codes they had stay good.
- A preset that says something else from now on: replace its name in ``RULE_BOOKS`` by what it said until now, like
  ``"cambia snap.penalty=2"``, and append its name.
- What is withdrawn stays here: a code that has it is told that it is from another version.

tests/test_rule_codes.py says what is missing, and notices every other change.
"""

from __future__ import annotations

#: What a code starts from, as ``Rules.parse`` reads it. The number is the first letter; 31 is left for other formats.
RULE_BOOKS = ("classic", "flip", "cambia", "stick", "camp", "cabo", "cabo1", "golf", "tamalou", "kabul")
OTHER_FORMATS = 31

OPTIONS = (
    "deck.decks",
    "deck.jokers",
    "deck.counts",
    "deck.values",
    "deal.min_seats",
    "deal.max_seats",
    "deal.cards",
    "deal.formation",
    "deal.opening",
    "deal.memory_cards",
    "deal.memory",
    "turn.take",
    "turn.take_powers",
    "turn.stock",
    "turn.empty_hand",
    "powers.cards",
    "powers.use",
    "powers.replaced",
    "powers.trade",
    "powers.looks",
    "powers.look_at",
    "powers.look_swap",
    "snap.who",
    "snap.match",
    "snap.window",
    "snap.winners",
    "snap.discarder",
    "snap.give",
    "snap.cards",
    "snap.penalty",
    "snap.late_penalty",
    "snap.shown",
    "snap.seize",
    "snap.hand_limit",
    "snap.final_window",
    "call.when",
    "call.last_turns",
    "call.lock",
    "call.lock_looking",
    "call.from_lap",
    "call.limit",
    "call.wrong_points",
    "call.wrong_doubles",
    "call.right_zero",
    "call.right_bonus",
    "score.caller_tie",
    "score.tie",
    "score.risky_fives",
    "match.rounds",
    "match.target",
    "match.reset_at",
    "match.reset_to",
    "match.dealer",
    "match.starter",
    "snap.word",
    "call.word",
    "turn.taken_face_up",
    "turn.exchange",
    "turn.mismatch",
    "turn.mismatch_penalty",
    "turn.mismatch_from",
    "score.winner_zero",
    "score.kamikaze",
    "match.reset_times",
)

CHOICES = {
    "deal.formation": ("grid", "free"),
    "deal.memory": ("bottom", "choice"),
    "turn.take": ("swap", "free", "no"),
    "turn.stock": ("reshuffle", "show"),
    "turn.empty_hand": ("play", "call"),
    "powers.use": ("optional", "mandatory"),
    "powers.trade": ("any", "own_other", "owners"),
    "powers.look_at": ("any", "own_other", "other"),
    "powers.look_swap": ("any", "looked", "own"),
    "snap.who": ("off", "own", "any"),
    "snap.match": ("rank", "value"),
    "snap.window": ("draw", "discard", "dealer"),
    "snap.winners": ("one", "chain", "all"),
    "snap.give": ("must", "may", "no"),
    "call.when": ("start", "end"),
    "score.caller_tie": ("loses", "wins", "level", "most_cards"),
    "score.tie": ("share", "most_cards", "fewest_cards"),
    "match.dealer": ("rotates", "stays"),
    "match.starter": ("left", "right", "dealer", "winner"),
    "snap.word": ("snap", "flip", "stick", "burn"),
    "call.word": ("cambio", "cambia", "cabo", "knock", "tamalou", "kabul"),
    "turn.exchange": ("one", "equal"),
    "turn.mismatch": ("discard", "keep", "face_up"),
    "match.reset_times": ("always", "once"),
}

POWERS = ("none", "peek", "spy", "trade", "look")
#: The options that a card's power may answer for itself.
SCOPES = {"trade": ("powers.trade",), "look": ("powers.looks", "powers.look_at", "powers.look_swap")}

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
