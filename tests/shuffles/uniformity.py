"""How evenly decks are shuffled: how often each card comes to each place, by chi-square.

``python -m tests.shuffles.uniformity`` deals 200,000 decks, of honest players and of every kind of liar.
"""

from __future__ import annotations

import argparse
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from cambio.core.engine.cards import FACES
from cambio.shuffles import Announcement, Preamble, ShuffleProof, commit_client_seed, commit_server_seed
from cambio.shuffles.keyed_luck import shuffle_faces

CARDS = len(FACES)
WHOLE = 200_000
#: Standard deviations from what is expected: an even shuffle goes beyond it once in a million times.
LIMIT = 5.0

#: What a player sends who has to answer the server's commitment: a commitment, and later a seed.
Client = Callable[[bytes, int], tuple[bytes | None, bytes | None]]


def keeps_its_word(server_commitment: bytes, deal: int) -> tuple[bytes | None, bytes | None]:
    seed = hashlib.sha256(b"%d" % deal).digest()
    return commit_client_seed(server_commitment, seed), seed


def always_has_the_same_seed(server_commitment: bytes, deal: int) -> tuple[bytes | None, bytes | None]:
    return commit_client_seed(server_commitment, bytes(32)), bytes(32)


def sends_another_seed(server_commitment: bytes, deal: int) -> tuple[bytes | None, bytes | None]:
    return commit_client_seed(server_commitment, bytes(32)), b"\x01" * 32


def sends_no_seed(server_commitment: bytes, deal: int) -> tuple[bytes | None, bytes | None]:
    return commit_client_seed(server_commitment, bytes(32)), None


def commits_to_nothing(server_commitment: bytes, deal: int) -> tuple[bytes | None, bytes | None]:
    """A commitment that no seed is known for."""
    return bytes(32), bytes(32)


def takes_no_part(server_commitment: bytes, deal: int) -> tuple[bytes | None, bytes | None]:
    return None, None


CLIENTS: tuple[Client, ...] = (
    keeps_its_word,
    always_has_the_same_seed,
    sends_another_seed,
    sends_no_seed,
    commits_to_nothing,
    takes_no_part,
)


def deal_deck(client: Client, deal: int) -> list[int]:
    """As a server deals it whose seeds are drawn at random: here from the number of the deal."""
    server_seed = hashlib.sha256(b"server %d" % deal).digest()
    server_commitment = commit_server_seed(server_seed)
    commitment, seed = client(server_commitment, deal)
    commitments = {"a": commitment} if commitment is not None else {}
    announcement = Announcement("uniformity", deal + 1, "cambia", 2, "b", "a", server_commitment, commitments)
    preamble = Preamble.accept(announcement, {"a": seed} if seed is not None else {})
    return shuffle_faces(ShuffleProof(preamble, server_seed).deal_key(), range(CARDS))


def count_places(decks: Iterable[Sequence[int]]) -> list[list[int]]:
    """For each place, how often each card has come there."""
    counts = [[0] * CARDS for _ in range(CARDS)]
    for deck in decks:
        for row, card in zip(counts, deck, strict=True):
            row[card] += 1
    return counts


def deal_decks(client: Client, decks: int) -> Iterator[list[int]]:
    return (deal_deck(client, deal) for deal in range(decks))


def deviation(counts: Sequence[Sequence[int]]) -> float:
    """Chi-square of a table of cards and places, in standard deviations from what even shuffles give.

    Every row and every column adds up to the number of decks, so it has (n - 1) squared degrees of freedom, but counts
    of permutations vary a little more than independent ones: n / (n - 1) times as much.
    """
    cards, decks = len(counts), sum(counts[0])
    expected = decks / cards
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row) * (cards - 1) / cards
    freedom = (cards - 1) ** 2
    return (chi_square - freedom) / math.sqrt(2 * freedom)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=WHOLE, metavar="N", help="decks of honest players")
    decks = parser.parse_args().decks
    for client in CLIENTS:
        found = deviation(count_places(deal_decks(client, decks if client is keeps_its_word else decks // 10)))
        print(f"{client.__name__:26} {found:+.2f} standard deviations")
        assert abs(found) < LIMIT


if __name__ == "__main__":
    main()
