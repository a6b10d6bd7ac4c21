"""Rules: every house rule of a table as one frozen value, named by how it differs from a rule book.

>>> rules = Rules.parse("cambia snap.penalty=1 jokers=0")
>>> rules["snap.penalty"], rules.snap.who
(1, 'any')
>>> print(rules)
cambia deck.jokers=0 snap.penalty=1
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from .core.engine.cards import KINDS
from .core.engine.ruleset import Ruleset
from .errors import RulesError
from .house_rules import OPTIONS, SECTIONS
from .house_rules.contradictions import CONTRADICTIONS
from .languages import Language, Text
from .options import CardTable, Need, Option, Value, Values
from .presets import SOURCES

__all__ = ["OPTIONS", "PRESETS", "SECTIONS", "Rules", "RulesError", "schema"]

#: A second pack is the default of a new table above this many seats.
ONE_PACK_SEATS = 6


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


@dataclass(frozen=True, repr=False)
class Rules:
    """The answers to all options. Equal answers make equal rules, whatever they were derived from."""

    _answers: tuple[tuple[str, Value], ...]

    # Making rules

    @classmethod
    def of(cls, settings: Mapping[str, object] | None = None) -> Rules:
        """Rules from settings by name; what is not set is as in the classic rule book."""
        return cls._from(_fill_in(_check_settings(settings or {}), {}))

    @classmethod
    def _from(cls, values: dict[str, Value]) -> Rules:
        _refuse_contradictions(values)
        return cls(tuple((name, values[name]) for name in OPTIONS))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules named by difference: a preset, then what differs, like ``cambia snap.penalty=1``."""
        return _parse(text)

    @classmethod
    def from_json(cls, document: object) -> Rules:
        """Rules from an object of sections, as ``to_json`` makes it; what is missing is as in the classic rule book."""
        settings: dict[str, Value] = {}
        if not isinstance(document, Mapping):
            raise RulesError(f"expected an object of sections, but found {document!r}")
        for section, options in document.items():
            if section not in SECTIONS:
                raise RulesError(f"expected a section ({', '.join(SECTIONS)}), but found {section!r}")
            if not isinstance(options, Mapping):
                raise RulesError(f"{section}: expected an object of options, but found {options!r}")
            for short_name, value in options.items():
                option = option_named(f"{section}.{short_name}")
                settings[option.name] = option.from_json(value)
        return cls.of(settings)

    def but(self, *changes: str | Mapping[str, object]) -> Rules:
        """These rules with some options changed, each written ``name=value``, or as settings by name."""
        changed: dict[str, Value] = {}
        entries: set[str] = set()
        for change in changes:
            if not isinstance(change, str):
                changed |= _check_settings(change)
                continue
            name, equals, text = change.partition("=")
            if not equals:
                raise RulesError(f"expected option=value, like snap.penalty=1, but found {change!r}")
            option, key = _option_and_key(name)
            if (option.name in changed and key is None) or name in entries:
                raise RulesError(f"{name} is set twice", option.name)
            entries.add(name)
            if isinstance(option, CardTable):
                if key is None:
                    raise RulesError(f"{option.name}: say for which card, like {option.name}.K={text}", option.name)
                table = changed.get(option.name, self[option.name])
                changed[option.name] = option.put(table, key, option.parse_entry(key, text))
            else:
                changed[option.name] = option.parse(text)
        return Rules._from(_fill_in(changed, dict(self._answers)))

    def __reduce__(self) -> tuple[type[Rules], tuple[tuple[tuple[str, Value], ...]]]:
        """Rules travel between processes as their answers."""
        return Rules, (self._answers,)

    # Reading them

    @cached_property
    def _values(self) -> dict[str, Value]:
        return dict(self._answers)

    def __getitem__(self, name: str) -> Any:
        """The answer to an option, by its full or its unmistakable short name."""
        return self._values[option_named(name).name]

    def __getattr__(self, section: str) -> Section:
        if section not in SECTIONS:
            raise AttributeError(f"rules have no section {section!r}")
        return Section(self._values, section)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __str__(self) -> str:
        """The shortest name by difference; ``Rules.parse`` reads it back exactly."""
        return self._name

    @cached_property
    def _name(self) -> str:
        names = [" ".join([preset, *self.differences(rules)]) for preset, rules in PRESETS.items()]
        return min(names, key=lambda name: name.count("="))

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    def differences(self, base: Rules) -> list[str]:
        """What has to be changed in other rules to get these, as ``name=value``."""
        changed: dict[str, Value] = {}
        while True:
            reached = _fill_in(changed, base._values)
            missing = [name for name in OPTIONS if reached[name] != self._values[name]]
            if not missing:
                break
            # An option that others silence or awaken may come right by itself, so it is named last.
            leading = [name for name in missing if not OPTIONS[name].needs] or missing[:1]
            changed |= {name: self._values[name] for name in leading}
        written: list[str] = []
        for name in OPTIONS:
            if name not in changed:
                continue
            option = OPTIONS[name]
            if isinstance(option, CardTable):
                entries = option.differing_entries(self._values[name], base._values[name])
                written += [f"{name}.{key}={option.each.write(entry)}" for key, entry in entries.items()]
            else:
                written.append(f"{name}={option.write(self._values[name])}")
        return written

    def is_idle(self, name: str) -> bool:
        """The other options leave this one nothing to say."""
        return OPTIONS[name].is_idle(self._values)

    def unmet_need(self, name: str) -> Need | None:
        """What an idle option lacks before it says anything."""
        return OPTIONS[name].unmet_need(self._values)

    def say(self, name: str, language: Language = "en") -> str:
        """What these rules say about an option, as a sentence of a rule book."""
        return OPTIONS[name].say(self._values, language)

    def to_json(self) -> dict[str, dict[str, Any]]:
        document: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
        for name, value in self._answers:
            option = OPTIONS[name]
            document[option.section][option.short_name] = option.to_json(value)
        return document

    def flat(self) -> dict[str, Any]:
        """Every option by full name, as plain values; tables with a key for each rank and colour."""
        return {
            name: dict(zip(KINDS, value, strict=True)) if isinstance(value, tuple) else value
            for name, value in self._answers
        }

    # Playing by them

    @cached_property
    def ruleset(self) -> Ruleset:
        """What the core plays by."""
        return Ruleset(*self.entries())

    def entries(self) -> tuple[dict[str, int], Sequence[int], Sequence[int]]:
        """What a ruleset is made from: options by name, points and powers by kind of card, all as numbers."""
        numbers = {
            name: OPTIONS[name].number(value)
            for name, value in self._answers
            if value is not None and not isinstance(value, tuple)
        }
        powers = OPTIONS["powers.cards"]
        assert isinstance(powers, CardTable)
        return numbers, self["deck.values"], [powers.each.number(power) for power in self["powers.cards"]]

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players that these rules or their deck are not made for."""
        low, high = self["deal.min_seats"], self["deal.max_seats"]
        if not isinstance(seats, int) or not low <= seats <= high:
            raise RulesError(
                f"these rules are for {low} to {high} players (deal.min_seats, deal.max_seats), but found {seats!r}",
                "deal.min_seats",
                "deal.max_seats",
                text=Text(
                    "These rules are for {} to {} players, and this table has {} seats.",
                    "Estas reglas son para {} a {} jugadores, y esta mesa tiene {} asientos.",
                ).fill(low, high, seats),
            )
        _refuse_small_deck(self._values, seats)

    def suited_to(self, seats: int) -> Rules:
        """What a new table of that size plays by: above six seats with as many packs more as it needs."""
        rules = self
        while rules["deck.decks"] < OPTIONS["deck.decks"].schema()["maximum"]:
            per_pack = seats / rules["deck.decks"]
            if per_pack <= ONE_PACK_SEATS:
                break
            rules = rules.but(f"deck.decks={rules['deck.decks'] + 1}")
        return rules


def schema(language: Language = "en") -> dict[str, Any]:
    """JSON Schema of what ``Rules.from_json`` reads: what a form of house rules is made from."""
    sections: dict[str, Any] = {
        section: {"type": "object", "title": title.to(language), "properties": {}, "additionalProperties": False}
        for section, title in SECTIONS.items()
    }
    for option in OPTIONS.values():
        sections[option.section]["properties"][option.short_name] = option.schema() | {
            "description": option.about.to(language),
            "default": option.to_json(option.default),
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "House rules of Cambio",
        "type": "object",
        "properties": sections,
        "additionalProperties": False,
    }


@lru_cache(256)
def _parse(text: str) -> Rules:
    """Rules are immutable, so equal texts share one value and its ruleset."""
    words = text.split()
    base = PRESETS["classic"]
    if words and "=" not in words[0]:
        base = preset_named(words.pop(0))
    return base.but(*words)


def preset_named(name: str) -> Rules:
    if name not in PRESETS:
        raise RulesError(f"expected a rule book ({', '.join(PRESETS)}), but found {name!r}{_near(name, list(PRESETS))}")
    return PRESETS[name]


def _check_settings(settings: Mapping[str, object]) -> dict[str, Value]:
    """Settings by full name, each within its bounds."""
    checked: dict[str, Value] = {}
    for name, value in settings.items():
        option = option_named(name)
        if option.name in checked:
            raise RulesError(f"{option.name} is set twice", option.name)
        checked[option.name] = option.check(value)
    return checked


def option_named(name: str) -> Option:
    """The option of that full name, or of that short name if only one has it."""
    option, key = _option_and_key(name)
    if key is not None:
        raise RulesError(f"there is no option {name!r}")
    return option


def _option_and_key(name: str) -> tuple[Option, str | None]:
    """An option, and the card that is meant if the option is a table and the name goes on, as in deck.values.Kr."""
    if name in OPTIONS:
        return OPTIONS[name], None
    matches = [option for option in OPTIONS.values() if option.short_name == name]
    if len(matches) == 1:
        return matches[0], None
    if len(matches) > 1:
        full_names = " or ".join(option.name for option in matches)
        raise RulesError(f"{name} may mean {full_names}: say which")
    table_name, _, key = name.rpartition(".")
    if table_name:
        tables = [option for option in OPTIONS.values() if isinstance(option, CardTable)]
        for option in tables:
            if table_name in (option.name, option.short_name):
                return option, key
    raise RulesError(f"there is no option {name!r}{_near(name, [*OPTIONS, *(o.short_name for o in OPTIONS.values())])}")


def _near(name: str, names: list[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _fill_in(changed: dict[str, Value], base: dict[str, Value]) -> dict[str, Value]:
    """All answers: changes first, then the base's, where other options have not silenced or awakened the option."""
    values: dict[str, Value] = {name: option.default for name, option in OPTIONS.items()} | base | changed
    # An option may need another one that needs a third, so ask again until nothing changes.
    while True:
        before = dict(values)
        for name, option in OPTIONS.items():
            if name in changed or not option.needs:
                continue
            if option.is_idle(values):
                values[name] = option.idle
            elif base and not option.is_idle(base):
                values[name] = base[name]
            else:
                values[name] = option.default
        if values == before:
            return values


