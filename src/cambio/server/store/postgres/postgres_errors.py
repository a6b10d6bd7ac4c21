"""What PostgreSQL says, as the store's own errors."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from ..errors import StoreError, StoreFailed

#: A connection that breaks in the middle of something may leave the library in a state that it takes for its own fault.
_FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    asyncio.TimeoutError,
)


def is_of_request(error: BaseException) -> bool:
    """Whether it is one request that is wrong or refused; any other error is the database's, and nobody's fault."""
    if isinstance(error, StoreError):
        return not isinstance(error, StoreFailed)
    # What a value can't be as the column that it is for, the client finds out, or the server.
    return isinstance(error, asyncpg.IntegrityConstraintViolationError | asyncpg.DataError | ValueError | TypeError)


def translate(error: BaseException) -> BaseException:
    """An error of the database as `StoreFailed`; all others stay what they are."""
    if isinstance(error, StoreError) or is_of_request(error):
        return error
    if isinstance(error, _FAILURES):
        # What a server says about a connection may hold its address, but never a password.
        failed = StoreFailed(f"PostgreSQL did not answer as expected: {error or type(error).__name__}")
        failed.__cause__ = error
        return failed
    return error


@contextmanager
def translating() -> Iterator[None]:
    """Whatever is raised within is translated."""
    try:
        yield
    except Exception as error:
        failure = translate(error)
        if failure is error:
            raise
        raise failure from error
