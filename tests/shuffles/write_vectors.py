"""Write the test vectors that every implementation of verifiable shuffles has to agree with.

``python -m tests.shuffles.write_vectors`` after a change of the scheme, which then needs another number in its texts.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from cambio import Game
from cambio.core.engine.cards import text_of
from cambio.notation import checksum, write
from cambio.shuffles import KeyedLuck, Receipt, ShuffleProof, Transcript, commit_client_seed, commit_server_seed
from cambio.shuffles.keyed_luck import shuffle_faces
from cambio.verification import verify
from tests.shuffles.proven_rounds import deal_proven, keep_receipt, make_proof, named_seed, play_on

VECTORS = Path(__file__).parent / "vectors.json"
#: Rounds that a real server has dealt (tests.server.record_rounds).
RECORDED = Path(__file__).parent / "server_rounds.json"


def seal(text: str) -> str:
    """With the checksum of what is in it now."""
    lines = text.splitlines()[:-1]
    return "\n".join([*lines, f"end {checksum(lines)}", ""])


def play_round(proof: ShuffleProof, reshuffles: int = 0) -> Game:
    game = deal_proven(proof)
    play_on(game, 1, reshuffles=reshuffles)
    return game


def list_commitments() -> list[dict[str, str]]:
    vectors = []
    for server, client in ((bytes(32), bytes(32)), (named_seed("server"), named_seed("client"))):
        commitment = commit_server_seed(server)
        answer = commit_client_seed(commitment, client)
        vectors.append(
            {
                "server_seed": server.hex(),
                "server_commitment": commitment.hex(),
                "client_seed": client.hex(),
                "client_commitment": answer.hex(),
            }
        )
    return vectors


def list_orders() -> list[dict[str, Any]]:
    """Also of no cards, and of more than any table has."""
    return [
        {
            "key": named_seed(f"key {cards}").hex(),
            "cards": cards,
            "order": KeyedLuck(named_seed(f"key {cards}")).order(range(cards)),
        }
        for cards in (0, 1, 2, 54, 108, 1000)
    ]


def list_numbers() -> dict[str, Any]:
    """Below a bound so large that every other number is drawn again: for cards that hardly ever happens."""
    key, bound = named_seed("numbers"), 2**31 + 1
    luck = KeyedLuck(key)
    return {"key": key.hex(), "bound": bound, "numbers": [luck.below(bound) for _ in range(20)], "drawn": luck.drawn}


def list_sorted_faces() -> dict[str, Any]:
    key = named_seed("faces")
    return {"key": key.hex(), "faces": [text_of(face) for face in shuffle_faces(key, [*range(54), *range(54)])]}


def describe_preamble(proof: ShuffleProof) -> dict[str, str]:
    return {
        "announcement": proof.preamble.announcement.text(),
        "preamble": proof.preamble.text(),
        "first_head": Transcript(proof.preamble).head.hex(),
        "deal_key": proof.deal_key().hex(),
    }


def describe_case(name: str, text: str, receipt: Receipt | None = None) -> dict[str, Any]:
    """What every implementation says of a file; the play itself needs the rules, and so the engine."""
    report = verify(text, [receipt] if receipt is not None else [])
    return {
        "name": name,
        "file": text,
        "receipt": receipt.to_json() if receipt is not None else None,
        "checks": {check.name: str(check.result) for check in report.checks if check.name != "play"},
    }


def list_cases() -> list[dict[str, Any]]:
    proof = make_proof(seats=3, revealing=["a"])
    game = play_round(proof, reshuffles=1)
    receipt = keep_receipt(proof, game, "a")
    text = write(game, proof=proof, names={"a": "Ana", "b": "Benítez", "c": "Çelik"})
    other = make_proof(seats=3, revealing=["a"], name="theirs")
    packs = make_proof("cambia deck.decks=2 deck.jokers=4", seats=2)
    at = text.index("dealer shuffle ") + len("dealer shuffle ")
    one, two = text[at:].split()[:2]
    swapped = text[:at] + text[at:].replace(f"{one} {two}", f"{two} {one}", 1)
    first, second = game.deck[:2]
    return [
        describe_case("a round with a reshuffle", text),
        describe_case("the same with a receipt", text, receipt),
        describe_case("two packs with equal cards", write(play_round(packs, 1), proof=packs)),
        describe_case("a player's own copy", write(game, proof=proof, viewer="b")),
        describe_case("comments, blank lines and tens as T", _written_by_hand(text)),
        describe_case(
            "two cards of the deck swapped", seal(text.replace(f"deck: {first} {second}", f"deck: {second} {first}"))
        ),
        describe_case("two cards of a reshuffle swapped", seal(swapped)),
        describe_case("another seed of the server", seal(_altered(text, "server seed: "))),
        describe_case("another seed of a seat", seal(_altered(text, "seed a: "))),
        describe_case("another commitment of a seat", seal(_altered(text, "commitment b: "))),
        describe_case("another starter", seal(text.replace("starter: a", "starter: b"))),
        describe_case("another first head", seal(_altered(text, "first head: "))),
        describe_case("another last head", seal(_altered(text, "last head: "))),
        describe_case("an action left out", seal(text.replace("\nb ready", "", 1))),
        describe_case("a byte changed", text.replace("Ana", "Eva")),
        describe_case("a receipt of another round", write(play_round(other), proof=other), receipt),
        describe_case("a receipt with another head", text, replace(receipt, heads={0: bytes(32)})),
        describe_case("a receipt of more actions", text, replace(receipt, heads={len(game.record) + 1: bytes(32)})),
        describe_case("a receipt without heads", text, Receipt(receipt.server_commitment)),
        describe_case("a receipt whose seed was left out", text, replace(receipt, seat="b", seed=named_seed("b"))),
    ]


def _altered(text: str, tag: str) -> str:
    at = text.index(f"\n{tag}") + len(tag) + 1
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def _written_by_hand(text: str) -> str:
    lines = text.replace(" 10", " T").replace("=10", "=T").splitlines()
    body = "\n".join(f"{line} ; as it was told" for line in lines[:-1])
    return f"; a round\n{body}\n\nend\n"


def make_vectors() -> dict[str, Any]:
    return {
        "commitments": list_commitments(),
        "orders": list_orders(),
        "numbers": list_numbers(),
        "sorted_faces": list_sorted_faces(),
        "preamble": describe_preamble(make_proof(seats=3, revealing=["a"])),
        "cases": list_cases(),
    }


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(make_vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
