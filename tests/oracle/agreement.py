"""The core, compiled and by its source, and the oracle must agree on every step of random rounds.

python -m tests.oracle.agreement --rounds 1000000 --jobs 2
python -m tests.oracle.agreement --rounds 2000 --preset cabo
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache

from cambio import DEALER, PRESETS, Event, Game, Rules
from cambio.actions import VERBS, Action, Snap, parse_action
from cambio.core import is_compiled
from cambio.core.engine import constants
from cambio.core.engine.cards import text_of
from cambio.core.engine.legal_actions import list_legal_actions
from cambio.core.engine.play import refusal
from cambio.core.engine.table import Table
from cambio.events import UNSEEN
from cambio.places import Place, Seat, seat_named, seat_number
from cambio.training.random_rules import random_rules, random_seats
from cambio.view import GAP
from tests.oracle.by_source import TableBySource
from tests.oracle.deck import deck_of
from tests.oracle.moves import WITH_A_PLACE
from tests.oracle.oracle import Oracle
from tests.oracle.presets import PRESETS as TABLES
from tests.properties.table_contents import log, numbers, rows
from tests.random_play import random_decision

CHUNK = 250
#: A round of random decisions can be long; after this many the next round begins.
MAX_DECISIONS = 250
#: How often a seat's whole legal set is compared before a decision, and how often everybody's.
ONE_SET_CHANCE = 1 / 20
ALL_SETS_CHANCE = 1 / 120
#: Random actions, mostly unlawful ones, that are compared before each decision.
ATTEMPTS = 1
#: Some rounds are short, and some go on until the discards are reshuffled.
CALL_CHANCES = (1, 1 / 2, 1 / 3, 1 / 12)
#: So many play a preset as it is, one round after another.
SEATS_OF_PRESETS = (2, 3)
#: Making rules takes as long as playing a short round by them.
ROUNDS_BY_THE_SAME_RULES = 3


class Disagreement(AssertionError):
    """The engines differ; the message replays the round up to there."""


def compare_rounds(first: int, rounds: int, preset: str | None = None) -> None:
    """Each round has its own seed, counted from the first."""
    for seed in range(first, first + rounds):
        if preset is None:
            compare_round_under_random_rules(seed)
        else:
            compare_round_of_preset(preset, seed)


def compare_round_under_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    rules = _some_rules(seed // ROUNDS_BY_THE_SAME_RULES)
    compare_round(rules, rules.flat(), random_seats(rules, rng), seed, rng)


@lru_cache(1)
def _some_rules(seed: int) -> Rules:
    return random_rules(random.Random(seed))


def compare_round_of_preset(preset: str, seed: int) -> None:
    """The core goes by the preset and the oracle by its own table of it."""
    seats = SEATS_OF_PRESETS[seed % len(SEATS_OF_PRESETS)]
    compare_round(PRESETS[preset], TABLES[preset], seats, seed, random.Random(seed))


def compare_round(rules: Rules, table: Mapping[str, object], seats: int, seed: int, rng: random.Random) -> None:
    """The same rules are told to the core and, as a table of options, to the oracle."""
    dealer, starter = rng.randrange(seats), rng.randrange(seats)
    game = Game(rules, seats, seed=seed, dealer=seat_named(dealer), starter=seat_named(starter))
    side_by_side = SideBySide(game, table, dealer, starter)
    call_chance = rng.choice(CALL_CHANCES)
    for _ in range(MAX_DECISIONS):
        if game.is_over:
            break
        actor, action = random_decision(game, rng, call_chance)
        everybody = rng.random() < ALL_SETS_CHANCE
        for seat in _seats_to_compare(game, everybody, rng):
            side_by_side.compare_legal_actions(seat)
        side_by_side.compare_acceptance(actor, action)
        for _ in range(ATTEMPTS):
            side_by_side.compare_acceptance(*_random_attempt(game, rng))
        side_by_side.play(actor, action)
        if everybody:
            side_by_side.compare_cards()
    side_by_side.compare_cards()
    side_by_side.compare_outcomes()


class SideBySide:
    """One round on three tables: the core's, the oracle's and, where the core is compiled, its source's."""

    def __init__(self, game: Game, table: Mapping[str, object], dealer: int, starter: int) -> None:
        self.game = game
        self.reshuffles: list[list[str]] = []
        self.oracle = _oracle(game, table, dealer, starter, self.reshuffles)
        self.by_source = TableBySource(game) if is_compiled() else None
        self.require_same(sorted(game.deck), sorted(deck_of(self.oracle.rules)), "the deck")
        self.require_same(_plain(game.events), self.oracle.opening_events, "the deal")

    def require_same(self, core: object, other: object, *what: object) -> None:
        if core != other:
            story = "\n".join(f"{actor} {action}" for actor, action in self.game.record)
            raise Disagreement(
                f"seed {self.game.seed}, {self.game.rules}, {len(self.game.seats)} seats, {' '.join(map(str, what))}:\n"
                f"core  {core}\nother {other}\nafter\n{story}"
            )

    def compare_legal_actions(self, seat: Seat) -> None:
        """All that a seat may do."""
        legal = sorted(str(choice) for choice in self.game.legal(seat, pairs=True))
        self.require_same(legal, sorted(self.oracle.legal(seat)), "what", seat, "may do")
        if self.by_source and seat != DEALER:
            number = seat_number(seat)
            listed = list_legal_actions(self.game.table, number, 1, 1)
            self.require_same(listed, self.by_source.list_legal_actions(number), "what", seat, "may do, by source")

    def compare_acceptance(self, actor: Seat, action: Action) -> None:
        """Whether somebody may do that, and why not."""
        accepted = self.game.why_not(actor, action) is None
        self.require_same(accepted, self.oracle.accepts(actor, str(action)), "whether", actor, "may", action)
        if self.by_source and _exists(self.game, action):
            asked = _as_numbers(self.game, actor, action)
            reason = refusal(self.game.table, *asked)
            self.require_same(reason, self.by_source.refusal(*asked), "why", actor, "may not", action, "by source")

    def play(self, actor: Seat, action: Action) -> None:
        shuffles = len(self.game.shuffle_ids)
        done = _as_numbers(self.game, actor, action)
        events = self.game.play(actor, action)
        if len(self.game.shuffle_ids) > shuffles:
            self.reshuffles.extend(self.game.shuffles[shuffles:])
        self.require_same(_plain(events), self.oracle.play(actor, str(action)), actor, action)
        if self.by_source:
            self.by_source.play(*done, self.game.shuffle_ids[shuffles:])
            self.require_same(self.game.table.log_size, self.by_source.table.log_size, actor, action, "by source")

    def compare_cards(self) -> None:
        """Who knows what, and what lies where."""
        self.require_same(_knowledge(self.game), self.oracle.knowledge(), "who knows what")
        self.require_same(_hands(self.game), self.oracle.hands(), "the hands")
        if not self.game.is_over:
            named = [str(place) for place in self.game.view().joined]
            self.require_same(named, self.oracle.named_places(), "what is to go with another")
            self.require_same(_open_cards(self.game), self.oracle.open_cards(), "what lies face up")

    def compare_outcomes(self) -> None:
        self.require_same(_outcome(self.game), self.oracle.outcome(), "the outcome")
        if self.by_source:
            self.require_same(_everything(self.game.table), _everything(self.by_source.table), "the table, by source")


