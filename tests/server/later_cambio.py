"""The command line of a later Cambio, which knows one revision more.

``python -m tests.server.later_cambio migrate``
"""

from __future__ import annotations

import sys
from pathlib import Path

from cambio.server.store.migrations import revisions

FOLDER = Path(__file__).with_name("later_revisions")
LATER = "9001"


def become_later() -> None:
    """Before anything else has read the list."""
    last = revisions.HEAD
    revisions.REVISIONS = (*revisions.REVISIONS, LATER)
    revisions.HEAD = LATER
    revisions.STAMP = revisions.STAMP.replace(last, LATER)
    from cambio.server.store.migrations import alembic_upgrade

    alembic_upgrade.VERSIONS.append(FOLDER)


if __name__ == "__main__":
    become_later()
    from cambio.cli import main

    sys.exit(main())
