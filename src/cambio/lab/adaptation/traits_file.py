"""Files of traits, as ``cambio lab tune`` writes them: by rules, and then for two seats or for more.

>>> book = TraitsBook({"cambia": {"2": {"doubt": 1.5}}})
>>> book.traits_for(Rules.parse("cambia snap.penalty=1"), 2)
{'doubt': 1.5}
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...bots.styles import TRAITS, nearest_preset
from ...rules import Rules, RulesError
from ..errors import LabError

#: Traits by name.
Traits = Mapping[str, float]
#: What a file holds: traits by the rules that they are for, and by the number of seats.
Document = Mapping[str, Mapping[str, Traits]]
SHAPE = '{"cambia": {"2": {"doubt": 1.5, ...}}}, as cambio lab tune writes it'


def seats_key(seats: int) -> str:
    """Traits are for two seats, or for more.

    >>> seats_key(2), seats_key(3), seats_key(6)
    ('2', '4', '4')
    """
    return "2" if seats == 2 else "4"


@dataclass
class TraitsBook:
    """Traits for some rules; experts have those of the ladder for all others."""

    document: Document = field(default_factory=dict)
    name: str = ""

    @classmethod
    def read(cls, file: str) -> TraitsBook:
        """Refuse a file that holds anything else, and say what is wrong with it."""
        path = Path(file)
        if not path.is_file():
            raise LabError(f"--traits: there is no file {file}; cambio lab tune --out {file} writes one")
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise LabError(f"--traits: expected JSON like {SHAPE}, but {file} can't be read: {error}") from None
        _check_document(document, file)
        return cls(document, file)

    def entry_for(self, rules: Rules, seats: int) -> Traits | None:
        """The traits for exactly these rules, if they are there."""
        for name, by_seats in self.document.items():
            if Rules.parse(name) == rules:
                return by_seats.get(seats_key(seats))
        return None

    def traits_for(self, rules: Rules, seats: int) -> Traits | None:
        """Those for exactly these rules, or for the preset that is nearest to them; None, if there are neither."""
        found = self.entry_for(rules, seats)
        if found is None:
            found = self.document.get(nearest_preset(rules), {}).get(seats_key(seats))
        return found

    def only_traits(self) -> Traits:
        """Those of a file that has no others."""
        found = [traits for by_seats in self.document.values() for traits in by_seats.values()]
        if len(found) != 1:
            raise LabError(f"expected traits for one game, but {self.name} has them for {len(found)}")
        return found[0]

    def check_use(self, rule_sets: Iterable[Rules], seats: int) -> None:
        """Refuse a file that has nothing for any of the tables of a run."""
        asked = list(rule_sets)
        if any(self.traits_for(rules, seats) is not None for rules in asked):
            return
        held = "; ".join(f"{name}, {key} seats" for name, by_seats in self.document.items() for key in by_seats)
        wanted = " | ".join(map(str, asked))
        raise LabError(
            f"--traits: expected traits for {wanted} with {seats} seats, or for the rule book nearest to it, but "
            f"{self.name} has {held or 'none'}: cambio lab tune --rules ... --seats {seats} --out FILE makes them"
        )

    def with_entry(self, rules: Rules, seats: int, traits: Traits) -> TraitsBook:
        document = {name: dict(by_seats) for name, by_seats in self.document.items()}
        name = next((name for name in document if Rules.parse(name) == rules), str(rules))
        document.setdefault(name, {})[seats_key(seats)] = dict(traits)
        return TraitsBook(document, self.name)

    def write(self, file: str) -> None:
        Path(file).write_text(json.dumps(self.document, indent=2) + "\n", encoding="utf-8")


def _check_document(document: object, file: str) -> None:
    if not isinstance(document, dict):
        raise LabError(f"--traits: expected {SHAPE}, but {file} holds {type(document).__name__}")
    for rules, by_seats in document.items():
        try:
            Rules.parse(rules)
        except RulesError as error:
            raise LabError(f"--traits: {file} has traits for {rules!r}: {error}") from None
        if not isinstance(by_seats, dict) or not set(by_seats) <= {"2", "4"}:
            raise LabError(f"--traits: expected traits for 2 seats or for 4 (and others), but {file} has {by_seats!r}")
        for traits in by_seats.values():
            _check_traits(traits, file)


def _check_traits(traits: object, file: str) -> None:
    if not isinstance(traits, dict):
        raise LabError(f"--traits: expected traits by name, but {file} has {traits!r}")
    for name, value in traits.items():
        if name not in TRAITS:
            near = difflib.get_close_matches(name, TRAITS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise LabError(f"--traits: {file} has {name!r}, which is no trait of an expert{hint}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise LabError(f"--traits: expected a number for {name}, but {file} has {value!r}")
