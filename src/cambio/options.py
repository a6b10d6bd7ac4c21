"""Options: what one house rule may say, and the plain sentence that says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .core.engine.cards import KINDS, RANKS
from .errors import RulesError
from .languages import SILENCE, Language, Text

Value = bool | int | str | None | tuple[int, ...] | tuple[str, ...]
Values = Mapping[str, Value]

YES_NO = {"yes": True, "no": False, "true": True, "false": False}
#: Two to ten, as sentences have them; larger numbers are written in digits.
NUMBER_WORDS: dict[Language, tuple[str, ...]] = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "es": ("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
}


@dataclass(frozen=True)
class Need:
    """An option says something only if another one lets it."""

    what: Text
    option: str
    holds: Callable[[Values], bool]
    #: Other options that would do as well.
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Aside:
    """Words of an option's sentences that other options may make untrue: then others stand there instead, or none."""

    words: Text
    holds: Callable[[Values], bool]
    instead: Text = SILENCE


def settle_asides(said: str, asides: tuple[Aside, ...], values: Values, language: Language) -> str:
    """A sentence that says only what the other options leave true."""
    for aside in asides:
        if not aside.holds(values):
            said = said.replace(aside.words.to(language), aside.instead.to(language))
    return said


@dataclass(frozen=True)
class Option:
    """One house rule: how it is named, what it may be, and how it reads."""

    name: str
    default: Value
    about: Text
    sentences: Mapping[Value, Text] | Text
    needs: tuple[Need, ...] = ()
    idle: Value = None
    asides: tuple[Aside, ...] = ()

    @property
    def section(self) -> str:
        return self.name.partition(".")[0]

    @property
    def short_name(self) -> str:
        return self.name.partition(".")[2]

    def is_idle(self, values: Values) -> bool:
        """The other options leave this one nothing to say."""
        return self.unmet_need(values) is not None

    def unmet_need(self, values: Values) -> Need | None:
        return next((need for need in self.needs if not need.holds(values)), None)

    def check(self, value: object) -> Value:
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        raise NotImplementedError

    def write(self, value: Value) -> str:
        return "none" if value is None else str(value)

    def number(self, value: Value) -> int:
        """How the core reads the value."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        raise NotImplementedError

    def allowed(self) -> str:
        raise NotImplementedError

    def to_json(self, value: Value) -> Any:
        return value

    def from_json(self, value: object) -> Value:
        return self.check(value)

    def say(self, values: Values, language: Language = "en") -> str:
        """The rule as a sentence of a rule book; empty where there is nothing to say."""
        return settle_asides(self.sentence(values[self.name], language), self.asides, values, language)

    def sentence(self, value: Value, language: Language = "en") -> str:
        if isinstance(self.sentences, Text):
            return self.sentences.fill(value).to(language)
        if value in self.sentences:
            return self.sentences[value].to(language)
        template = self.sentences["other"].to(language)
        said = template.format(number_word(value, language))
        return said[0].upper() + said[1:] if template.startswith("{}") else said

    def unexpected(self, came: object) -> RulesError:
        return RulesError(
            f"{self.name}: expected {self.allowed()}, but found {came!r}", self.name, text=self.expectation()
        )

    def expectation(self) -> Text | None:
        """What players are told who have set something else."""
        return None


@dataclass(frozen=True)
class Flag(Option):
    def check(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise self.unexpected(value)
        return value

    def parse(self, text: str) -> Value:
        if text.lower() not in YES_NO:
            raise self.unexpected(text)
        return YES_NO[text.lower()]

    def write(self, value: Value) -> str:
        return "yes" if value else "no"

    def number(self, value: Value) -> int:
        return 1 if value else 0

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def allowed(self) -> str:
        return "yes or no"


@dataclass(frozen=True)
class Count(Option):
    low: int = 0
    high: int = 0
    may_be_none: bool = False

    def check(self, value: object) -> Value:
        if value is None and self.may_be_none:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self.unexpected(value)
        return value

    def parse(self, text: str) -> Value:
        if text == "none" and self.may_be_none:
            return None
        return self.check(whole_number(text, self))

    def number(self, value: Value) -> int:
        assert isinstance(value, int)
        return value

    def schema(self) -> dict[str, Any]:
        number: dict[str, Any] = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"anyOf": [{"type": "null"}, number]} if self.may_be_none else number

    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}" + (", or none" if self.may_be_none else "")

    def expectation(self) -> Text:
        if self.may_be_none:
            said = Text(
                "Choose a whole number from {} to {}, or leave this empty.",
                "Elige un número entero del {} al {}, o déjalo vacío.",
            )
        else:
            said = Text("Choose a whole number from {} to {}.", "Elige un número entero del {} al {}.")
        return said.fill(self.low, self.high)


@dataclass(frozen=True)
class Choice(Option):
    """One of the answers that have a sentence."""

    @cached_property
    def choices(self) -> tuple[str, ...]:
        assert isinstance(self.sentences, Mapping)
        return tuple(str(choice) for choice in self.sentences)

    def check(self, value: object) -> Value:
        if value not in self.choices:
            raise self.unexpected(value)
        assert isinstance(value, str)
        return value

    def parse(self, text: str) -> Value:
        return self.check(text)

    def number(self, value: Value) -> int:
        assert isinstance(value, str)
        return self.choices.index(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices)}

    def allowed(self) -> str:
        return " or ".join([", ".join(self.choices[:-1]), self.choices[-1]])


@dataclass(frozen=True)
class Word(Choice):
    """What people at a table call a thing. Sentences are written with the default; the engine knows nothing of it."""


@dataclass(frozen=True)
class CardTable(Option):
    """A value for each rank and colour; a key without a colour, like K, stands for both."""

    each: Option = field(default_factory=lambda: Count("card", 0, SILENCE, SILENCE))
    #: Ranks that the table says nothing about come after these.
    ranks: tuple[str, ...] = RANKS

    @property
    def kinds(self) -> tuple[str, ...]:
        """The keys of the table's entries, in their order."""
        return KINDS[: len("br") * len(self.ranks)]

    def entries(self, value: Value) -> dict[str, Any]:
        """The entry of each kind."""
        assert isinstance(value, tuple)
        return dict(zip(self.kinds, value, strict=True))

    def check(self, value: object) -> Value:
        if isinstance(value, Mapping):
            return self.from_json(value)
        if not isinstance(value, tuple) or len(value) != len(self.kinds):
            raise self.unexpected(value)
        checked = [self.check_entry(kind, entry) for kind, entry in zip(self.kinds, value, strict=True)]
        return tuple(checked)  # type: ignore[return-value]

    def check_entry(self, key: str, entry: object) -> Value:
        try:
            return self.each.check(entry)
        except RulesError:
            raise RulesError(
                f"{self.name}.{key}: expected {self.each.allowed()}, but found {entry!r}",
                self.name,
                text=self.each.expectation(),
            ) from None

    def kinds_of(self, key: str) -> list[int]:
        """The kinds of card that a key names."""
        kinds = [index for index, kind in enumerate(self.kinds) if key in (kind, kind[:-1])]
        if not kinds:
            raise RulesError(
                f"{self.name}: expected a rank from {self.ranks[0]} to {self.ranks[-1]}, like K, or with a colour, "
                f"like Kr or Kb, but found {key!r}",
                self.name,
            )
        return kinds

    def put(self, table: Value, key: str, entry: Value) -> Value:
        """The table with another entry for the cards of that key."""
        assert isinstance(table, tuple)
        entries: list[Any] = list(table)
        for kind in self.kinds_of(key):
            entries[kind] = entry
        return tuple(entries)

    def parse_entry(self, key: str, text: str) -> Value:
        self.kinds_of(key)
        entry: object = text
        if isinstance(self.each, Count):
            entry = whole_number(text, self)
        return self.check_entry(key, entry)

    def differing_entries(self, value: Value, other: Value) -> dict[str, Value]:
        """The entries in which a table differs from another, both colours under one key where they are the same."""
        assert isinstance(value, tuple) and isinstance(other, tuple)
        entries: dict[str, Value] = {}
        for rank, text in enumerate(self.ranks):
            black, red = value[2 * rank : 2 * rank + 2]
            if value[2 * rank : 2 * rank + 2] == other[2 * rank : 2 * rank + 2]:
                continue
            if black == red:
                entries[text] = black
                continue
            if black != other[2 * rank]:
                entries[text + "b"] = black
            if red != other[2 * rank + 1]:
                entries[text + "r"] = red
        return entries

    def write(self, value: Value) -> str:
        return " ".join(f"{key}={self.each.write(entry)}" for key, entry in self.to_json(value).items())

    def schema(self) -> dict[str, Any]:
        keys = "|".join(self.ranks)
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^({keys})[br]?$"},
            "additionalProperties": self.each.schema(),
        }

    def allowed(self) -> str:
        return f"{self.each.allowed()} for each rank and colour"

    def to_json(self, value: Value) -> Any:
        """Keys without a colour where both colours are the same."""
        assert isinstance(value, tuple)
        entries: dict[str, Any] = {}
        for rank, text in enumerate(self.ranks):
            black, red = value[2 * rank : 2 * rank + 2]
            entries |= {text: black} if black == red else {text + "b": black, text + "r": red}
        return entries

    def from_json(self, value: object) -> Value:
        """Cards that are not mentioned keep the default."""
        if not isinstance(value, Mapping):
            raise self.unexpected(value)
        table = self.default
        for key, entry in value.items():
            table = self.put(table, str(key), self.check_entry(str(key), entry))
        return table


def whole_number(text: str, option: Option) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise option.unexpected(text)
    return int(text)


def number_word(value: Value, language: Language) -> str:
    """Small numbers as words, others in digits, with a true minus sign as cards and tallies have it."""
    is_small = isinstance(value, int) and 2 <= value < 2 + len(NUMBER_WORDS[language])
    return NUMBER_WORDS[language][value - 2] if is_small else digits(value)  # type: ignore[operator]


def digits(value: Value) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
