"""Every byte of a real server's file: whatever is changed is found and named, but for what docs/SHUFFLES.md lists."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cambio.notation import checksum
from cambio.shuffles import read_receipt
from cambio.verification import Result, verify
from cambio.verification.cli import HOLDS, NOT_CHECKED, UNREADABLE, WRONG, print_verification
from tests.shuffles.write_vectors import RECORDED, describe_case

CASES: list[dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
TEXT: str = CASES[0]["file"]
DATA = TEXT.encode()
#: What a changed value of a tag is named by.
NAMED_BY = {
    "rules": "first head",
    "dealer": "first head",
    "starter": "first head",
    "match": "first head",
    "round": "first head",
    "server commitment": "server seed",
    "server seed": "server seed",
    "commitment a": "seed a",
    "seed a": "seed a",
    "commitment b": "seed b",
    "seed b": "seed b",
    "first head": "first head",
    "last head": "last head",
    "deck": "deck",
    "result": "play",
}
#: One bit, a space, and the beginning of a comment.
WAYS: dict[str, Callable[[int], int]] = {
    "bit": lambda byte: byte ^ 1,
    "space": lambda _: ord(" "),
    "comment": lambda _: ord(";"),
}


@dataclass(frozen=True)
class Verdict:
    """What the command says of a file."""

    status: int
    #: The checks that are wrong, or why it can't be read.
    wrong: list[str]
    error: str


def verify_file(file: Path) -> Verdict:
    told, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(error):
        status = print_verification(argparse.Namespace(files=[str(file)], receipt=[], json=True))
    checks = json.loads(told.getvalue())["files"][0]["checks"] if status != UNREADABLE else []
    return Verdict(status, [each["check"] for each in checks if each["result"] == "wrong"], error.getvalue())


def changes(*ways: str) -> Iterator[tuple[int, bytes]]:
    """Each place, and the file with another byte there."""
    for place, byte in enumerate(DATA):
        for other in {WAYS[way](byte) for way in ways} - {byte}:
            yield place, DATA[:place] + bytes([other]) + DATA[place + 1 :]


def seal(data: bytes) -> bytes:
    """As a forger leaves it: with the checksum of what is in it now."""
    try:
        lines = data.decode().splitlines()
    except UnicodeDecodeError:
        return data
    end = next((index for index, line in enumerate(lines) if line.startswith("end")), None)
    return data if end is None else "\n".join([*lines[:end], f"end {checksum(lines[:end])}", ""]).encode()


def read_lines(text: str) -> list[list[str]]:
    """The words of each line, without comments and blank lines; an indented line goes on with the one before."""
    lines: list[list[str]] = []
    for line in text.splitlines():
        words = line.partition(";")[0].split()
        if words and line[0].isspace() and lines:
            lines[-1] += words
        elif words:
            lines.append(words)
    return lines


def what_counts(text: str) -> list[tuple[str, ...]]:
    """Without the closing line, and all that is in no hash and follows from nothing, or follows from the rest."""
    kept = [line for line in read_lines(text) if line[0] not in ("end", "race", "result:")]
    return [
        " ".join(line).partition(":")[:1] if line[0] == "seat" else tuple(word for word in line if word[0] != "=")
        for line in kept
    ]


def what_follows(text: str) -> set[tuple[int, str]]:
    """The faces that actions showed, and the result: they follow from the cards and the actions."""
    lines = [line for line in read_lines(text) if line[0] != "race"]
    result = [(-1, " ".join(line)) for line in lines if line[0] == "result:"]
    plays = [line for line in lines if not line[0].endswith(":") and line[0] not in ("seat", "result:")]
    return {*result, *((number, word) for number, line in enumerate(plays) for word in line if word[0] == "=")}


def test_the_files_of_real_servers_are_judged_as_they_were() -> None:
    for case in CASES:
        receipt = read_receipt(json.dumps(case["receipt"])) if case["receipt"] is not None else None
        assert describe_case(case["name"], case["file"], receipt) == case


def test_the_small_file_has_all_that_a_servers_file_has(tmp_path: Path) -> None:
    (tmp_path / "round.cambio").write_bytes(DATA)
    assert verify_file(tmp_path / "round.cambio") == Verdict(HOLDS, [], "")
    assert not TEXT.isascii() and "\nrace " in TEXT and " =" in TEXT and "\nresult: " in TEXT


def test_any_byte_that_is_changed_is_found(tmp_path: Path) -> None:
    """By the checksum, if by nothing else; how lines end, and blank lines, do not count."""
    file = tmp_path / "round.cambio"
    for place, altered in changes("bit"):
        file.write_bytes(altered)
        verdict = verify_file(file)
        where = (place, altered[max(place - 20, 0) : place + 20], verdict)
        if verdict.status == HOLDS:
            assert read_lines(altered.decode()) == read_lines(TEXT), where
        elif verdict.status == UNREADABLE:
            assert "line " in verdict.error or "is not a text file" in verdict.error, where
        else:
            assert verdict.status == WRONG and verdict.wrong, where


def test_a_checksum_that_is_taken_out_is_noted(tmp_path: Path) -> None:
    (tmp_path / "round.cambio").write_text(TEXT.replace("\nend ", "\nend;"), encoding="utf-8")
    assert verify_file(tmp_path / "round.cambio").status == HOLDS
    assert verify(TEXT.replace("\nend ", "\nend;")).result_of("checksum") == Result.NOTE


def test_any_byte_that_a_forger_changes_is_named_but_for_what_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "round.cambio"
    for place, altered in changes("bit", "space", "comment"):
        file.write_bytes(seal(altered))
        verdict = verify_file(file)
        start = DATA.rfind(b"\n", 0, place) + 1
        tag, colon, _ = DATA[start : DATA.find(b"\n", place)].decode(errors="replace").partition(":")
        where = (place, altered[max(place - 20, 0) : place + 20], verdict)
        if verdict.status == HOLDS:
            text = seal(altered).decode()
            assert what_counts(text) == what_counts(TEXT) and what_follows(text) <= what_follows(TEXT), where
        elif verdict.status == NOT_CHECKED:
            assert [each for each in read_lines(TEXT) if each not in read_lines(altered.decode())][:1] == [
                next(line for line in read_lines(TEXT) if line[:2] == ["server", "seed:"])
            ], where
        elif verdict.status == UNREADABLE:
            assert "line " in verdict.error or "is not a text file" in verdict.error, where
        elif colon and place - start > len(tag) and DATA[place] != ord("\n"):
            assert NAMED_BY[tag] in verdict.wrong, where
        else:
            assert verdict.wrong, where