def _seats_to_compare(game: Game, everybody: bool, rng: random.Random) -> list[Seat]:
    """The seats whose whole legal sets are compared now; less often where snaps of two cards make the sets large."""
    chance = ONE_SET_CHANCE if game.rules["snap.cards"] == 1 else ALL_SETS_CHANCE
    if everybody:
        return [*game.seats, DEALER]
    return [rng.choice(game.seats)] if rng.random() < chance else []


def _random_attempt(game: Game, rng: random.Random) -> tuple[Seat, Action]:
    """Some action of some seat, which may well be unlawful."""
    actor = rng.choice([*game.seats, game.seats[game.table.turn], game.seats[game.table.turn]])
    verb = rng.choice(VERBS)
    place = Place(rng.choice(game.seats), rng.randint(1, game.rules["deal.cards"] + 1))
    if verb == "snap":
        return actor, Snap(
            place, None, rng.randint(max(1, game.table.discard_number - 1), game.table.discard_number + 1)
        )
    if verb == "trade" and rng.random() < 0.3:
        return actor, parse_action(verb)
    return actor, parse_action(f"{verb} {place}" if verb in WITH_A_PLACE else verb)


def _exists(game: Game, action: Action) -> bool:
    """The cards that are named lie within the hands; anything else does not reach the core."""
    return all(place.slot <= game.table.slots_of(seat_number(place.seat)) for place in action.places())


