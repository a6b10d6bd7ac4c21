"""Whether the cards of a file are those that its seeds give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.engine.cards import face_of, text_of
from ..errors import NotationError
from ..events import UNSEEN
from ..game import Game
from ..notation import Record, replay
from ..shuffles import ShuffleProof
from ..shuffles.keyed_luck import shuffle_faces
from .checks import Check, Result
from .transcripts import FileTranscript

NO_SEED = "that needs the server's seed, which this file does not tell"


@dataclass(frozen=True)
class CardChecks:
    """Of a file with a proof; the inputs are sound if the seeds fit and the heads are right."""

    record: Record
    proof: ShuffleProof
    transcript: FileTranscript
    has_sound_seeds: bool
    has_sound_heads: bool

    def deck(self) -> Check:
        if self.proof.server_seed is None:
            return Check("deck", Result.UNKNOWN, f"The deck could not be checked: {NO_SEED}.")
        ruleset = self.record.rules.ruleset
        pack = [ruleset.face_of(card) for card in range(ruleset.deck_size)]
        expected = [text_of(face) for face in shuffle_faces(self.proof.deal_key(), pack)]
        return self._compare("deck", "The deck", self.record.deck, expected, self.has_sound_seeds)

    def reshuffles(self) -> list[Check]:
        found = self._orders()
        by_seed = self._cards_by_seed() if any(UNSEEN in order for order in found) else None
        return [self._reshuffle(number, order, by_seed) for number, order in enumerate(found, start=1)]

    def _orders(self) -> list[tuple[str, ...]]:
        return [line.faces for line in self.record.lines if line.action is None]

    def _reshuffle(self, number: int, found: Sequence[str], by_seed: Game | None) -> Check:
        name, subject = f"reshuffle {number}", f"Reshuffle {number}"
        if self.proof.server_seed is None:
            return Check(name, Result.UNKNOWN, f"{subject} could not be checked: {NO_SEED}.")
        if UNSEEN not in found:
            key = self.proof.reshuffle_key(number, self.transcript.reshuffle_heads[number - 1])
            expected = [text_of(face) for face in shuffle_faces(key, map(face_of, found))]
        elif by_seed is not None and len(by_seed.shuffles) >= number:
            expected = by_seed.shuffles[number - 1]
        else:
            return Check(name, Result.UNKNOWN, f"{subject} could not be checked: its cards are not all told.")
        return self._compare(name, subject, found, expected, self.has_sound_seeds and self.has_sound_heads)

    def _cards_by_seed(self) -> Game | None:
        """A player's own copy leaves cards open; the seed tells them, as far as the file can be played with it."""
        if self.proof.server_seed is None:
            return None
        try:
            return replay(self.record, luck=self.proof.luck(self.record.rules))
        except NotationError:
            return None

    @staticmethod
    def _compare(name: str, subject: str, found: Sequence[str], expected: Sequence[str], is_sound: bool) -> Check:
        wrong = _first_difference(found, expected)
        if wrong is None:
            shown = " as far as this copy shows it" if UNSEEN in found else ""
            return Check(name, Result.HOLDS, f"{subject} is the one that the seeds give{shown}.")
        if not is_sound:
            return Check(name, Result.UNKNOWN, f"{subject} can't be judged, because what gives it is wrong itself.")
        return Check(name, Result.WRONG, f"{subject} is not the one that the seeds give: {wrong}.")

    def play(self) -> Check:
        """By the engine: whether the actions were lawful with these cards, and showed what the file says."""
        is_open = any(UNSEEN in order for order in (self.record.deck, *self._orders()))
        luck = self.proof.luck(self.record.rules) if is_open and self.proof.server_seed is not None else None
        try:
            replay(self.record, luck=luck if self.has_sound_seeds else None)
        except NotationError as error:
            return Check("play", Result.WRONG, f"The round can't have been played like this: {error}.")
        known = " as far as this copy shows them" if is_open and luck is None else ""
        return Check(
            "play",
            Result.HOLDS,
            f"Every action was lawful with these cards, and what it showed, and the result, are right{known}.",
        )


def _first_difference(found: Sequence[str], expected: Sequence[str]) -> str | None:
    if len(found) != len(expected):
        return f"it has {len(found)} cards, expected {len(expected)}"
    for number, (face, wanted) in enumerate(zip(found, expected, strict=True), start=1):
        if face not in (wanted, UNSEEN):
            return f"card {number} is {face}, expected {wanted}"
    return None
