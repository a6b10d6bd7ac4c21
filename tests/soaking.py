"""How many random examples are tried: some by `make test`, and more by `make soak`, which sets CAMBIO_SOAK."""

from __future__ import annotations

import os

IS_SOAK = os.environ.get("CAMBIO_SOAK", "") != ""


def examples(usual: int, soak: int) -> range:
    """Numbers to begin random examples with; the usual ones are the first of them."""
    return range(soak if IS_SOAK else usual)
