"""The test language: deal a table card by card, play it in the words of a .cambio file, and look at everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from cambio import Event, Game, Refused, Rules
from cambio.actions import parse_action
from cambio.core.engine import constants
from cambio.core.engine.cards import deck, text_of
from cambio.outcome import Outcome
from cambio.places import Seat
from cambio.view import GAP

DISCARD_EVENTS = ("opened", "swapped", "threw", "dropped", "closed", "reopened")


def deal(
    rules: str,
    *,
    stock: str = "",
    opening: str | None = None,
    dealer: Seat | None = None,
    ready: bool = True,
    reshuffles: Sequence[str] = (),
    **hands: str,
) -> Table:
    """A table with these hands, slot 1 first, and these cards next in the stock."""
    return Table(Rules.parse(rules), stock, opening, dealer, ready, reshuffles, hands)


class Table:
    """A game whose every card the test knows."""

    def __init__(
        self,
        rules: Rules,
        stock: str,
        opening: str | None,
        dealer: Seat | None,
        ready: bool,
        reshuffles: Sequence[str],
        hands: dict[str, str],
    ) -> None:
        seats = sorted(hands)
        dealing = seats.index(dealer) if dealer else len(seats) - 1
        split = {seat: hands[seat].split() for seat in seats}
        for seat, cards in split.items():
            assert len(cards) == rules["deal.cards"], f"{seat} has {len(cards)} cards, not {rules['deal.cards']}"
        order = seats[dealing + 1 :] + seats[: dealing + 1]
        dealt = [split[seat][slot] for slot in range(rules["deal.cards"]) for seat in order]
        named = stock.split()
        rest = [text_of(face) for face in deck(rules["deck.decks"], rules["deck.counts"], rules["deck.jokers"])]
        for card in [*dealt, *named, *([opening] if opening else [])]:
            rest.remove(card)
        opened: list[str] = []
        if rules["deal.opening"]:
            opened = [opening or rest.pop()]
        self.game = Game(
            rules,
            len(seats),
            deck=[*dealt, *opened, *named, *rest],
            shuffles=[cards.split() for cards in reshuffles],
            dealer=dealer,
            luck=AsItLies(),
        )
        if ready and rules["deal.memory_cards"]:
            for seat in seats:
                self.game.play(seat, "ready")

    # Playing

    def play(self, *lines: str) -> list[str]:
        """Play lines like ``b snap b1``, and tell what happened."""
        return [told(event) for line in lines for event in self.game.play(*_split(line))]

    def legal(self, actor: Seat) -> set[str]:
        return {str(action) for action in self.game.legal(actor, pairs=True)}

    def refusal(self, line: str) -> str:
        """The sentence that refuses it; the game stays as it is."""
        actor, action = _split(line)
        reason = self.game.why_not(actor, action)
        assert reason is not None, f"{line} would be accepted"
        before = self.game.view().to_json(), len(self.game.events)
        try:
            self.game.play(actor, action)
        except Refused as refused:
            assert refused.refusal == reason
        else:
            raise AssertionError(f"{line} was refused and then accepted")
        assert before == (self.game.view().to_json(), len(self.game.events))
        return reason.sentence

    def accepts(self, line: str) -> bool:
        actor, action = _split(line)
        return self.game.why_not(actor, action) is None

    # Seeing everything

    @property
    def events(self) -> list[str]:
        return [told(event) for event in self.game.events]

    def _faces(self, seat: Seat) -> list[str]:
        table = self.game.table
        number = self.game.seats.index(seat)
        cards = [table.card_at(slot * table.seats + number) for slot in range(table.slots_of(number))]
        return [GAP if card == constants.NO_CARD else text_of(table.ruleset.face_of(card)) for card in cards]

    def hand(self, seat: Seat) -> str:
        return " ".join(self._faces(seat))

    def size(self, seat: Seat) -> int:
        return sum(face != GAP for face in self._faces(seat))

    def lying(self, seat: Seat) -> str:
        """The hand as the whole table sees it now: only a card that lies face up shows."""
        return " ".join(self.game.open_table().hands[seat])

    def knows(self, seat: Seat) -> set[str]:
        return {str(place) for place, seats in self.game.view().known_by.items() if seat in seats}

    def seen_by(self, seat: Seat) -> dict[Seat, str]:
        return {owner: " ".join(hand) for owner, hand in self.game.view(seat).hands.items()}

    @property
    def turn(self) -> Seat | None:
        return self.game.turn

    @property
    def top(self) -> str | None:
        return self.game.view().top

    @property
    def held(self) -> str | None:
        table = self.game.table
        return None if table.held == constants.NO_CARD else text_of(table.ruleset.face_of(table.held))

    @property
    def window(self) -> int | None:
        return self.game.view().window

    @property
    def stock_size(self) -> int:
        return self.game.view().stock

    @property
    def lap(self) -> int:
        return self.game.view().lap

    @property
    def over(self) -> bool:
        return self.game.is_over

    # The end

    @property
    def outcome(self) -> Outcome:
        outcome = self.game.outcome()
        assert outcome is not None, "the round is not over"
        return outcome

    @property
    def winners(self) -> str:
        return " ".join(self.outcome.winners)

    @property
    def points(self) -> dict[Seat, int]:
        return dict(self.outcome.points)

    @property
    def scores(self) -> dict[Seat, int]:
        return dict(self.outcome.scores)

    @property
    def reason(self) -> str:
        return self.outcome.reason

    @property
    def why(self) -> str:
        return self.outcome.sentence()


class AsItLies:
    """A dealer who does not shuffle: a reshuffled pile becomes the stock as it lies, its bottom card on top."""

    def order(self, cards: Sequence[int]) -> list[int]:
        return list(cards)

    def copy(self) -> AsItLies:
        return self


def _split(line: str) -> tuple[Seat, str]:
    actor, _, action = line.partition(" ")
    parse_action(action)
    return actor, action


def told(event: Event) -> str:
    """An event with every card in it: its kind, then seat, place, other place, card, number."""
    present = {item.name for item in fields(event)}
    words = [event.name]
    for name in ("seat", "place", "other", "card"):
        if name in present and getattr(event, name) is not None:
            words.append(str(getattr(event, name)))
    if "number" in present:
        number = event.number  # type: ignore[attr-defined]
        words.append(f"#{number}" if event.name in DISCARD_EVENTS else str(number))
    return " ".join(words)
