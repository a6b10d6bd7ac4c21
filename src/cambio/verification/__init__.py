"""Verification: whether a .cambio file's shuffles are those of its seeds, and its actions those of its heads.

``verify(text, receipts)`` checks the file of one round, ``verify_match`` that of a whole match, and ``compare_rounds``
several rounds that should not share any seed. Each check has a name, which programs know it by, and a sentence.
"""

from __future__ import annotations

from .checks import Check, Report, Result
from .matches import MatchReport, verify_match
from .rounds import compare_rounds
from .verify import verify

__all__ = ["Check", "MatchReport", "Report", "Result", "compare_rounds", "verify", "verify_match"]
