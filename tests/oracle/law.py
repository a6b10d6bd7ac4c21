"""What is lawful: one predicate, asked for every action that can be written down."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from .cards import index, owner
from .moves import BARE, WITH_A_PLACE, Move
from .table import BACK, BEGIN, DECIDING, HOLDING, MEMORY, OVER, POWER, Gift, Table

DEALER = "dealer"
#: Cards beyond this slot are swapped alone, or as the last of several.
NAMED_SLOTS = 30


class Law(Table):
    # ---------------------------------------------------------- what is lawful

    def _candidates(self) -> Iterator[Move]:
        """Everything that could be written down now; snaps answer the open window, pairs in the order of the table."""
        places = self._places()
        for verb in BARE:
            yield Move(verb)
        for verb in WITH_A_PLACE:
            for place in places:
                yield Move(verb, (place,))
        if self.window is not None:
            for place in places:
                yield Move("snap", (place,), self.window.number)
            pairs = combinations(places, 2) if self.rules.number("snap.cards") == 2 else []
            for first, second in pairs:
                yield Move("snap", (first, second), self.window.number)

    def _is_lawful(self, actor: str, move: Move) -> bool:
        if self.step == OVER:
            return False
        if actor == DEALER:
            return self._dealer_may(move)
        if actor not in self.seats:
            return False
        match move.verb:
            case "snap":
                return self._may_snap(actor, move)
            case "give":
                return bool(self._gifts_of(actor)) and self._is_own_card(actor, move.places[0])
            case "keep":
                return bool(self._gifts_of(actor)) and self.rules.choice("snap.give") == "may"
        if self.step == MEMORY:
            return actor not in self.ready and self._may_memorise(actor, move)
        if actor != self.turn:
            return False
        if self.step == BEGIN:
            return self._may_begin(actor, move)
        if self.step == HOLDING:
            return self._may_place(actor, move)
        if self.step == POWER:
            return self._may_skip_power() if move == Move("skip") else self._may_use_power(actor, move)
        if self.step == DECIDING:
            return move.verb == "skip" or (move.verb == "call" and not self.gifts)
        return False

    def _dealer_may(self, move: Move) -> bool:
        if move.verb == "settle":
            return bool(self.gifts)
        if move.verb == "close":
            by_the_dealer = self.rules.choice("snap.window") == "dealer"
            return self.window is not None and (by_the_dealer or self.step == BACK or self._turn_cannot_begin())
        return False

    def _may_memorise(self, seat: str, move: Move) -> bool:
        if move.verb == "ready":
            return True
        if move.verb != "peek" or not self._is_own_card(seat, move.places[0]):
            return False
        allowed = self.rules.number("deal.memory_cards")
        if self.rules.choice("deal.memory") == "bottom":
            return index(move.places[0]) >= len(self.slots[seat]) - allowed
        return move.places[0] in self.chosen[seat] or len(self.chosen[seat]) < allowed

    def _may_begin(self, seat: str, move: Move) -> bool:
        if not self._can_draw() or self.gifts:
            return False
        match move.verb:
            case "draw":
                return True
            case "take":
                return self._may_take(seat)
            case "call":
                return self.rules.choice("call.when") == "start" and self._call_is_open()
        return False

    def _may_take(self, seat: str) -> bool:
        taking = self.rules.choice("turn.take")
        if taking == "no" or not self.pile:
            return False
        # Only the card itself counts: not how it came onto the pile, nor whether its power was used.
        if not self.rules.yes("turn.take_powers") and self.rules.power(self.pile[-1]) != "none":
            return False
        return taking == "free" or bool(self._hand(seat))

    def _call_is_open(self) -> bool:
        return self.caller is None and self.lap >= self.rules.number("call.from_lap")

    def _may_place(self, seat: str, move: Move) -> bool:
        """A held card is swapped in or thrown; one from the pile may have to be swapped in."""
        if move.verb == "swap":
            return self._is_own_card(seat, move.places[0])
        if move.verb == "also":
            return self._may_name(seat, move.places[0])
        if move.verb == "throw":
            return self.held_from_stock or self.rules.choice("turn.take") == "free" or not self._hand(seat)
        return False

    def _may_name(self, seat: str, place: str) -> bool:
        """Another own card to go with the one that will be swapped; one card of the hand is left for that."""
        if self.rules.choice("turn.exchange") != "equal" or not self._is_own_card(seat, place):
            return False
        is_new = place not in self.named and index(place) < NAMED_SLOTS
        return is_new and len(self.named) + 1 < len(self._hand(seat))

    def _may_use_power(self, seat: str, move: Move) -> bool:
        """Any step of the pending power but skipping it."""
        assert self.power is not None
        if self.power.kind in ("peek", "spy"):
            if move.verb != self.power.kind:
                return False
            is_own = owner(move.places[0]) == seat
            return self._is_lookable(move.places[0]) and is_own == (self.power.kind == "peek")
        if self.power.kind == "trade":
            trade = self.power.scope.trade
            return move.verb == "trade" and len(move.places) == 1 and self._may_pick(seat, trade, move.places[0])
        assert self.power.kind == "look"
        if move.verb == "look":
            return self._may_look(seat, move.places[0])
        return move.verb == "trade" and self._may_trade_after_looking(seat, move.places)

    def _may_look(self, seat: str, place: str) -> bool:
        assert self.power is not None
        looked = self.power.looked
        if self.power.picked is not None and self.power.again == 0:
            return False
        if len(looked) >= self.power.scope.looks or place in looked:
            return False
        if self.power.scope.look_at == "own_other" and looked:
            # One of them is an own card and the other is not.
            return self._is_in_look_scope(seat, place) and (owner(place) == seat) != (owner(looked[0]) == seat)
        return self._is_in_look_scope(seat, place)

    def _is_in_look_scope(self, seat: str, place: str) -> bool:
        assert self.power is not None
        others_only = self.power.scope.look_at == "other"
        return self._is_lookable(place) and not (others_only and owner(place) == seat)

    def _may_trade_after_looking(self, seat: str, places: tuple[str, ...]) -> bool:
        assert self.power is not None
        looked = self.power.looked
        match self.power.scope.look_swap:
            case "any":
                return len(places) == 1 and self._may_pick(seat, "any", places[0])
            case "looked":
                return not places and len(looked) == 2 and self._may_pair(seat, "any", looked[0], looked[1])
            case "own":
                return (
                    len(places) == 1
                    and len(looked) == 1
                    and owner(places[0]) == seat
                    and self._may_pair(seat, "any", looked[0], places[0])
                )
        raise AssertionError(self.power.scope)

    def _may_pick(self, seat: str, scope: str, place: str) -> bool:
        """The first pick must leave a lawful second one."""
        assert self.power is not None
        if self.power.picked is not None:
            return self._may_pair(seat, scope, self.power.picked, place)
        return any(self._may_pair(seat, scope, place, second) for second in self._places())

    def _may_pair(self, seat: str, scope: str, first: str, second: str) -> bool:
        if first == second or not self._is_movable(first) or not self._is_movable(second):
            return False
        if scope == "own_other":
            return (owner(first) == seat) != (owner(second) == seat)
        if scope == "owners":
            return owner(first) != owner(second)
        return True

    def _power_has_a_step(self) -> bool:
        return any(self._may_use_power(self.turn, move) for move in self._candidates())

    def _power_waits_for_a_gift(self) -> bool:
        """Whether one of the gifts that are due, each taken by itself, would give the power a step with some card."""
        return any(
            self._power_has_a_step_after(gift, place)
            for gift in self.gifts
            for place in self._places()
            if self._is_own_card(gift.giver, place)
        )

    def _power_has_a_step_after(self, gift: Gift, place: str) -> bool:
        """The gift is made, and taken back again."""
        assert self.power is not None
        slots, power = self.slots, self.power
        self.slots = {seat: list(cards) for seat, cards in slots.items()}
        self.power = replace(power, looked=list(power.looked))
        self._move(place, gift.gap)
        answer = self._power_has_a_step()
        self.slots, self.power = slots, power
        return answer

    def _may_skip_power(self) -> bool:
        assert self.power is not None
        if self.rules.choice("powers.use") == "optional":
            return True
        if self.power.kind != "look":
            return False
        nothing_to_see = not any(self._is_in_look_scope(self.turn, place) for place in self._places())
        return bool(self.power.looked) or nothing_to_see

    def _may_snap(self, seat: str, move: Move) -> bool:
        if self.window is None or self._discard_meant(move) != self.window.number:
            return False
        if self.window.chain is not None and self.window.chain != seat:
            return False
        if not self.rules.yes("snap.discarder") and self.window.discarder == seat:
            return False
        return self._may_reach(seat, move.places)

    def _discard_meant(self, move: Move) -> int:
        """The discard that a snap names; the present one, if the one named was taken and thrown back as that."""
        assert move.number is not None
        return self.discards if move.number in self.present else move.number

    def _is_late(self, actor: str, move: Move) -> bool:
        """A late snap names a discard whose window is not open, or is another's chain; accepted where it costs."""
        if actor not in self.seats or self.step in (MEMORY, OVER) or move.verb != "snap":
            return False
        number = self._discard_meant(move)
        if self.rules.number("snap.late_penalty") == 0 or number > self.discards:
            return False
        if self.window is not None and number == self.window.number and self.window.chain in (None, actor):
            return False
        return self._may_reach(actor, move.places)

    def _may_reach(self, seat: str, places: tuple[str, ...]) -> bool:
        """Whether a seat may snap these cards, whatever the window says."""
        if self.rules.choice("snap.who") == "off" or seat in self.out or self._is_locked(seat):
            return False
        if len(places) > self.rules.number("snap.cards") or len(set(places)) != len(places):
            return False
        own_only = self.rules.choice("snap.who") == "own"
        return all(self._is_movable(place) and not (own_only and owner(place) != seat) for place in places)
