"""Shuffles in the browser: it adds a seed to each deal without anybody noticing, and keeps a receipt."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from cambio.shuffles import commit_client_seed, read_receipt

from .visitor import Guests, Visitor, until

RECEIPTS = """() => Object.entries(localStorage)
  .filter(([key]) => key.startsWith("cambio.receipt."))
  .map(([, text]) => JSON.parse(text))"""


def played(visitor: Visitor) -> list[dict[str, object]]:
    """The receipts of rounds that were dealt, without what the browser alone wants to know of them."""
    kept: list[dict[str, object]] = visitor.page.evaluate(RECEIPTS)
    return [
        {name: value for name, value in receipt.items() if name != "is_revealed"}
        for receipt in kept
        if receipt.get("heads")
    ]


def test_the_browser_adds_a_seed_to_the_shuffle_of_a_game_that_begins_at_once(guests: Guests) -> None:
    ana = guests.come().go("/")
    ana.button("Play now").click()
    expect(ana.table).to_be_visible()
    until(ana.page, lambda: bool(played(ana)))
    receipt = read_receipt(json.dumps(played(ana)[0]))
    assert receipt.seat == "a" and receipt.seed is not None and receipt.announcement is not None
    commitment = commit_client_seed(receipt.server_commitment, receipt.seed)
    assert receipt.commitment == commitment and f"commitment a: {commitment.hex()}\n" in receipt.announcement
    told = [message for message in ana.messages() if message["type"] == "told" and message.get("heads")]
    assert told[0]["news"] == "started"
    assert receipt.heads[0].hex() == told[0]["heads"]["0"]
