"""The ten rule books as plain tables of options, and a table with chosen cards to try a clause on.

Each table is written from the words of its book. Where those say nothing, because it makes no difference under that
book (how far a power reaches that no card has, what a snap costs where nobody snaps), it says what Classic's says.
"""

from collections.abc import Callable

from .oracle import Oracle

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"]
KINDS = [rank + colour for rank in RANKS for colour in "br"]


def values(*, jack: int, queen: int, black_king: int, red_king: int, joker: int) -> dict[str, int]:
    by_rank = {"A": 1, **{str(pips): pips for pips in range(2, 11)}, "J": jack, "Q": queen, "X": joker}
    return {kind: {"Kb": black_king, "Kr": red_king}[kind] if kind[0] == "K" else by_rank[kind[:-1]] for kind in KINDS}


def powers(**by_kind: str) -> dict[str, str]:
    """Sevens to tens are alike in nearly every book; the court cards differ."""
    peeks = {"7b": "peek", "7r": "peek", "8b": "peek", "8r": "peek"}
    spies = {"9b": "spy", "9r": "spy", "10b": "spy", "10r": "spy"}
    return {**dict.fromkeys(KINDS, "none"), **peeks, **spies, **by_kind}


LOW_COURT = {"jack": 10, "queen": 10, "black_king": 10}
HIGH_COURT = {"jack": 11, "queen": 12, "black_king": 13}
TRADES = {"Jb": "trade", "Jr": "trade", "Qb": "trade", "Qr": "trade"}

CLASSIC: dict[str, object] = {
    "deck.decks": 1,
    "deck.jokers": 2,
    "deck.counts": dict.fromkeys(KINDS[:-2], 2),
    "deck.values": values(**LOW_COURT, red_king=-1, joker=0),
    "deal.min_seats": 2,
    "deal.max_seats": 26,
    "deal.cards": 4,
    "deal.formation": "grid",
    "deal.opening": True,
    "deal.memory": "bottom",
    "deal.memory_cards": 2,
    "turn.take": "swap",
    "turn.take_powers": True,
    "turn.taken_face_up": False,
    "turn.exchange": "one",
    "turn.mismatch": "discard",
    "turn.mismatch_penalty": 0,
    "turn.mismatch_from": 2,
    "turn.stock": "reshuffle",
    "turn.empty_hand": "play",
    "powers.cards": powers(**TRADES, Kb="look"),
    "powers.use": "optional",
    "powers.replaced": False,
    "powers.trade": "any",
    "powers.looks": 2,
    "powers.look_at": "any",
    "powers.look_swap": "any",
    "snap.who": "off",
    "snap.match": "rank",
    "snap.window": "draw",
    "snap.winners": "one",
    "snap.discarder": True,
    "snap.give": "must",
    "snap.cards": 1,
    "snap.penalty": 1,
    "snap.late_penalty": 0,
    "snap.shown": True,
    "snap.seize": False,
    "snap.hand_limit": 0,
    "snap.final_window": False,
    "call.when": "start",
    "call.last_turns": True,
    "call.lock": False,
    "call.lock_looking": False,
    "call.from_lap": 1,
    "call.limit": None,
    "call.wrong_points": 0,
    "call.wrong_doubles": False,
    "call.right_zero": False,
    "call.right_bonus": 0,
    "score.caller_tie": "loses",
    "score.tie": "share",
    "score.winner_zero": False,
    "score.kamikaze": 0,
    "score.risky_fives": False,
    "match.rounds": 1,
    "match.target": 0,
    "match.reset_at": None,
    "match.reset_to": 50,
    "match.reset_times": "always",
    "match.dealer": "rotates",
    "match.starter": "left",
}

FLIP = CLASSIC | {
    "deck.values": values(**HIGH_COURT, red_king=-2, joker=-1),
    "deal.max_seats": 8,
    "deal.opening": False,
    "turn.take": "free",
    "powers.cards": powers(Jb="trade", Jr="trade", Qb="look", Qr="look"),
    "powers.look_swap": "looked",
    "snap.who": "any",
    "snap.match": "value",
    "snap.window": "discard",
    "snap.hand_limit": 6,
    "call.lock": True,
}

CAMBIA = CLASSIC | {
    "deck.values": values(**HIGH_COURT, red_king=-1, joker=0),
    "deal.max_seats": 6,
    "powers.cards": powers(**TRADES, Kb="look", Kr="look"),
    "powers.trade": "own_other",
    "powers.look_at": "own_other",
    "powers.look_swap": "looked",
    "snap.who": "any",
    "snap.penalty": 2,
    "call.lock": True,
    "score.caller_tie": "wins",
}

STICK = CLASSIC | {
    "deal.max_seats": 8,
    "deal.opening": False,
    "turn.take": "no",
    "powers.trade": "owners",
    "powers.looks": 1,
    "powers.look_at": "other",
    "powers.look_swap": "own",
    "snap.who": "any",
    "snap.give": "may",
    "call.lock": True,
}

