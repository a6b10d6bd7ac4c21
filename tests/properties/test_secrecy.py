"""Secrecy: deal anew every card that somebody has not seen, and that somebody can't tell.

A viewer is a seat or the rail. Another world is the same table with other hidden cards; a leak is anything by which the
viewer could tell the worlds apart. Planted leaks at the end prove that the checks would notice one.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

import pytest

from cambio import Event, Game, Refused, Snap
from cambio.actions import Action
from cambio.core.engine import constants
from cambio.core.engine import event_codes as kinds
from cambio.core.engine.cards import FACES, text_of
from cambio.core.engine.refusals import REASONS
from cambio.core.engine.rng import Rng
from cambio.core.players.redeal import redeal
from cambio.events import (
    UNSEEN,
    Added,
    Differed,
    Drew,
    Dropped,
    Gave,
    Laid,
    Looked,
    Missed,
    Peeked,
    Penalised,
    Revealed,
    Seized,
    Snapped,
    Spied,
    Swapped,
    Threw,
    Took,
    Traded,
)
from cambio.places import DEALER, RAIL, Place, Seat, seat_number
from cambio.view import GAP, has_seen, open_table, own_view
from tests.properties.other_worlds import deal_again, deck_order, eye_of, judged_cards
from tests.properties.random_games import (
    MAX_DECISIONS,
    game_under_way,
    is_right,
    lively_decision,
    random_attempt,
    random_game,
    states,
)

CARD = re.compile(rf"\b({'|'.join(FACES)})\b")
Attempts = Sequence[tuple[Seat, str]]

#: How many random games each check looks at.
NOW = 21
AHEAD = 21
BACK = 21


class Leak(AssertionError):
    """Somebody could learn a card that they have not seen."""


# What a viewer gets


def told(game: Game, viewer: Seat, attempts: Attempts) -> str:
    """Every byte about the table as it stands: the view, what may be done, and why something may not."""
    seat = None if viewer == RAIL else viewer
    # What the dealer may do is no secret from anybody.
    actors = (viewer, DEALER) if seat else (DEALER,)
    outcome = game.outcome()
    return json.dumps(
        {
            "view": game.view(seat).to_json(),
            "open": game.view(seat, memory=False).to_json(),
            "shared": repr(open_table(game.table)),
            "own": repr(own_view(game.table, seat)) if seat else None,
            "turn": game.turn,
            "legal": {actor: [str(action) for action in game.legal(actor, pairs=True)] for actor in actors},
            "refusals": [refused(game, actor, action) for actor, action in attempts],
            "outcome": outcome and [outcome.to_json(), outcome.sentence()],
        }
    )


def refused(game: Game, actor: Seat, action: str) -> str | None:
    """All that a refusal says; None if the action is lawful, and then it is not played."""
    reason = game.why_not(actor, action)
    if reason is None:
        return None
    with pytest.raises(Refused) as refusal:
        game.play(actor, action)
    return f"{reason} {refusal.value}"


def heard(event: Event, viewer: Seat) -> str:
    """Every byte of an event that comes to a viewer."""
    seen = event.seen_by(viewer)
    return json.dumps([seen.to_json(), str(seen)])


Told = Callable[[Game, Seat, Attempts], str]
Heard = Callable[[Event, Seat], str]


# The three checks


def viewers(game: Game) -> tuple[Seat, ...]:
    return (*game.seats, RAIL)


def another_world(game: Game, viewer: Seat, seed: int) -> Game:
    other = game.copy()
    redeal(other.table, constants.NOBODY if viewer == RAIL else seat_number(viewer), Rng(seed))
    return other


def look_now(game: Game, rng: random.Random, told: Told = told) -> None:
    """Now: nothing that any viewer gets depends on a card that the viewer has not seen."""
    for viewer in viewers(game):
        attempts = [random_attempt(game, rng) for _ in range(3)]
        other = another_world(game, viewer, rng.getrandbits(32))
        _same(viewer, told(game, viewer, attempts), told(other, viewer, attempts))


def look_ahead(game: Game, actor: Seat, action: Action, rng: random.Random, heard: Heard = heard) -> int:
    """Next: an action brings the same news in both worlds, up to a card that it openly shows to the viewer.

    How many viewers were shown nothing new, so that to them the worlds still are the same.
    """
    unaware = 0
    for viewer in viewers(game):
        here, there = game.copy(), another_world(game, viewer, rng.getrandbits(32))
        if not _judges_unseen(game, viewer, action):
            here.play(actor, action)
            there.play(actor, action)
            if _same_news(game, here, there, viewer, heard):
                attempts = [random_attempt(here, rng)]
                _same(viewer, told(here, viewer, attempts), told(there, viewer, attempts))
                unaware += 1
    return unaware


def look_back(game: Game, met: Mapping[int, int], rng: random.Random, heard: Heard = heard) -> None:
    """From the beginning: cards that a viewer never met could have lain elsewhere, and all would have been the same.

    The cards come in the order of the deck, with those who met each: saw it, or saw how a snap of it was judged.
    """
    for viewer in viewers(game):
        unmet = [index for index, card in enumerate(met) if not met[card] >> eye_of(viewer) & 1]
        deck = list(game.deck)
        for index, other in zip(unmet, rng.sample(unmet, len(unmet)), strict=True):
            deck[index] = game.deck[other]
        here, there = deal_again(game, game.deck), deal_again(game, deck)
        for actor, action in game.record:
            news = [[heard(event, viewer) for event in world.play(actor, action)] for world in (here, there)]
            _same(viewer, *news)
            _same(viewer, told(here, viewer, ()), told(there, viewer, ()))


def _same(viewer: Seat, here: object, there: object) -> None:
    if here != there:
        raise Leak(f"{viewer} can tell\n{here}\nfrom\n{there}")


def _same_news(before: Game, here: Game, there: Game, viewer: Seat, heard: Heard) -> bool:
    """The worlds report the same; or each of them shows the viewer another card that the viewer had not seen."""
    news, other_news = here.events[len(before.events) :], there.events[len(before.events) :]
    cards, other_cards = _logged_cards(here), _logged_cards(there)
    for index, (one, other) in enumerate(zip_longest(news, other_news)):
        if one is None or other is None:
            raise Leak(f"{viewer} hears more in one world: {news} and {other_news}")
        if heard(one, viewer) == heard(other, viewer):
            continue
        shown, other_shown = getattr(one, "sees", ()), getattr(other, "sees", ())
        if viewer not in shown or viewer not in other_shown:
            raise Leak(f"{viewer} can tell {one} from {other}")
        if has_seen(before.table, viewer, cards[index]) or has_seen(before.table, viewer, other_cards[index]):
            raise Leak(f"{viewer} knew a card, but it is another one: {one} and {other}")
        _same(viewer, _faceless(one), _faceless(other))
        return False
    return True


def _faceless(event: Event) -> dict[str, object]:
    document = event.to_json()
    del document["card"]
    return document


def _logged_cards(game: Game) -> list[int]:
    """The cards of all events since the game was copied."""
    return [game.table.logged(start + 4) for start in range(0, game.table.log_size, kinds.WIDTH)]


def _judges_unseen(game: Game, viewer: Seat, action: Action) -> bool:
    """A snap, or a swap of several, tells everybody whether cards are alike, even such as the viewer has not seen."""
    return any(not has_seen(game.table, viewer, card) for card in judged_cards(game, action))


# The walks


def walk_now(seed: int, told: Told = told) -> None:
    rng = random.Random(seed)
    for game in states(game_under_way(seed, rng), rng):
        look_now(game, rng, told)


def walk_ahead(seed: int, heard: Heard = heard) -> int:
    rng = random.Random(seed)
    game = game_under_way(seed, rng)
    unaware = 0
    for _ in range(MAX_DECISIONS):
        if game.is_over:
            game = game_under_way(seed, rng)
        actor, action = lively_decision(game, rng)
        unaware += look_ahead(game, actor, action, rng, heard)
        game.play(actor, action)
    return unaware


def walk_back(seed: int, heard: Heard = heard) -> None:
    """Part of a round, or a whole one, and then the same decisions with another deck."""
    rng = random.Random(seed)
    game = random_game(seed, rng)
    met = {card: game.table.seen_by(card) for card in deck_order(game)}
    for _ in range(rng.randint(1, 2 * MAX_DECISIONS)):
        if game.is_over:
            break
        actor, action = lively_decision(game, rng)
        for card in judged_cards(game, action):
            met[card] |= game.table.public
        game.play(actor, action)
        for card in met:
            met[card] |= game.table.seen_by(card)
    look_back(game, met, rng, heard)


@pytest.mark.parametrize("seed", range(NOW))
def test_what_a_viewer_sees_and_may_do_tells_nothing_about_unseen_cards(seed: int) -> None:
    walk_now(seed)


@pytest.mark.parametrize("seed", range(AHEAD))
def test_an_action_tells_nothing_but_the_cards_that_it_shows(seed: int) -> None:
    assert walk_ahead(seed) > 0


@pytest.mark.parametrize("seed", range(BACK))
def test_a_whole_game_tells_nothing_about_cards_that_were_never_met(seed: int) -> None:
    walk_back(seed)


# Other worlds, cards in words, and memories


@pytest.mark.parametrize("seed", range(7))
def test_other_worlds_differ_in_unseen_cards_and_in_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    moved = 0
    for game in states(game_under_way(seed, rng), rng):
        for viewer in viewers(game):
            here, there = lying(game), lying(another_world(game, viewer, rng.getrandbits(32)))
            assert sorted(card for card, _ in here) == sorted(card for card, _ in there)
            for (card, knowers), (other_card, other_knowers) in zip(here, there, strict=True):
                assert knowers == other_knowers
                if card == constants.NO_CARD or has_seen(game.table, viewer, card):
                    assert card == other_card
                moved += card != other_card
    assert moved > 0


def lying(game: Game) -> list[tuple[int, int]]:
    """Each card with those who have seen it: place by place, then the pile, the stock and what is held."""
    table = game.table
    cards = [table.card_at(place) for place in range(table.rows * table.seats)]
    cards += [table.pile_card(index) for index in range(table.pile_size)]
    cards += [table.stock_card(index) for index in range(table.stock_left)]
    return [(card, 0 if card == constants.NO_CARD else table.seen_by(card)) for card in [*cards, table.held]]


@pytest.mark.parametrize("seed", range(14))
def test_no_card_is_named_to_those_who_are_not_shown_it(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(seed, rng)
    for _ in states(game, rng):
        for actor, action in [random_attempt(game, rng) for _ in range(5)]:
            assert not CARD.search(refused(game, actor, action) or "")
    for viewer in viewers(game):
        for event in game.events:
            shown = viewer in getattr(event, "sees", ())
            assert bool(CARD.search(heard(event, viewer))) == shown, f"{viewer} hears {heard(event, viewer)}"


def test_no_reason_for_a_refusal_names_a_card() -> None:
    assert not [sentence for sentence, _ in REASONS if CARD.search(sentence)]


@pytest.mark.parametrize("seed", range(14))
def test_a_view_shows_what_a_listener_with_a_perfect_memory_knows(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(seed, rng)
    listeners = {viewer: Listener(game) for viewer in viewers(game)}
    told_already = 0
    for _ in states(game, rng):
        for viewer, listener in listeners.items():
            for event in game.events[told_already:]:
                listener.hear(event.seen_by(viewer))
            view = game.view(None if viewer == RAIL else viewer)
            assert (view.hands, view.held) == (listener.hands(), listener.held), f"{viewer} after {game.record}"
        told_already = len(game.events)


class Listener:
    """Follows the cards by ear: what is at which place, by nothing but the events that come to one viewer."""

    def __init__(self, game: Game) -> None:
        self.held: str | None = None
        self.places = {
            Place(seat, slot): UNSEEN for seat in game.seats for slot in range(1, game.rules["deal.cards"] + 1)
        }

    def hands(self) -> dict[Seat, tuple[str, ...]]:
        hands: dict[Seat, tuple[str, ...]] = {}
        for place in sorted(self.places):
            hands[place.seat] = (*hands.get(place.seat, ()), self.places[place])
        return hands

    def hear(self, event: Event) -> None:
        match event:
            case Drew(card=card) | Took(card=card):
                self.held = card or UNSEEN
            case Swapped(place=place):
                assert self.held is not None
                self.places[place] = self.held
                self.held = None
            case Threw() | Dropped():
                self.held = None
            case Added(place=place):
                assert self.held is not None
                self.places[place] = self.held
                self.held = None
            case Peeked() | Spied() | Looked() | Missed() | Differed() | Revealed():
                self.places[event.place] = event.card or self.places[event.place]
            case Traded(place=place, other=other):
                self.places[place], self.places[other] = self.places[other], self.places[place]
            case Seized(place=place, other=other) | Gave(place=place, other=other):
                self.places[other] = self.places[place]
                self.places[place] = GAP
            case Snapped(place=place) | Laid(place=place):
                self.places[place] = GAP
            case Penalised(place=place):
                self.places[place] = UNSEEN
            case _:
                pass


# Planted leaks: the checks would notice


def with_the_held_card(game: Game, viewer: Seat, attempts: Attempts) -> str:
    """Planted: the card that somebody has just drawn is shown to everybody."""
    table = game.table
    held = "" if table.held == constants.NO_CARD else text_of(table.ruleset.face_of(table.held))
    return told(game, viewer, attempts) + held


def with_the_next_card(game: Game, viewer: Seat, attempts: Attempts) -> str:
    """Planted: the top of the stock lies face up."""
    table = game.table
    top = text_of(table.ruleset.face_of(table.stock_card(table.stock_left - 1))) if table.stock_left else ""
    return told(game, viewer, attempts) + top


def with_matching_snaps_only(game: Game, viewer: Seat, attempts: Attempts) -> str:
    """Planted: a snap is offered only where a card really matches."""
    offers = [] if viewer == RAIL else game.legal(viewer, pairs=True)
    fitting = [str(action) for action in offers if isinstance(action, Snap) and is_right(game, action)]
    return told(game, viewer, attempts) + str(fitting)


def to_everybody(event: Event, viewer: Seat) -> str:
    """Planted: an event goes out as it is, cards and all, whoever is listening."""
    return json.dumps(event.to_json())


@pytest.mark.parametrize("leaky", [with_the_held_card, with_the_next_card, with_matching_snaps_only])
def test_a_planted_leak_is_found_at_a_glance(leaky: Told) -> None:
    with pytest.raises(Leak, match="can tell"):
        for seed in range(NOW):
            walk_now(seed, leaky)


@pytest.mark.parametrize("walk", [walk_ahead, walk_back])
def test_a_planted_leak_is_found_in_what_is_heard(walk: Callable[[int, Heard], object]) -> None:
    with pytest.raises(Leak, match="can tell"):
        for seed in range(AHEAD):
            walk(seed, to_everybody)
