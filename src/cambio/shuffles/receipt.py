r"""A receipt: what a client kept of what it was told while the round was played.

As JSON, everything but the server's commitment may be missing::

    {"server_commitment": "7f...", "seat": "a", "seed": "03...", "commitment": "9e...",
     "announcement": "cambio shuffle 1\nmatch: ...", "heads": {"0": "c1...", "17": "40..."}}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..places import Seat
from .seeds import parse_hex

FIELDS = ("server_commitment", "seat", "seed", "commitment", "announcement", "heads")


class ReceiptError(ValueError):
    """What should be a receipt is none."""


@dataclass(frozen=True)
class Receipt:
    """What a player, or a spectator, can compare a file with."""

    server_commitment: bytes  #: What the server had published before the round.
    seat: Seat | None = None  #: Whose receipt it is; None for a spectator.
    seed: bytes | None = None  #: What this client added to the shuffle.
    commitment: bytes | None = None  #: What it had committed itself by.
    #: The text that the server showed before it knew the seeds.
    announcement: str | None = None
    #: By how many actions had been played.
    heads: Mapping[int, bytes] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The receipt as plain data; what is missing is left out."""
        document = {
            "server_commitment": self.server_commitment.hex(),
            "seat": self.seat,
            "seed": self.seed.hex() if self.seed is not None else None,
            "commitment": self.commitment.hex() if self.commitment is not None else None,
            "announcement": self.announcement,
            "heads": {str(actions): head.hex() for actions, head in self.heads.items()},
        }
        return {name: value for name, value in document.items() if value is not None}


def read_receipt(text: str) -> Receipt:
    """Read a receipt from its JSON; errors say which field is wrong."""
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except ValueError as error:
        raise ReceiptError(f"expected a receipt as JSON: {error}") from None
    if not isinstance(document, dict):
        raise ReceiptError("expected a receipt as a JSON object")
    unknown = [name for name in document if name not in FIELDS]
    if unknown:
        raise ReceiptError(f"expected a receipt's fields ({', '.join(FIELDS)}), but found {unknown[0]!r}")
    if "server_commitment" not in document:
        raise ReceiptError("the server's commitment is missing: server_commitment")
    seat = _read_text(document, "seat")
    seed, commitment = _read_hex(document, "seed"), _read_hex(document, "commitment")
    if seat is None and (seed is not None or commitment is not None):
        raise ReceiptError("it has a seed or a commitment, but does not say whose: seat")
    return Receipt(
        server_commitment=_parse("server_commitment", document["server_commitment"]),
        seat=seat,
        seed=seed,
        commitment=commitment,
        announcement=_read_text(document, "announcement"),
        heads=_read_heads(document.get("heads", {})),
    )


def _read_text(document: dict[str, object], name: str) -> str | None:
    value = document.get(name)
    if value is not None and not isinstance(value, str):
        raise ReceiptError(f"{name}: expected a text, but found {value!r}")
    return value


def _read_hex(document: dict[str, object], name: str) -> bytes | None:
    return _parse(name, document[name]) if document.get(name) is not None else None


def _read_heads(heads: object) -> dict[int, bytes]:
    if not isinstance(heads, dict):
        raise ReceiptError("heads: expected an object with a head for each number of actions")
    for actions in heads:
        if not (actions.isascii() and actions.isdigit() and len(actions) < 10):
            raise ReceiptError(f"heads: expected a number of actions, but found {actions!r}")
    return {int(actions): _parse(f"heads, {actions}", head) for actions, head in heads.items()}


def _parse(name: str, value: object) -> bytes:
    try:
        return parse_hex(value if isinstance(value, str) else repr(value))
    except ValueError as error:
        raise ReceiptError(f"{name}: {error}") from None
