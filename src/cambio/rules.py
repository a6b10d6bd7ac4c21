"""Rules: every house rule of a table as one frozen value, named by how it differs from a rule book.

>>> rules = Rules.parse("cambia snap.penalty=1 jokers=0")
>>> rules["snap.penalty"], rules.snap.who
(1, 'any')
>>> print(rules)
cambia deck.jokers=0 snap.penalty=1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from .core.engine.ruleset import Ruleset
from .errors import RulesError
from .house_rules import OPTIONS, SECTIONS
from .house_rules.card_powers import power_name, share_scopes
from .house_rules.contradictions import refuse_contradictions, refuse_small_deck
from .house_rules.kinds import deck_size
from .house_rules.powers import CARD_POWER
from .house_rules.section import Section
from .languages import Language, Text
from .options import CardTable, Need, Option, Value, Values, Word
from .presets import DEFAULT_RULES, SOURCES

__all__ = ["OPTIONS", "PRESETS", "SECTIONS", "Rules", "RulesError", "schema"]

#: A second pack is the default of a new table above this many seats.
ONE_PACK_SEATS = 6


@dataclass(frozen=True, repr=False)
class Rules:
    """The answers to all options. Equal answers make equal rules, whatever they were derived from."""

    _answers: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self._answers, tuple) or len(self._answers) != len(OPTIONS):
            raise RulesError("expected rules to be made like this: Rules.parse('cambia snap.penalty=1')")

    # Making rules

    @classmethod
    def of(cls, settings: Mapping[str, object] | None = None) -> Rules:
        """Rules from settings by name; what is not set has the option's own default, which is classic's."""
        return cls._from(_fill_in(_check_settings({} if settings is None else settings), {}))

    @classmethod
    def _from(cls, values: dict[str, Value]) -> Rules:
        refuse_contradictions(values)
        return cls(tuple((name, values[name]) for name in OPTIONS))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules named by difference: a preset, then what differs, like ``cambia snap.penalty=1``.

        The preset may be left out: then it is cambia.
        """
        if not isinstance(text, str):
            raise RulesError(f"expected rules, as Rules or as text like 'cambia snap.penalty=1', but found {text!r}")
        return _parse(text)

    @classmethod
    def from_json(cls, document: object) -> Rules:
        """Rules from an object of sections, as ``to_json`` makes it; what is missing has the option's own default."""
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

    def __dir__(self) -> list[str]:
        """Sections are attributes, too."""
        return [*super().__dir__(), *SECTIONS]

    @property
    def answers(self) -> Values:
        """Every option's answer, by full name."""
        return self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __str__(self) -> str:
        """The shortest name by difference; ``Rules.parse`` reads it back exactly."""
        return self._name

    @cached_property
    def _name(self) -> str:
        at_least = {preset: self._changes_at_least(rules) for preset, rules in PRESETS.items()}
        differences: dict[str, list[str]] = {}
        for preset in sorted(PRESETS, key=at_least.__getitem__):
            if all(at_least[preset] <= len(found) for found in differences.values()):
                differences[preset] = self.differences(PRESETS[preset])
        nearest = min((preset for preset in PRESETS if preset in differences), key=lambda each: len(differences[each]))
        return " ".join([nearest, *differences[nearest]])

    def _changes_at_least(self, base: Rules) -> int:
        """In how many options they differ that depend on no others, which have to be named: quickly counted."""
        return sum(self._values[name] != base._values[name] for name in INDEPENDENT)

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    def changes_from(self, base: Rules, order: Iterable[str] = OPTIONS) -> dict[str, Value]:
        """The answers that have to be changed in other rules to get these, without those that follow by themselves.

        Where one of two would do, the order decides.
        """
        changed: dict[str, Value] = {}
        while True:
            reached = _fill_in(changed, base._values)
            if reached == self._values:
                return changed
            missing = [name for name in order if reached[name] != self._values[name] and name not in changed]
            # An option that others silence or awaken may come right by itself, so it is named last.
            leading = [name for name in missing if not OPTIONS[name].needs] or missing[:1]
            changed |= {name: self._values[name] for name in leading}

    def differences(self, base: Rules) -> list[str]:
        """What has to be changed in other rules to get these, as ``name=value``."""
        changed = self.changes_from(base)
        written: list[str] = []
        for name in OPTIONS:
            if name not in changed:
                continue
            option = OPTIONS[name]
            if isinstance(option, CardTable):
                entries = option.differing_entries(self._values[name], base._values[name])
                written += [f"{table_name(option)}.{key}={option.each.write(entry)}" for key, entry in entries.items()]
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
        """Every answer, section by section, as plain data."""
        document: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
        for name, value in self._answers:
            option = OPTIONS[name]
            document[option.section][option.short_name] = option.to_json(value)
        return document

    def flat(self) -> dict[str, Any]:
        """Every option by full name, as plain values; tables with a key for each rank and colour."""
        return {
            name: option.entries(self._values[name]) if isinstance(option, CardTable) else self._values[name]
            for name, option in OPTIONS.items()
        }

    # Playing by them

    @cached_property
    def ruleset(self) -> Ruleset:
        """What the core plays by."""
        return Ruleset(*self.entries())

    def entries(self) -> tuple[dict[str, int], dict[str, list[int]]]:
        """What a ruleset is made from: options by name, and tables by kind of card, all as numbers."""
        numbers = {
            name: OPTIONS[name].number(value)
            for name, value in self._answers
            if value is not None and not isinstance(OPTIONS[name], CardTable | Word)
        }
        powers = self["powers.cards"]
        tables = {
            "count": list(self["deck.counts"]),
            "value": list(self["deck.values"]),
            "power": [CARD_POWER.number(power) for power in powers],
        }
        scopes = {power: CARD_POWER.scope(power, self._values) for power in set(powers)}
        for option in CARD_POWER.all_scopes:
            number = {power: option.number(scope.get(option.name, option.default)) for power, scope in scopes.items()}
            tables[option.short_name] = [number[power] for power in powers]
        return numbers, tables

    @property
    def deck_size(self) -> int:
        """How many cards are shuffled."""
        return deck_size(self._values)

    def power_of(self, kind: int) -> tuple[str, dict[str, Value]]:
        """What a kind of card can do, and how far that reaches, by the options that would say so for all cards."""
        entry = self["powers.cards"][kind]
        return power_name(entry), CARD_POWER.scope(entry, self._values)

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
        refuse_small_deck(self._values, seats)

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
    base = PRESETS[DEFAULT_RULES]
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
    if not isinstance(settings, Mapping):
        raise RulesError(f"expected settings by name, like {{'snap.penalty': 1}}, but found {settings!r}")
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
    table, _, key = name.rpartition(".")
    for option in OPTIONS.values():
        if isinstance(option, CardTable) and table in (option.name, option.short_name, table_name(option)):
            return option, key
    raise RulesError(f"there is no option {name!r}{_near(name, [*OPTIONS, *(o.short_name for o in OPTIONS.values())])}")


