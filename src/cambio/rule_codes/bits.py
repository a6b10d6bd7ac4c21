"""Bits: numbers of any size, one after another, in as many letters as they need."""

from __future__ import annotations

#: Bits of a letter.
LETTER = 5
#: No option has numbers as large as 2 to this power.
WIDEST = 24


class EndOfBits(Exception):
    """There are fewer bits than the next number needs, or the number is larger than any that is written."""


class BitWriter:
    def __init__(self) -> None:
        self._bits: list[int] = []

    def flag(self, value: bool) -> None:
        self._bits.append(int(value))

    def number(self, value: int, width: int) -> None:
        """A number in a fixed number of bits."""
        self._bits += [value >> place & 1 for place in reversed(range(width))]

    def natural(self, value: int) -> None:
        """A number from 0, small ones in few bits (Elias gamma: as many zeros as bits follow the leading one)."""
        width = (value + 1).bit_length()
        self.number(value + 1, 2 * width - 1)

    def letters(self) -> list[int]:
        """The number of each letter; the last one is filled up with zeros."""
        bits = self._bits + [0] * (-len(self._bits) % LETTER)
        return [int("".join(map(str, bits[start : start + LETTER])), 2) for start in range(0, len(bits), LETTER)]


class BitReader:
    def __init__(self, letters: list[int]) -> None:
        self._bits = [letter >> place & 1 for letter in letters for place in reversed(range(LETTER))]
        self._place = 0

    @property
    def has_more(self) -> bool:
        """Whether there is more than what fills up the last letter."""
        return len(self._bits) - self._place >= LETTER

    def flag(self) -> bool:
        return self.number(1) == 1

    def number(self, width: int) -> int:
        if self._place + width > len(self._bits):
            raise EndOfBits
        value = 0
        for bit in self._bits[self._place : self._place + width]:
            value = 2 * value + bit
        self._place += width
        return value

    def natural(self) -> int:
        zeros = 0
        while not self.flag():
            zeros += 1
            if zeros > WIDEST:
                raise EndOfBits
        return (1 << zeros) + self.number(zeros) - 1
