"""Verification: whether a .cambio file's shuffles are those of its seeds, and its actions those of its heads.

``verify(text, receipts)`` checks one file, ``compare_rounds`` several that should not share any seed. Each check has a
name, which programs know it by, and a sentence.
"""

from __future__ import annotations

from .checks import Check, Report, Result
from .rounds import compare_rounds
from .verify import NoProof, verify

__all__ = ["Check", "NoProof", "Report", "Result", "compare_rounds", "verify"]
