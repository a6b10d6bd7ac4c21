"""Every option as a number. What each kind of card has, such as points or a power, is not in here.

Made from house_rules by ``make docs``.
"""

from __future__ import annotations

from collections.abc import Mapping


class RuleOptions:
    """The field of an option is named after it; where an option may be none, a second field says whether it is not."""

    __slots__ = (
        "call_from_lap",
        "call_last_turns",
        "call_limit",
        "call_lock",
        "call_lock_looking",
        "call_right_bonus",
        "call_right_zero",
        "call_when",
        "call_wrong_doubles",
        "call_wrong_points",
        "deal_cards",
        "deal_formation",
        "deal_max_seats",
        "deal_memory",
        "deal_memory_cards",
        "deal_min_seats",
        "deal_opening",
        "deck_decks",
        "deck_jokers",
        "has_call_limit",
        "has_match_reset_at",
        "match_dealer",
        "match_reset_at",
        "match_reset_times",
        "match_reset_to",
        "match_rounds",
        "match_starter",
        "match_target",
        "powers_replaced",
        "powers_use",
        "score_caller_tie",
        "score_kamikaze",
        "score_risky_fives",
        "score_tie",
        "score_winner_zero",
        "snap_cards",
        "snap_discarder",
        "snap_final_window",
        "snap_give",
        "snap_hand_limit",
        "snap_late_penalty",
        "snap_match",
        "snap_penalty",
        "snap_seize",
        "snap_shown",
        "snap_who",
        "snap_window",
        "snap_winners",
        "turn_empty_hand",
        "turn_exchange",
        "turn_mismatch",
        "turn_mismatch_from",
        "turn_mismatch_penalty",
        "turn_stock",
        "turn_take",
        "turn_take_powers",
        "turn_taken_face_up",
    )

    def __init__(self, options: Mapping[str, int]) -> None:
        """Options by full name; those that are none are left out."""
        self.read_deck(options)
        self.read_deal(options)
        self.read_turn(options)
        self.read_powers(options)
        self.read_snap(options)
        self.read_call(options)
        self.read_score(options)
        self.read_match(options)

    def read_deck(self, options: Mapping[str, int]) -> None:
        self.deck_decks = options["deck.decks"]
        self.deck_jokers = options["deck.jokers"]

    def read_deal(self, options: Mapping[str, int]) -> None:
        self.deal_min_seats = options["deal.min_seats"]
        self.deal_max_seats = options["deal.max_seats"]
        self.deal_cards = options["deal.cards"]
        self.deal_formation = options["deal.formation"]
        self.deal_opening = options["deal.opening"]
        self.deal_memory_cards = options["deal.memory_cards"]
        self.deal_memory = options["deal.memory"]

    def read_turn(self, options: Mapping[str, int]) -> None:
        self.turn_take = options["turn.take"]
        self.turn_take_powers = options["turn.take_powers"]
        self.turn_taken_face_up = options["turn.taken_face_up"]
        self.turn_exchange = options["turn.exchange"]
        self.turn_mismatch = options["turn.mismatch"]
        self.turn_mismatch_penalty = options["turn.mismatch_penalty"]
        self.turn_mismatch_from = options["turn.mismatch_from"]
        self.turn_stock = options["turn.stock"]
        self.turn_empty_hand = options["turn.empty_hand"]

    def read_powers(self, options: Mapping[str, int]) -> None:
        self.powers_use = options["powers.use"]
        self.powers_replaced = options["powers.replaced"]

    def read_snap(self, options: Mapping[str, int]) -> None:
        self.snap_who = options["snap.who"]
        self.snap_match = options["snap.match"]
        self.snap_window = options["snap.window"]
        self.snap_winners = options["snap.winners"]
        self.snap_discarder = options["snap.discarder"]
        self.snap_give = options["snap.give"]
        self.snap_cards = options["snap.cards"]
        self.snap_penalty = options["snap.penalty"]
        self.snap_late_penalty = options["snap.late_penalty"]
        self.snap_shown = options["snap.shown"]
        self.snap_seize = options["snap.seize"]
        self.snap_hand_limit = options["snap.hand_limit"]
        self.snap_final_window = options["snap.final_window"]

    def read_call(self, options: Mapping[str, int]) -> None:
        self.call_when = options["call.when"]
        self.call_last_turns = options["call.last_turns"]
        self.call_lock = options["call.lock"]
        self.call_lock_looking = options["call.lock_looking"]
        self.call_from_lap = options["call.from_lap"]
        self.has_call_limit = "call.limit" in options
        self.call_limit = options.get("call.limit", 0)
        self.call_wrong_doubles = options["call.wrong_doubles"]
        self.call_wrong_points = options["call.wrong_points"]
        self.call_right_zero = options["call.right_zero"]
        self.call_right_bonus = options["call.right_bonus"]

    def read_score(self, options: Mapping[str, int]) -> None:
        self.score_caller_tie = options["score.caller_tie"]
        self.score_tie = options["score.tie"]
        self.score_winner_zero = options["score.winner_zero"]
        self.score_kamikaze = options["score.kamikaze"]
        self.score_risky_fives = options["score.risky_fives"]

    def read_match(self, options: Mapping[str, int]) -> None:
        self.match_rounds = options["match.rounds"]
        self.match_target = options["match.target"]
        self.has_match_reset_at = "match.reset_at" in options
        self.match_reset_at = options.get("match.reset_at", 0)
        self.match_reset_to = options["match.reset_to"]
        self.match_reset_times = options["match.reset_times"]
        self.match_dealer = options["match.dealer"]
        self.match_starter = options["match.starter"]