def _as_numbers(game: Game, actor: Seat, action: Action) -> tuple[int, int, int]:
    """An actor, an action and the discard that it answers as the core counts them."""
    latest = game.table.discard_number
    named = action.discard if isinstance(action, Snap) and action.discard else latest
    seat = constants.DEALER if actor == DEALER else seat_number(actor)
    return seat, action.number(len(game.seats)), named if named <= latest else 0


def _everything(table: Table) -> tuple[object, ...]:
    return numbers(table), rows(table), log(table)


def _oracle(game: Game, table: Mapping[str, object], dealer: int, starter: int, reshuffles: list[list[str]]) -> Oracle:
    """An oracle at the same table, whose reshuffles come out as the core's did."""

    def reshuffle(pile: list[str]) -> list[str]:
        order = reshuffles.pop(0)
        assert sorted(order) == sorted(pile), "the engines reshuffle different cards"
        return order

    return Oracle(table, len(game.seats), game.deck, dealer=dealer, starter=starter, reshuffle=reshuffle)


def _plain(events: list[Event]) -> list[dict[str, object]]:
    """The core's events in the oracle's form."""
    documents = [event.to_json() for event in events]
    return [told | {"sees": "".join(told["sees"])} if "sees" in told else told for told in documents]


def _knowledge(game: Game) -> dict[str, str]:
    return {str(place): "".join(seats) for place, seats in game.view().known_by.items()}


def _open_cards(game: Game) -> dict[str, str]:
    """The cards in the hands that somebody sees who watches and remembers nothing."""
    shown: dict[str, str] = {}
    for seat, hand in game.view(memory=False).hands.items():
        for slot, card in enumerate(hand, start=1):
            if card not in (GAP, UNSEEN):
                shown[str(Place(seat, slot))] = card
    return shown


def _hands(game: Game) -> dict[str, list[str | None]]:
    table = game.table
    hands: dict[str, list[str | None]] = {}
    for number, seat in enumerate(game.seats):
        cards = [table.card_at(slot * table.seats + number) for slot in range(table.slots_of(number))]
        hands[seat] = [None if card < 0 else text_of(table.ruleset.face_of(card)) for card in cards]
    return hands


def _outcome(game: Game) -> dict[str, object] | None:
    outcome = game.outcome()
    if outcome is None:
        return None
    verdict = outcome.verdict
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "points": dict(outcome.points),
        "scores": dict(outcome.scores),
        "caller": outcome.caller,
        "knocked": verdict == "knocked",
        "wrong": verdict == "wrong",
        "right": verdict == "right",
        "out": verdict == "out",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first round")
    parser.add_argument("--preset", choices=list(PRESETS), help="as it is, instead of random rules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    started = time.monotonic()
    done = 0
    last = options.first + options.rounds
    with ProcessPoolExecutor(options.jobs) as pool:
        chunks = {
            pool.submit(compare_rounds, first, min(CHUNK, last - first), options.preset): min(CHUNK, last - first)
            for first in range(options.first, last, CHUNK)
        }
        for chunk in as_completed(chunks):
            if chunk.exception():
                pool.shutdown(cancel_futures=True)
            chunk.result()
            done += chunks[chunk]
            rate = done / (time.monotonic() - started)
            left = (options.rounds - done) / rate
            print(f"\r{done:,} of {options.rounds:,} rounds agree, {rate:,.0f}/s, {left:,.0f} s left ", end="")
            sys.stdout.flush()
    print(f"\nthe core and the oracle agree on {done:,} rounds")


if __name__ == "__main__":
    main()
