"""Logs: one JSON object a line. Tables are named by a digest, since their ids let people in; cards are never named.

The fields: `at` (seconds since 1970), `level`, `what` (what happened), `request` (the id of the request or socket that
it belongs to, if it does), the facts that belong to it, like `table`; and for errors `error` (its type) and `where`
(the last functions of the stack).
"""

from __future__ import annotations

import hashlib
import logging
import sys
from contextvars import ContextVar
from typing import Any, TextIO

import msgspec

LOGGER = logging.getLogger("cambio.server")
#: The id of the request that is being answered; empty where none is.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
_encoder = msgspec.json.Encoder()


class JsonLines(logging.Formatter):
    """Errors are logged by their type and place, never by their message, which may hold a secret."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "what": record.getMessage() if record.name == LOGGER.name else record.name,
        }
        if REQUEST_ID.get():
            line["request"] = REQUEST_ID.get()
        line |= getattr(record, "facts", {})
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return _encoder.encode(line).decode()


def _where(trace: Any) -> list[str]:
    """The last functions of the stack, without the values of their variables."""
    steps = []
    while trace is not None:
        code = trace.tb_frame.f_code
        steps.append(f"{code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return steps[-6:]


def configure_logging(level: str, stream: TextIO | None = None) -> None:
    """Log to the error output, unless another stream is given; of uvicorn only warnings and errors."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.handlers = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(level.upper())
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    uvicorn.setLevel(logging.WARNING)


def log_detail(what: str, **facts: object) -> None:
    """What is worth a line only to whoever looks for something: told at the level debug."""
    if LOGGER.isEnabledFor(logging.DEBUG):
        LOGGER.debug(what, extra={"facts": facts})


def log(what: str, **facts: object) -> None:
    LOGGER.info(what, extra={"facts": facts})


def log_warning(what: str, **facts: object) -> None:
    LOGGER.warning(what, extra={"facts": facts})


def log_error(what: str, **facts: object) -> None:
    LOGGER.error(what, extra={"facts": facts})


def log_failure(what: str, **facts: object) -> None:
    """Log the exception that is being handled."""
    LOGGER.exception(what, extra={"facts": facts})


def digest(secret: str) -> str:
    """A stand-in for a secret id, by which a table or a person can be followed through a log but not found."""
    return hashlib.sha256(secret.encode()).hexdigest()[:12]
