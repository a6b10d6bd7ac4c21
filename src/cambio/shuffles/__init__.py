"""Shuffles that anybody can check: nobody chooses a round's deck alone, and afterwards everybody can compute it again.

docs/SHUFFLES.md has the bytes. Before a round, a server and its clients go through these steps:

1. The server draws a seed and publishes its commitment: ``draw_seed``, ``commit_server_seed``.
2. A client that takes part draws a seed of its own and sends its commitment: ``commit_client_seed``. Bots, empty chairs
   and old clients send nothing.
3. The server closes the commitments and shows what is fixed by now, an ``Announcement``; only then clients send their
   seeds, so that nothing can be chosen to go with them. ``Preamble.accept`` keeps those that fit and leaves out the
   others: the commitment of whoever sends none, or another one, counts in its place.
4. ``ShuffleProof(preamble, server_seed)`` has the cards: its ``luck(rules)`` is the luck of a ``Game`` or of
   ``Match.deal``, for the deck and for all reshuffles. It has no state, so a server that restarts makes it again from
   the proof.
5. ``Transcript(preamble)`` is the hash chain of the actions: ``add`` each of them after it was played, and tell the
   ``head`` to everybody who is told what happened. It has nothing in it that spectators do not see. After a restart,
   ``Transcript.from_record`` makes it from the game's record.
6. After the round, ``notation.write(game, proof=proof)`` puts seeds and commitments into the file; a player's own copy
   leaves out the server's seed, which tells all cards. Before, the server's seed must be told to nobody.
7. Whoever kept a ``Receipt`` of what the server told them live can compare: ``cambio verify FILE --receipt FILE``.

A client can leave its side of this to a ``Participant``.
"""

from __future__ import annotations

from .keyed_luck import KeyedLuck
from .participant import Participant
from .preamble import Announcement, Preamble
from .proof import ShuffleProof, VerifiableLuck
from .receipt import Receipt, ReceiptError, read_receipt
from .seeds import SEED_SIZE, commit_client_seed, commit_server_seed, draw_seed
from .transcript import Transcript

__all__ = [
    "SEED_SIZE",
    "Announcement",
    "KeyedLuck",
    "Participant",
    "Preamble",
    "Receipt",
    "ReceiptError",
    "ShuffleProof",
    "Transcript",
    "VerifiableLuck",
    "commit_client_seed",
    "commit_server_seed",
    "draw_seed",
    "read_receipt",
]
