"""Changes of a rule book as bits: each option by its number, each answer by how it differs from the book's."""

from __future__ import annotations

from typing import Any

from ..house_rules import OPTIONS
from ..house_rules.card_powers import CardPower, power_name
from ..options import CardTable, Choice, Count, Flag, Option, Value, Values
from ..rules import Rules
from . import numbers
from .bits import BitReader, BitWriter

#: Bits of an option's number; the last number says that the number goes on in as many bits again.
OPTION_BITS = 6
GOES_ON = 2**OPTION_BITS - 1
RANK_BITS = 4
#: Options by their numbers, however they are listed elsewhere.
IN_ORDER = (
    *(name for name in numbers.OPTIONS if name in OPTIONS),
    *(name for name in OPTIONS if name not in numbers.OPTIONS),
)


class UnknownNumber(Exception):
    """A number that stands for nothing here: the code was made by another version."""


def pack(changes: Values, book: Rules) -> list[int]:
    """The letters of what is changed in a rule book."""
    bits = BitWriter()
    for name in IN_ORDER:
        # A table is as the book has it unless entries differ.
        if name in changes and not (isinstance(OPTIONS[name], CardTable) and changes[name] == book[name]):
            _write_option_number(bits, numbers.OPTIONS.index(name))
            _write_answer(bits, OPTIONS[name], changes[name], book[name])
    return bits.letters()


def unpack(letters: list[int], book: Rules) -> dict[str, Value]:
    """What is changed in a rule book."""
    bits = BitReader(letters)
    changes: dict[str, Value] = {}
    while bits.has_more:
        option = OPTIONS.get(_pick(numbers.OPTIONS, _read_option_number(bits)))
        if option is None:
            raise UnknownNumber
        changes[option.name] = _read_answer(bits, option, book[option.name])
    return changes


def _pick(names: tuple[str, ...], number: int) -> str:
    if number >= len(names):
        raise UnknownNumber
    return names[number]


def _write_option_number(bits: BitWriter, number: int) -> None:
    while number >= GOES_ON:
        bits.number(GOES_ON, OPTION_BITS)
        number -= GOES_ON
    bits.number(number, OPTION_BITS)


def _read_option_number(bits: BitReader) -> int:
    number = 0
    while (part := bits.number(OPTION_BITS)) == GOES_ON:
        number += GOES_ON
    return number + part


# Answers


def _write_answer(bits: BitWriter, option: Option, answer: Any, before: Any) -> None:
    """An answer, most often another than the book's: the book's own is named where an option would not keep it."""
    if isinstance(option, CardTable):
        _write_entries(bits, option, answer, before)
    elif isinstance(option, Choice):
        bits.natural(_choices(option, before).index(answer))
    elif isinstance(option, Count):
        difference = 0 if answer is None else answer - (before or 0)
        bits.natural(_fold(difference))
        if difference == 0:
            bits.flag(answer is None)
    else:
        assert isinstance(option, Flag)
        bits.flag(answer)


def _read_answer(bits: BitReader, option: Option, before: Any) -> Value:
    if isinstance(option, CardTable):
        return _read_entries(bits, option, before)
    if isinstance(option, Choice):
        return _pick(_choices(option, before), bits.natural())
    if isinstance(option, Count):
        difference = _unfold(bits.natural())
        return None if difference == 0 and bits.flag() else int((before or 0) + difference)
    assert isinstance(option, Flag)
    return bits.flag()


def _choices(option: Choice, before: Any) -> tuple[str, ...]:
    """All choices, the book's in the second place: the first one is the shortest, and new ones come last."""
    first, *others = [choice for choice in numbers.CHOICES[option.name] if choice != before]
    return (first, before, *others)


def _fold(number: int) -> int:
    """Whole numbers as numbers from 0: 0, 1, -1, 2, -2, ..."""
    return 2 * number - 1 if number > 0 else -2 * number


def _unfold(number: int) -> int:
    return (number + 1) // 2 if number % 2 else -(number // 2)


# Tables of cards


def _write_entries(bits: BitWriter, table: CardTable, answer: Value, before: Value) -> None:
    """The entries that differ: which rank and colour, whether the same as the last one, and if not, what."""
    last: Value = None
    following = -1
    for place, (key, entry) in enumerate(table.differing_entries(answer, before).items()):
        rank = numbers.RANKS.index(key.rstrip("br"))
        if place > 0:
            bits.flag(True)
            bits.flag(rank == following)
        if place == 0 or rank != following:
            bits.number(rank, RANK_BITS)
        bits.flag(key[-1] in "br")
        if key[-1] in "br":
            bits.flag(key[-1] == "r")
        if place > 0:
            bits.flag(entry == last)
        if place == 0 or entry != last:
            _write_entry(bits, table, entry, _entry_before(table, key, before))
        last, following = entry, rank + 1
    bits.flag(False)


def _read_entries(bits: BitReader, table: CardTable, before: Value) -> Value:
    answer = before
    entry: Value = None
    rank = -1
    while rank < 0 or bits.flag():
        is_first = rank < 0
        rank = rank + 1 if not is_first and bits.flag() else bits.number(RANK_BITS)
        key = _pick(numbers.RANKS, rank) + ("" if not bits.flag() else "r" if bits.flag() else "b")
        if is_first or not bits.flag():
            entry = _read_entry(bits, table, _entry_before(table, key, before))
        answer = table.put(answer, key, entry)
    return answer


def _entry_before(table: CardTable, key: str, before: Value) -> Any:
    assert isinstance(before, tuple)
    return before[table.kinds_of(key)[0]]


def _write_entry(bits: BitWriter, table: CardTable, entry: Any, before: Any) -> None:
    if not isinstance(table.each, CardPower):
        bits.natural(_fold(entry - before))
        return
    power = power_name(entry)
    bits.natural(numbers.POWERS.index(power))
    scope = table.each.own_scope(entry)
    following = 0
    for number, name in enumerate(numbers.SCOPES.get(power, ())):
        if name in scope:
            bits.flag(True)
            bits.natural(number - following)
            answer: Any = scope[name]
            bits.natural(numbers.CHOICES[name].index(answer) if name in numbers.CHOICES else answer)
            following = number + 1
    bits.flag(False)


def _read_entry(bits: BitReader, table: CardTable, before: Any) -> Value:
    if not isinstance(table.each, CardPower):
        return int(before + _unfold(bits.natural()))
    power = _pick(numbers.POWERS, bits.natural())
    scope: dict[str, Value] = {}
    number = -1
    while bits.flag():
        number += 1 + bits.natural()
        name = _pick(numbers.SCOPES.get(power, ()), number)
        said = bits.natural()
        scope[name] = _pick(numbers.CHOICES[name], said) if name in numbers.CHOICES else said
    return table.each.written(power, scope)
