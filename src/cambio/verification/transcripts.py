"""The heads of a file's transcript, from the actions that it tells."""

from __future__ import annotations

from ..notation import Record
from ..shuffles import ShuffleProof, Transcript


class FileTranscript:
    """Every head: before the first action, after each of them, and those that the reshuffles were made from."""

    def __init__(self, record: Record, proof: ShuffleProof) -> None:
        transcript = Transcript(proof.preamble)
        self.computed_first = transcript.head
        #: The actions are judged by the head that the file starts from, even if that is not what its tags give.
        transcript.head = proof.first_head or transcript.head
        self.heads = [transcript.head]
        self.line_numbers = [0]
        self.reshuffle_heads: list[bytes] = []
        for line in record.lines:
            if line.action is None:
                self.reshuffle_heads.append(transcript.head)
            else:
                transcript.add(line.actor, line.action)
                self.heads.append(transcript.head)
                self.line_numbers.append(line.number)

    @property
    def actions(self) -> int:
        return len(self.heads) - 1