def _refuse_contradictions(values: Values) -> None:
    for name, option in OPTIONS.items():
        need = option.unmet_need(values)
        if need is not None and values[name] != option.idle:
            told = f"{_as_set(values, name)} needs {need.what.en}, but {_as_set(values, need.option)}"
            text = Text("This needs {}.", "Para esto hace falta {}.").fill(need.what)
            raise RulesError(told, name, need.option, text=text)
    for first, second, is_contradiction, text in CONTRADICTIONS:
        if is_contradiction(values):
            one, two = _as_set(values, first), _as_set(values, second)
            told = f"{one} and {two} contradict each other: {text.en[0].lower()}{text.en[1:-1]}"
            raise RulesError(told, first, second, text=text)
    _refuse_small_deck(values, int(values["deal.min_seats"]))  # type: ignore[arg-type]


def _refuse_small_deck(values: Values, seats: int) -> None:
    cards = int(values["deck.decks"]) * (52 + int(values["deck.jokers"]))  # type: ignore[arg-type]
    needed = seats * int(values["deal.cards"]) + bool(values["deal.opening"]) + 1  # type: ignore[arg-type]
    if needed > cards:
        raise RulesError(
            f"deck.decks={values['deck.decks']} has {cards} cards, too few for {seats} seats with "
            f"deal.cards={values['deal.cards']}: {needed} are needed to deal and to draw one",
            "deck.decks",
            "deal.cards",
            text=Text(
                "The deck has {} cards, but {} are needed for {} players. Use more packs, or deal fewer cards.",
                "La baraja tiene {} cartas, pero hacen falta {} para {} jugadores. Usa más barajas o reparte menos "
                "cartas.",
            ).fill(cards, needed, seats),
        )


def _as_set(values: Values, name: str) -> str:
    if isinstance(OPTIONS[name], CardTable):
        return f"{name} has none"
    return f"{name}={OPTIONS[name].write(values[name])}"


#: The five rule books, by name.
PRESETS = {name: Rules.of().but(*preset.settings.split()) for name, preset in SOURCES.items()}
