"""Rounds whose shuffles can be checked, with seeds that anybody can write down."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cambio import Game
from cambio.match import Match
from cambio.notation import write
from cambio.places import Seat, seat_named
from cambio.rules import Rules
from cambio.shuffles import Announcement, Preamble, Receipt, ShuffleProof, Transcript
from cambio.shuffles.seeds import commit_client_seed, commit_server_seed
from tests.random_play import random_decision

MOST_DECISIONS = 2000


def named_seed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def make_proof(
    rules: str = "cambia",
    *,
    seats: int = 2,
    name: str = "ours",
    taking_part: Sequence[Seat] = ("a", "b"),
    revealing: Sequence[Seat] = ("a", "b"),
    number: int = 1,
) -> ShuffleProof:
    """Some seats take part, and some of those reveal their seeds."""
    server_seed = named_seed(f"server of {name}")
    commitment = commit_server_seed(server_seed)
    seeds = {seat: named_seed(f"{seat} of {name}") for seat in taking_part}
    commitments = {seat: commit_client_seed(commitment, seed) for seat, seed in seeds.items()}
    announcement = Announcement(
        name, number, str(Rules.parse(rules)), seats, seat_named(seats - 1), "a", commitment, commitments
    )
    revealed = {seat: seed for seat, seed in seeds.items() if seat in revealing}
    return ShuffleProof(Preamble.accept(announcement, revealed), server_seed)


def deal_proven(proof: ShuffleProof) -> Game:
    announced = proof.preamble.announcement
    rules = Rules.parse(announced.rules)
    return Game(rules, announced.seats, luck=proof.luck(rules), dealer=announced.dealer, starter=announced.starter)


def play_on(game: Game, seed: int, *, reshuffles: int | None = None) -> None:
    """At random until it is over, and with so many reshuffles first if they are wanted."""
    rng = random.Random(seed)
    for _ in range(MOST_DECISIONS):
        if game.is_over:
            return
        done = reshuffles is None or len(game.shuffles) >= reshuffles
        game.play(*random_decision(game, rng, call_chance=1 / 3 if done else 0))
    raise AssertionError("expected the round to end")


def keep_receipt(proof: ShuffleProof, game: Game, seat: Seat, every: int = 5) -> Receipt:
    """What a client keeps that notes every fifth head, the first and the last one."""
    transcript = Transcript(proof.preamble)
    heads = {0: transcript.head}
    for actor, action in game.record:
        transcript.add(actor, action)
        if transcript.actions % every == 0 or transcript.actions == len(game.record):
            heads[transcript.actions] = transcript.head
    announcement = proof.preamble.announcement
    return Receipt(
        announcement.server_commitment,
        seat,
        proof.preamble.seeds.get(seat),
        announcement.commitments.get(seat),
        announcement.text(),
        heads,
    )


def play_proven_match(rules: str = "cambia match.rounds=2", *, rounds: int = 2, seats: int = 2) -> list[ProvenRound]:
    """The rounds of a match, each with seeds of its own."""
    match = Match(Rules.parse(rules), seats, seed=0)
    played: list[ProvenRound] = []
    for number in range(1, rounds + 1):
        proof = make_proof(rules, seats=seats, name=f"{number}", number=number)
        announced = replace(proof.preamble.announcement, match="ours", dealer=match.dealer, starter=match.starter)
        proof = replace(proof, preamble=replace(proof.preamble, announcement=announced))
        game = deal_proven(proof)
        play_on(game, number)
        outcome = game.outcome()
        assert outcome is not None
        match.score(outcome)
        played.append(ProvenRound(proof, game))
    return played


@dataclass(frozen=True)
class ProvenRound:
    """A round that was played to its end."""

    proof: ShuffleProof
    game: Game

    def file(self, viewer: Seat | None = None) -> str:
        return write(self.game, proof=self.proof, viewer=viewer)

    def receipt(self, seat: Seat) -> Receipt:
        return keep_receipt(self.proof, self.game, seat)
