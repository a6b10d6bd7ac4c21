#!/usr/bin/env python3
"""A careful bot in Python, on its standard input and output: the same as careful.mjs in Node.js and careful.c in C.

It keeps low cards, snaps its own cards that it knows to match, and calls with a low hand. The view shows every card
that its seat has seen, so it need not remember anything. docs/BOTS.md has the messages.

    cambio lab league --bots beginner,casual,"python3 examples/bots/careful.py" --games 200
"""

import json
import sys
from typing import Any

UNSEEN = 6  # What a card that it has not seen is taken to count.
LOW = 9  # A hand that counts no more is called.


def rank(card: str) -> str:
    return card[:-1]


def worth(card: str, values: dict[str, int]) -> int:
    """What a card counts: values are given by rank, or by rank and colour (Kb, Kr) where those differ."""
    if card == "??":
        return UNSEEN
    colour = "r" if card[-1] in "hdr" else "b"
    return values.get(rank(card), values.get(rank(card) + colour, UNSEEN))


def choose(question: dict[str, Any], values: dict[str, int]) -> str | None:
    view, legal = question["view"], question["legal"]
    seat = view["viewer"]
    hand = {f"{seat}{slot}": card for slot, card in enumerate(view["hands"][seat], start=1) if card != "--"}
    points = {place: worth(card, values) for place, card in hand.items()}
    if question["wait"]:
        matching = [place for place, card in hand.items() if card != "??" and rank(card) == rank(view["top"])]
        return next((words for words in legal if words.split()[1] in matching), None)
    if "call" in legal and (sum(points.values()) <= LOW or view["lap"] > 20):
        return "call"
    if view["held"] and any(words.startswith("swap ") for words in legal):
        worst = max(points, key=lambda place: points[place])
        keeps = worth(view["held"], values) < points[worst] or "throw" not in legal
        return f"swap {worst}" if keeps else "throw"
    looks = [words for words in legal if words.startswith("peek ") and hand[words.split()[1]] == "??"]
    wanted = [*looks, "ready", "draw", "skip", *legal]
    return next(str(words) for words in wanted if words in legal and words != "call")


def main() -> None:
    values: dict[str, int] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            values = message["rules"]["deck"]["values"]
            print(json.dumps({"cambio": 1, "name": "careful"}), flush=True)
        elif message["type"] == "choose":
            print(json.dumps({"id": message["id"], "action": choose(message, values)}), flush=True)


if __name__ == "__main__":
    main()
