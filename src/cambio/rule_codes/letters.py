"""The letters of a code: digits and capitals that sound and look different, the last three of them a check.

The check is a Reed-Solomon code over the 32 letters: in a code of up to 28 letters any three that are wrong, and any
two that have changed places, are always noticed. Anything else passes once in 32,768 times.
"""

from __future__ import annotations

import re

from ..errors import RulesError
from ..languages import Text

#: Crockford's letters: without I, L and O, which are read as the digits they look like, and without U.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKES = str.maketrans("OIL", "011")
CHECK_LETTERS = 3
#: How many letters are said in one breath.
GROUP = 4
#: Rules with every entry of every table changed have some 350 letters.
LONGEST = 600
#: With spaces and dashes, or as a link.
LONGEST_TEXT = 1000

#: The field of 32 numbers: powers of 2, modulo x^5 + x^2 + 1.
_EXP = [1]
for _ in range(30):
    _EXP.append(_EXP[-1] << 1 ^ (0b100101 if _EXP[-1] & 16 else 0))
_LOG = {number: power for power, number in enumerate(_EXP)}
#: What the remainder is before the first letter and after the last: letters that are left out at either end are missed.
_BEFORE, _AFTER = (1, 2, 3), (21, 13, 8)


class CodeError(RulesError):
    """A text that is no code of house rules, or not any more."""


def _times(one: int, other: int) -> int:
    return _EXP[(_LOG[one] + _LOG[other]) % 31] if one and other else 0


def _generator() -> list[int]:
    """The polynomial whose roots are the first powers of 2, without its leading 1, highest power first."""
    polynomial = [1]
    for power in range(1, CHECK_LETTERS + 1):
        shifted = [*polynomial, 0]
        polynomial = [a ^ _times(_EXP[power], b) for a, b in zip(shifted, [0, *polynomial], strict=True)]
    return polynomial[1:]


_GENERATOR = _generator()


def check_numbers(numbers: list[int]) -> list[int]:
    """The numbers of the letters that have to follow."""
    remainder = list(_BEFORE)
    for number in numbers:
        factor = number ^ remainder[0]
        following = [*remainder[1:], 0]
        remainder = [kept ^ _times(factor, weight) for kept, weight in zip(following, _GENERATOR, strict=True)]
    return [number ^ after for number, after in zip(remainder, _AFTER, strict=True)]


def spell(numbers: list[int]) -> str:
    """Numbers below 32 as letters, with the check, in groups that are easy to read aloud."""
    letters = "".join(ALPHABET[number] for number in [*numbers, *check_numbers(numbers)])
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def read_letters(text: str) -> list[int]:
    """The numbers that a code spells, without the check; in capitals or not, with or without dashes, or as a link."""
    if len(text) > LONGEST_TEXT:
        raise _too_long()
    code = re.split(r"[?#]", text.rpartition("/rules/")[2])[0].strip().rstrip("/")
    letters = re.sub(r"[\s\-\u2010-\u2015_.]+", "", code).upper().translate(LOOKALIKES)
    if len(letters) > LONGEST:
        raise _too_long()
    for letter in letters:
        if letter not in ALPHABET:
            raise CodeError(
                f"expected a code of digits and letters without U, but found {letter!r} in it",
                text=Text(
                    "A code has digits and letters (never U), but here is “{}”.",
                    "Un código tiene cifras y letras (nunca U), pero aquí hay «{}».",
                ).fill(letter),
            )
    if len(letters) <= CHECK_LETTERS:
        raise CodeError(
            f"expected a code of at least {CHECK_LETTERS + 1} letters and digits, but found {len(letters)}",
            text=Text("This code is too short: part of it is missing.", "A este código le falta una parte."),
        )
    numbers = [ALPHABET.index(letter) for letter in letters]
    if check_numbers(numbers[:-CHECK_LETTERS]) != numbers[-CHECK_LETTERS:]:
        raise CodeError(
            f"expected a code of house rules, but {code!r} has a typing mistake: no rules have this code",
            text=Text(
                "There is a typing mistake in this code: compare it letter by letter.",
                "Hay un error en este código: compáralo letra por letra.",
            ),
        )
    return numbers[:-CHECK_LETTERS]


def _too_long() -> CodeError:
    return CodeError(
        f"expected a code of at most {LONGEST} letters and digits, but found more",
        text=Text("This is too long for a code of house rules.", "Es demasiado largo para un código de reglas."),
    )
