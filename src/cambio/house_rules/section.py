"""A section of the rules: its options' answers, by their short names."""

from __future__ import annotations

from typing import Any

from ..options import Values


class Section:
    """The options of one section, by their short names."""

    def __init__(self, values: Values, name: str) -> None:
        self._values = values
        self._name = name

    def __getattr__(self, short_name: str) -> Any:
        if short_name.startswith("_"):
            raise AttributeError(short_name)
        try:
            return self._values[f"{self._name}.{short_name}"]
        except KeyError:
            raise AttributeError(f"there is no option {self._name}.{short_name}") from None

    def __dir__(self) -> list[str]:
        """What there is to ask for, so that shells and notebooks can offer it."""
        begin = f"{self._name}."
        return [name.removeprefix(begin) for name in self._values if name.startswith(begin)]

    def __repr__(self) -> str:
        answers = ", ".join(f"{short_name}={getattr(self, short_name)!r}" for short_name in dir(self))
        return f"<{self._name}: {answers}>"
