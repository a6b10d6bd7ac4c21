"""What one card can do, and how far that reaches.

A power is written by its name. Where it reaches otherwise than the section's options say, its scope follows, in the
order of those options: ``look:2/any`` looks at two cards anywhere and then swaps as powers.look_swap says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import RulesError
from ..options import Choice, Option, Value, Values
from .kinds import kinds_in_deck


@dataclass(frozen=True)
class CardPower(Choice):
    """A power, with or without a scope of its own; one that is left out is the section's."""

    #: The options that say how far a power reaches, by power, in the order in which they are written.
    scopes: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)

    def check(self, value: object) -> Value:
        if not isinstance(value, str):
            raise self.unexpected(value)
        power, colon, scope = value.partition(":")
        options = self.scopes.get(power, ())
        parts = scope.split("/") if colon else []
        if power not in self.choices or len(parts) > len(options):
            raise self.unexpected(value)
        try:
            said = {option.name: option.parse(part) for option, part in zip(options, parts, strict=False) if part}
        except RulesError:
            raise self.unexpected(value) from None
        return self.written(power, said)

    def written(self, power: str, scope: Values) -> str:
        """A power with those parts of its scope that are its own."""
        parts = [option.write(scope[option.name]) if option.name in scope else "" for option in self.scopes_of(power)]
        text = "/".join(parts).rstrip("/")
        return f"{power}:{text}" if text else power

    def scopes_of(self, power: str) -> tuple[Option, ...]:
        return self.scopes.get(power, ())

    @property
    def all_scopes(self) -> tuple[Option, ...]:
        return tuple(option for options in self.scopes.values() for option in options)

    def own_scope(self, entry: str) -> dict[str, Value]:
        """What an entry says itself, by the option that it says it instead of."""
        power, _, scope = entry.partition(":")
        parts = zip(self.scopes_of(power), scope.split("/"), strict=False)
        return {option.name: option.parse(part) for option, part in parts if part}

    def scope(self, entry: str, values: Values) -> dict[str, Value]:
        """The whole scope of a card's power: its own, then the section's."""
        options = self.scopes_of(power_name(entry))
        return {option.name: values[option.name] for option in options} | self.own_scope(entry)

    def number(self, value: Value) -> int:
        assert isinstance(value, str)
        return self.choices.index(power_name(value))

    def schema(self) -> dict[str, Any]:
        """A form offers the names and reads the scopes from the section's options."""
        names: dict[str, Any] = {"enum": list(self.choices)}
        patterns = [{"pattern": f"^{power}:{_pattern(options)}$"} for power, options in self.scopes.items()]
        return {"type": "string", "anyOf": [names, *patterns]}

    def allowed(self) -> str:
        examples = " or ".join(
            f"{power}:{'/'.join(option.write(option.default) for option in options)}"
            for power, options in self.scopes.items()
        )
        return f"{super().allowed()}, or one with its own scope, like {examples}"


def power_name(entry: str) -> str:
    """The power of an entry, whatever its scope.

    >>> power_name("look:2/any")
    'look'
    """
    return entry.partition(":")[0]


def _pattern(options: tuple[Option, ...]) -> str:
    """Parts may be left out, all but the first with the stroke before them."""
    pattern = ""
    for option in reversed(options):
        shape = option.schema()
        allowed = "|".join(shape.get("enum") or map(str, range(shape["minimum"], shape["maximum"] + 1)))
        pattern = f"({allowed})?{pattern}"
        if option is not options[0]:
            pattern = f"(/{pattern})?"
    return pattern


def share_scopes(power: CardPower, values: Values) -> dict[str, Value]:
    """The same rules with every scope said once: what most cards of a power have is the section's, the rest their own.

    Rules that play the same are so written the same, however they were derived. Where as many cards have one scope as
    another, the section keeps what it says.
    """
    shared = dict(values)
    table: Any = values["powers.cards"]
    scopes = {kind: power.scope(table[kind], values) for kind in kinds_in_deck(values)}
    for options in power.scopes.values():
        for option in options:
            said = Counter(scope[option.name] for scope in scopes.values() if option.name in scope)
            if said:
                shared[option.name] = max(said, key=lambda value: (said[value], value == values[option.name]))
    entries = list(table)
    for kind, scope in scopes.items():
        own = {name: value for name, value in scope.items() if value != shared[name]}
        entries[kind] = power.written(power_name(table[kind]), own)
    return shared | {"powers.cards": tuple(entries)}
