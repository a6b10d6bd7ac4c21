"""A round of Cambio played slowly and by the letter, to check a faster one against.

It is written to be read, not to be fast: nothing is cached, one predicate decides for every possible action whether it
is lawful, and after an action whatever follows by itself is done, one thing at a time, until nothing follows any more.
"""

from collections.abc import Callable, Mapping, Sequence

from .cards import Card, index, owner
from .law import DEALER, Law
from .moves import Move, parse
from .scoring import outcome_of
from .table import BACK, BEGIN, DECIDING, DISCARDED, HOLDING, MEMORY, OVER, PASSING, POWER, Gift, Power


class Oracle(Law):
    def __init__(
        self,
        rules: Mapping[str, object],
        seats: int,
        deck: Sequence[str],
        *,
        dealer: int,
        starter: int,
        reshuffle: Callable[[list[str]], list[str]],
    ) -> None:
        super().__init__(rules, seats, deck, dealer=dealer, starter=starter, reshuffle=reshuffle)
        self._follow()
        self.opening_events = self.events

    # ------------------------------------------------------------------ asking

    def actors(self) -> list[str]:
        return [actor for actor in [*self.seats, DEALER] if self.legal(actor)]

    def legal(self, actor: str) -> set[str]:
        return {str(move) for move in self._candidates() if self._is_lawful(actor, move)}

    def accepts(self, actor: str, action: str) -> bool:
        move = parse(action)
        return move is not None and (self._is_lawful(actor, move) or self._is_late(actor, move))

    def outcome(self) -> dict[str, object] | None:
        return self.result

    # ----------------------------------------------------------------- playing

    def play(self, actor: str, action: str) -> list[dict[str, object]]:
        move = parse(action)
        if move is None:
            raise ValueError(f"expected an action of Cambio, not {action!r}")
        late = self._is_late(actor, move)
        if not late and not self._is_lawful(actor, move):
            raise ValueError(f"{actor} can't {action!r} now, only {sorted(self.legal(actor))}")
        self.events = []
        if late:
            self._late(actor, move.places)
        else:
            self._do(actor, move)
        self._follow()
        return self.events

    def _do(self, seat: str, move: Move) -> None:
        match move.verb:
            case "ready":
                self.ready.add(seat)
                self._tell("readied", seat=seat)
            case "peek" if self.step == MEMORY:
                self.chosen[seat].add(move.places[0])
                self._see("peeked", seat, move.places[0])
            case "draw":
                self._draw(seat)
            case "take":
                self._take(seat)
            case "call":
                self._become_caller(seat, "called")
            case "also":
                self.named.add(move.places[0])
                self._tell("joined", seat=seat, place=move.places[0])
            case "swap":
                self._swap(seat, move.places[0])
            case "throw":
                self._throw(seat)
            case "peek":
                self._see("peeked", seat, move.places[0])
                self._end_power()
            case "spy":
                self._see("spied", seat, move.places[0])
                self._end_power()
            case "look":
                assert self.power is not None
                self._see("looked", seat, move.places[0])
                self.power.looked.append(move.places[0])
                if self.power.picked is not None:
                    self.power.again -= 1
            case "trade":
                self._trade(seat, move.places)
            case "skip":
                self._tell("skipped", seat=seat)
                if self.step == POWER:
                    self._end_power()
                else:
                    self.step = PASSING
            case "snap":
                self._snap(seat, move.places)
            case "give":
                self._give(self._gifts_of(seat)[0], move.places[0])
            case "keep":
                self._keep(self._gifts_of(seat)[0])
            case "close":
                self._close_window()
            case "settle":
                self._settle()
            case _:
                raise AssertionError(move)

    # -------------------------------------------------------------- the turn

    def _draw(self, seat: str) -> None:
        is_chain = self.window is not None and self.window.chain is not None
        if self.rules.choice("snap.window") == "draw" or is_chain:
            self._close_window()
        self.held = self._from_stock()
        self.held_from_stock = True
        self._show("drew", self.held, [seat], seat=seat)
        self.step = HOLDING

    def _take(self, seat: str) -> None:
        self._close_window()
        self.held = self.pile.pop()
        self.held_from_stock = False
        self._show("took", self.held, self.seats, seat=seat)
        self.step = HOLDING

    def _swap(self, seat: str, place: str) -> None:
        others = [other for other in self._places() if other in self.named and other != place]
        if len({self._at(tried).rank for tried in [*others, place]}) > 1:
            self._mismatch(seat, [*others, place])
            return
        if others:
            self._close_window()
        for other in others:
            card = self._lift(other)
            self._put_on_pile(card)
            self._show("laid", card, self.seats, seat=seat, place=other)
        replaced = self._at(place)
        self.slots[seat][index(place)] = self._let_in()
        self._discard("swapped", seat, replaced, place=place)
        self._fire(replaced, fires=self.held_from_stock and self.rules.yes("powers.replaced"))

    def _mismatch(self, seat: str, tried: list[str]) -> None:
        """Cards that should have been equal differ: they stay, and the turn is over with the card that was held."""
        for place in tried:
            self._show("differed", self._at(place), self.seats, seat=seat, place=place)
        if self.rules.choice("turn.mismatch") == "discard":
            self._discard("dropped", seat, self._let_go())
        else:
            self._tell("added", seat=seat, place=self._add_slot(seat, self._let_in()))
        if self.rules.choice("turn.mismatch") == "face_up":
            for place in tried:
                self._at(place).face_up = True
        self.step = DISCARDED
        # The card that was kept does not put the seat out by itself, only a penalty card does.
        before = len(self._hand(seat))
        if len(tried) >= self.rules.number("turn.mismatch_from"):
            self._penalise(seat, self.rules.number("turn.mismatch_penalty"))
        self._check_limit(seat, before)

    def _throw(self, seat: str) -> None:
        thrown = self._let_go()
        self._discard("threw", seat, thrown)
        self._fire(thrown, fires=self.held_from_stock)

    def _fire(self, card: Card, *, fires: bool) -> None:
        if fires and self.rules.power(card) != "none":
            self.power = Power(self.rules.power(card), self.rules.scope(card))
            self.step = POWER
        else:
            self.step = DISCARDED

    def _end_power(self) -> None:
        self.power = None
        self.step = DISCARDED

    def _trade(self, seat: str, places: tuple[str, ...]) -> None:
        assert self.power is not None
        if self.power.kind == "look" and self.power.scope.look_swap == "looked":
            first, second = self.power.looked
        elif self.power.kind == "look" and self.power.scope.look_swap == "own":
            first, second = self.power.looked[0], places[0]
        elif self.power.picked is None:
            self.power.picked = places[0]
            self.power.again = 0
            self._tell("chose", seat=seat, place=places[0])
            return
        else:
            first, second = self.power.picked, places[0]
        one, two = self._at(first), self._at(second)
        self.slots[owner(first)][index(first)] = two
        self.slots[owner(second)][index(second)] = one
        self._tell("traded", seat=seat, place=first, other=second)
        self._end_power()

    def _become_caller(self, seat: str, kind: str) -> None:
        """The caller's turn ends; the others get one more turn each, or none."""
        self.caller = seat
        self.knocked = kind == "knocked"
        self._tell(kind, seat=seat)
        if self._is_locked(seat):
            self._close_chain_of(seat)
        self.step = PASSING if self.rules.yes("call.last_turns") else BACK

    def _pass_turn(self) -> None:
        """Clockwise over the seats that are out, until it would come to the caller."""
        start = self.seats.index(self.turn)
        for step in range(1, len(self.seats) + 1):
            seat = self.seats[(start + step) % len(self.seats)]
            if seat == self.starter:
                self.lap += 1
            if seat == self.caller:
                self.step = BACK
                return
            if seat not in self.out:
                self._begin_turn(seat)
                return
        raise AssertionError("nobody is left to play")

    def _begin_turn(self, seat: str) -> None:
        self.turn = seat
        self.step = BEGIN
        self._tell("turn", seat=seat)

    # -------------------------------------------------------------- snapping

    def _snap(self, seat: str, places: tuple[str, ...]) -> None:
        if all(self.rules.match(self._at(place), self.pile[-1]) for place in places):
            self._snap_right(seat, places)
        else:
            self._snap_wrong(seat, places)

    def _snap_right(self, seat: str, places: tuple[str, ...]) -> None:
        assert self.window is not None
        for place in places:
            card = self._lift(place)
            self._put_on_pile(card)
            self._show("snapped", card, self.seats, seat=seat, place=place)
        if self.rules.choice("snap.winners") == "one":
            self._close_window()
        elif self.rules.choice("snap.winners") == "chain":
            self.window.chain = seat
        if self.rules.choice("snap.give") != "no" and self._hand(seat):
            self.gifts += [Gift(seat, place) for place in places if owner(place) != seat]

    def _snap_wrong(self, seat: str, places: tuple[str, ...]) -> None:
        before = len(self._hand(seat))
        for place in places:
            if self.rules.yes("snap.shown"):
                self._show("missed", self._at(place), self.seats, seat=seat, place=place)
            else:
                self._tell("missed", seat=seat, place=place)
        if self.rules.yes("snap.seize"):
            for place in places:
                if owner(place) != seat:
                    new_place = self._add_slot(seat, None)
                    self._move(place, new_place)
                    self._tell("seized", seat=seat, place=place, other=new_place)
        self._penalise(seat, self.rules.number("snap.penalty"))
        self._check_limit(seat, before)

    def _late(self, seat: str, places: tuple[str, ...]) -> None:
        before = len(self._hand(seat))
        self._tell("late", seat=seat, place=places[0], **({"other": places[1]} if len(places) == 2 else {}))
        self._penalise(seat, self.rules.number("snap.late_penalty"))
        self._check_limit(seat, before)

    def _penalise(self, seat: str, cards: int) -> None:
        """Unseen cards, each in a new slot; what can't be drawn is waived."""
        for _ in range(cards):
            if not self._can_draw():
                self._tell("spared", seat=seat)
                break
            # The card is drawn first: a reshuffle is reported before it.
            card = self._from_stock()
            self._tell("penalised", seat=seat, place=self._add_slot(seat, card))

    def _check_limit(self, seat: str, before: int) -> None:
        """A hand that has grown, and is too big now, puts its seat out."""
        limit = self.rules.number("snap.hand_limit")
        if limit > 0 and len(self._hand(seat)) > max(before, limit):
            self._put_out(seat)

    def _put_out(self, seat: str) -> None:
        self.out.add(seat)
        self._tell("out", seat=seat)
        self._close_chain_of(seat)
        self._undo_steps([place for place in self._places() if owner(place) == seat])
        if seat != self.turn or self.step == BACK:
            return
        if self.held is not None:
            self._discard("dropped", seat, self._let_go())
        self.power = None
        self.step = PASSING

    def _give(self, gift: Gift, place: str) -> None:
        self.gifts.remove(gift)
        self._move(place, gift.gap)
        self._tell("gave", seat=gift.giver, place=place, other=gift.gap)

    def _keep(self, gift: Gift) -> None:
        self.gifts.remove(gift)
        self._tell("kept", seat=gift.giver, place=gift.gap)

    def _settle(self) -> None:
        """The oldest gift: one that is owed is the giver's lowest slot, one that is offered is kept."""
        gift = self.gifts[0]
        if self.rules.choice("snap.give") == "may":
            self._keep(gift)
        else:
            self._give(gift, next(place for place in self._places() if self._is_own_card(gift.giver, place)))

    # --------------------------------------------------- what follows by itself

    def _follow(self) -> None:
        while self._something_follows():
            pass

    def _something_follows(self) -> bool:
        """Let the first thing happen that applies; say whether there was one."""
        if self.step == OVER:
            return False
        if self.step == MEMORY:
            if self.ready != set(self.seats):
                return False
            if self.pile:
                self._open_window(discarder=None)
            self._begin_turn(self.starter)
            return True
        for gift in self.gifts:
            if gift.giver in self.out or owner(gift.gap) in self.out or not self._hand(gift.giver):
                self.gifts.remove(gift)
                self._tell("excused", seat=gift.giver, place=gift.gap)
                return True
        if len(self._seats_in()) == 1:
            self._close_window()
            self._show_hands("last")
            return True
        if self.step == POWER and not self._power_has_a_step() and not self._power_waits_for_a_gift():
            self._tell("lapsed", seat=self.turn)
            self._end_power()
            return True
        if self.step == DISCARDED:
            decides = self.rules.choice("call.when") == "end" and self._call_is_open()
            self.step = DECIDING if decides else PASSING
            return True
        if self.step == PASSING:
            self._pass_turn()
            return True
        if self.step == BACK or self._turn_cannot_begin():
            return self._come_to_an_end()
        if self.step == BEGIN and self._must_knock():
            self._become_caller(self.turn, "knocked")
            return True
        return False

    def _must_knock(self) -> bool:
        """A seat that is to draw without cards calls automatically, where the rules say so."""
        is_empty = not self._hand(self.turn)
        return self.rules.choice("turn.empty_hand") == "call" and is_empty and self.caller is None and not self.gifts

    def _come_to_an_end(self) -> bool:
        """The show waits for gifts and for the open window; a final window comes before it, once."""
        if self.gifts or self.window is not None:
            return False
        final_window = self.rules.yes("snap.final_window") and self.rules.choice("snap.who") != "off"
        if final_window and not self.final_window_used and self.pile:
            self.final_window_used = True
            self._open_window(discarder=None)
            self._tell("reopened", number=self.discards)
            return True
        self._show_hands("called" if self.step == BACK else "stock")
        return True

    def _show_hands(self, reason: str) -> None:
        self.step = OVER
        for place in self._places():
            if self._has_card(place):
                self._show("revealed", self._at(place), self.seats, seat=owner(place), place=place)
        self.result = outcome_of(
            self.rules,
            {seat: self._hand(seat) for seat in self.seats},
            self._seats_in(),
            self.caller,
            knocked=self.knocked,
            reason=reason,
        )
        scores = self.result["scores"]
        assert isinstance(scores, dict)
        for seat in self.seats:
            self._tell("scored", seat=seat, number=scores[seat])