CAMP = CLASSIC | {
    "deck.jokers": 0,
    "deck.values": values(**HIGH_COURT, red_king=-2, joker=0),
    "deal.formation": "free",
    "deal.opening": False,
    "deal.memory": "choice",
    "turn.take": "no",
    "turn.empty_hand": "call",
    "powers.cards": powers(Jb="trade", Jr="trade", Qb="look", Qr="look"),
    "powers.looks": 1,
    "snap.who": "any",
    "snap.window": "discard",
    "snap.give": "may",
    "snap.cards": 2,
    "snap.late_penalty": 1,
    "call.lock": True,
    "call.lock_looking": True,
    "call.wrong_points": 20,
    "score.caller_tie": "level",
    "score.tie": "most_cards",
    "match.rounds": 0,
    "match.target": 100,
}

#: The first edition of Cabo, which the second one changed.
CABO1 = CLASSIC | {
    "deck.counts": dict.fromkeys(KINDS[:-2], 2) | {"Kb": 1, "Kr": 1},
    "deck.values": values(**HIGH_COURT, red_king=13, joker=0),
    "deal.max_seats": 5,
    "deal.formation": "free",
    "deal.memory": "choice",
    "turn.exchange": "equal",
    "powers.cards": powers(**TRADES),
    "powers.trade": "own_other",
    "call.wrong_points": 5,
    "score.caller_tie": "level",
    "score.winner_zero": True,
    "score.kamikaze": 50,
    "match.rounds": 0,
    "match.target": 101,
    "match.reset_at": 100,
    "match.starter": "winner",
}

CABO = CABO1 | {
    "deal.max_seats": 4,
    "turn.taken_face_up": True,
    "turn.mismatch": "face_up",
    "turn.mismatch_penalty": 1,
    "turn.mismatch_from": 3,
    "turn.stock": "show",
    "call.wrong_points": 10,
    "call.right_zero": True,
    "score.caller_tie": "wins",
    "score.winner_zero": False,
    "match.reset_times": "once",
    "match.starter": "left",
}

GOLF = CLASSIC | {
    "deck.jokers": 0,
    "deck.values": values(jack=10, queen=10, black_king=0, red_king=0, joker=0),
    "deal.max_seats": 8,
    "powers.cards": dict.fromkeys(KINDS, "none"),
    "score.caller_tie": "level",
    "match.rounds": 9,
}

TAMALOU = CLASSIC | {
    "deck.values": values(jack=10, queen=10, black_king=15, red_king=0, joker=20),
    "deal.max_seats": 8,
    "deal.opening": False,
    "powers.trade": "own_other",
    "powers.looks": 1,
    "powers.look_at": "other",
    "powers.look_swap": "own",
    "snap.who": "any",
    "snap.discarder": False,
    "call.limit": 5,
    "score.caller_tie": "level",
    "score.winner_zero": True,
    "match.rounds": 5,
}

KABUL = CLASSIC | {
    "deck.values": values(**LOW_COURT, red_king=0, joker=-1),
    "turn.take": "free",
    "powers.cards": dict.fromkeys(KINDS, "none")
    | dict.fromkeys(["8b", "8r", "9b", "9r"], "peek")
    | dict.fromkeys(["6b", "6r", "7b", "7r"], "spy")
    | dict.fromkeys(["10b", "10r", "Jb", "Jr"], "trade")
    | dict.fromkeys(["Qb", "Qr", "Kb", "Kr"], "look"),
    "powers.look_swap": "looked",
    "snap.who": "own",
    "call.lock": True,
    "call.lock_looking": True,
    "score.caller_tie": "level",
}

PRESETS = {
    "classic": CLASSIC,
    "flip": FLIP,
    "cambia": CAMBIA,
    "stick": STICK,
    "camp": CAMP,
    "cabo": CABO,
    "cabo1": CABO1,
    "golf": GOLF,
    "tamalou": TAMALOU,
    "kabul": KABUL,
}


class Round:
    """A round that is played by sentences: `a draw`, `b snap b1 #1`, `dealer close`."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    def play(self, *sentences: str) -> list[dict[str, object]]:
        """The events of the last sentence."""
        events: list[dict[str, object]] = []
        for sentence in sentences:
            actor, action = sentence.split(" ", 1)
            events = self.oracle.play(actor, action)
        return events

    def kinds(self, *sentences: str) -> list[object]:
        return [event["event"] for event in self.play(*sentences)]

    def hand(self, seat: str) -> str:
        return " ".join(card or "-" for card in self.oracle.hands()[seat])

    def legal(self, actor: str) -> set[str]:
        return self.oracle.legal(actor)

    def result(self) -> dict[str, object]:
        outcome = self.oracle.outcome()
        assert outcome is not None, "the round is still in play"
        return outcome


def lay(
    preset: str,
    *hands: str,
    stock: str = "",
    opening: str = "",
    options: dict[str, object] | None = None,
    reshuffle: Callable[[list[str]], list[str]] = list,
    memory: bool = False,
) -> Round:
    """A table with these hands for a, b ..., this stock (top first) and, where there is one, this opening discard."""
    dealt = [hand.split() for hand in hands]
    rules = PRESETS[preset] | {"deal.cards": len(dealt[0])} | ({} if memory else {"deal.memory_cards": 0})
    rules |= options or {}
    assert bool(opening) == bool(rules["deal.opening"]), f"{preset}: an opening discard should be laid as the rules say"
    deck = [hand[slot] for slot in range(len(dealt[0])) for hand in dealt] + opening.split() + stock.split()
    return Round(Oracle(rules, len(dealt), deck, dealer=len(dealt) - 1, starter=0, reshuffle=reshuffle))