def table_name(table: CardTable) -> str:
    """How the entries of a table are named: by its section alone, if that has no other table."""
    tables = [option for option in OPTIONS.values() if isinstance(option, CardTable)]
    is_only = sum(option.section == table.section for option in tables) == 1
    return table.section if is_only else table.name


def _near(name: str, names: list[str]) -> str:
    import difflib  # rarely needed, and long to load

    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _fill_in(changed: dict[str, Value], base: dict[str, Value]) -> dict[str, Value]:
    """All answers: changes first, then the base's, where other options have not silenced or awakened the option."""
    values: dict[str, Value] = {name: option.default for name, option in OPTIONS.items()} | base | changed
    values = share_scopes(CARD_POWER, values)
    scopes = {option.name for option in CARD_POWER.all_scopes}
    # An option may need another one that needs a third, so ask again until nothing changes.
    while True:
        before = dict(values)
        for name, option in OPTIONS.items():
            if name in changed or not option.needs:
                continue
            if option.is_idle(values):
                values[name] = option.idle
            elif name in scopes:
                continue
            elif base and not option.is_idle(base):
                values[name] = base[name]
            else:
                values[name] = option.default
        if values == before:
            return values


#: Options that others neither silence nor write otherwise.
INDEPENDENT = [name for name, option in OPTIONS.items() if not option.needs and name != "powers.cards"]
#: The rule books, by name.
PRESETS = {name: Rules.of().but(*preset.settings.split()) for name, preset in SOURCES.items()}
