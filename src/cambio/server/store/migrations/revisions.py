"""The revisions in their order, and how that of a database compares with them. None of this needs Alembic."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..errors import NewerStore, OlderStore

#: From the first to the one of this program. A database of any other number is a later program's.
REVISIONS: tuple[str, ...] = ("0001", "0002")
HEAD = REVISIONS[-1]

#: Where Alembic notes the revision, as it makes it itself.
VERSION_TABLE = """CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)"""
STAMP = f"INSERT INTO alembic_version (version_num) VALUES ('{HEAD}')"  # noqa: S608


class Standing(StrEnum):
    """How the schema of a database compares with that of this program."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"


@dataclass(frozen=True)
class FoundSchema:
    """The schema that a database has; `told` names it in a sentence."""

    standing: Standing
    told: str

    @classmethod
    def at(cls, revision: str) -> FoundSchema:
        """
        >>> FoundSchema.at("9999").standing
        <Standing.NEWER: 'newer'>
        """
        standing = Standing.OLDER if revision in REVISIONS else Standing.NEWER
        return cls(Standing.CURRENT if revision == HEAD else standing, f"revision {revision}")

    def check_not_newer(self) -> None:
        if self.standing is Standing.NEWER:
            raise NewerStore(
                f"expected a database of revision {HEAD} or older, but found {self.told}: "
                "update this program, or let it use another database"
            )

    def check_current(self) -> None:
        """For databases that others may use with an older program: only an operator knows when those are gone."""
        self.check_not_newer()
        if self.standing is Standing.OLDER:
            raise OlderStore(
                f"expected a database of revision {HEAD}, but found {self.told}: bring it up to date by cambio migrate"
            )


#: A database of PostgreSQL from before it was noted.
BEFORE_REVISIONS = FoundSchema(Standing.OLDER, "no revision")
