"""Logs: one JSON object a line. A table is named by a digest, since its id lets people in; cards are never named."""

from __future__ import annotations

import hashlib
import logging
import sys
from typing import Any, TextIO

import msgspec

LOGGER = logging.getLogger("cambio.server")
_encoder = msgspec.json.Encoder()


class JsonLines(logging.Formatter):
    """What happened, when, and what belongs to it. Errors are told by their kind and place, never by their words."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "what": record.getMessage() if record.name == LOGGER.name else record.name,
        }
        line |= getattr(record, "facts", {})
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return _encoder.encode(line).decode()


def _where(trace: Any) -> list[str]:
    """The way to the error, without what the variables held."""
    steps = []
    while trace is not None:
        code = trace.tb_frame.f_code
        steps.append(f"{code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return steps[-6:]


def set_up(level: str, stream: TextIO | None = None) -> None:
    """Everything goes to the error output as JSON lines; what libraries say, only when something is wrong."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.handlers = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(level.upper())
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    uvicorn.setLevel(logging.WARNING)


def log(what: str, **facts: object) -> None:
    LOGGER.info(what, extra={"facts": facts})


def log_error(what: str, **facts: object) -> None:
    LOGGER.error(what, extra={"facts": facts})


def log_failure(what: str, **facts: object) -> None:
    """With where it happened; call it while the exception is being handled."""
    LOGGER.exception(what, extra={"facts": facts})


def digest(secret: str) -> str:
    """By this a table or a person can be followed through a log, and not found."""
    return hashlib.sha256(secret.encode()).hexdigest()[:12]
