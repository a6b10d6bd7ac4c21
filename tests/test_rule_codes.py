"""Codes of house rules: every mixture has one, it is read back exactly, mistakes are told, and no code ever changes."""

from __future__ import annotations

import itertools
import random

import pytest

from cambio.gallery import GALLERY
from cambio.house_rules.card_powers import CardPower
from cambio.options import CardTable, Choice
from cambio.rule_codes import CodeError, code_of, numbers, rules_from_code, rules_named
from cambio.rule_codes.letters import ALPHABET, LONGEST, LONGEST_TEXT, spell
from cambio.rules import OPTIONS, PRESETS, Rules, RulesError
from cambio.training.random_rules import random_rules, random_value

#: Codes that people may have kept, with all that they say in words of the classic rule book: append, change nothing.
KEPT = {
    "0SK2": "classic",
    "1QE8": "classic deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deck.values.Kr=-2 deck.values.X=-1 "
    "deal.max_seats=8 deal.opening=no turn.take=free powers.Q=look powers.K=none powers.look_swap=looked snap.who=any "
    "snap.match=value snap.window=discard snap.hand_limit=6 snap.word=flip call.lock=yes",
    "25CP": "classic deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deal.max_seats=6 powers.K=look "
    "powers.trade=own_other powers.look_at=own_other powers.look_swap=looked snap.who=any snap.penalty=2 call.lock=yes "
    "score.caller_tie=wins",
    "3BHW": "classic deal.max_seats=8 deal.opening=no turn.take=no powers.trade=owners powers.looks=1 "
    "powers.look_at=other powers.look_swap=own snap.who=any snap.give=may snap.word=stick call.lock=yes",
    "448F": "classic deck.jokers=0 deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deck.values.Kr=-2 "
    "deal.formation=free deal.opening=no deal.memory=choice turn.take=no turn.empty_hand=call powers.Q=look "
    "powers.K=none powers.looks=1 snap.who=any snap.window=discard snap.give=may snap.cards=2 snap.late_penalty=1 "
    "snap.word=burn call.word=knock call.lock=yes call.lock_looking=yes call.wrong_points=20 "
    "score.caller_tie=level score.tie=most_cards "
    "match.rounds=0 match.target=100",
    "20JQ-B462": "cambia deck.jokers=0 snap.penalty=1",
    "2QR8-S0": "cambia score.risky_fives=yes",
    "2J50-AFW4": "cambia call.last_turns=no call.limit=5",
    "2R7H-068S-0340-DKT": "cambia match.rounds=0 match.target=100 match.reset_at=100",
    "20JG-KHEX-3X30-JKC": "cambia deck.jokers=0 deck.counts.8=0 deck.counts.9=0 deck.counts.10=0 powers.J=spy",
    "0112-XVQ8-109": "classic deck.counts.2=0 deck.counts.3=0 deck.counts.4=0 deck.counts.5=0 deck.counts.6=0",
    "07WS-EPYR-GFP": "classic powers.Kr=look:1/other/own",
    "1B83-JQ": "flip snap.who=off",
}
#: What the tables held when they were last appended to.
COUNTED = {"RULE_BOOKS": 5, "OPTIONS": 54, "CHOICES": 19, "POWERS": 5, "SCOPES": 2, "RANKS": 14}


@pytest.mark.parametrize("code", KEPT)
def test_a_code_that_was_made_once_means_the_same_for_ever(code: str) -> None:
    rules = rules_from_code(code)
    assert rules == Rules.parse(KEPT[code])
    assert code_of(rules) == code


def test_every_option_and_answer_has_a_number() -> None:
    how = "append it in src/cambio/rule_codes/numbers.py"
    assert set(OPTIONS) <= set(numbers.OPTIONS), how
    assert set(PRESETS) <= set(numbers.RULE_BOOKS), how
    for name, option in OPTIONS.items():
        if isinstance(option, Choice):
            assert set(option.choices) <= set(numbers.CHOICES[name]), f"{name}: {how}"
        if isinstance(option, CardTable):
            assert set(option.ranks) <= set(numbers.RANKS), how
        if isinstance(option, CardTable) and isinstance(option.each, CardPower):
            assert set(option.each.choices) <= set(numbers.POWERS), how
            for power, scopes in option.each.scopes.items():
                assert {scope.name for scope in scopes} <= set(numbers.SCOPES[power]), f"{power}: {how}"


def test_nothing_that_has_a_number_has_it_twice_or_loses_it() -> None:
    for table, least in COUNTED.items():
        assert len(getattr(numbers, table)) >= least, f"{table}: what is withdrawn keeps its number"
    for names in (numbers.OPTIONS, numbers.RULE_BOOKS, numbers.POWERS, numbers.RANKS, *numbers.CHOICES.values()):
        assert len(set(names)) == len(names)
    assert len(numbers.RULE_BOOKS) <= numbers.OTHER_FORMATS


def test_random_rules_are_read_back_from_their_codes() -> None:
    rng = random.Random(27)
    for _ in range(300):
        rules = random_rules(rng)
        assert rules_from_code(code_of(rules)) == rules


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "powers.cards"])
def test_every_option_can_be_told_by_a_code(name: str) -> None:
    rng = random.Random(name)
    told = 0
    for book in PRESETS.values():
        book = book.but("match.reset_at=100")
        for _ in range(8):
            try:
                rules = book.but({name: random_value(OPTIONS[name], book[name], rng)})
            except RulesError:
                continue
            told += 1
            assert rules_from_code(code_of(rules)) == rules
    assert told


def test_powers_with_a_scope_of_their_own_are_told_by_a_code() -> None:
    entries = ("look:1/other/own", "look:/other", "look://looked", "look:1", "trade:owners", "trade", "none", "spy")
    told = set()
    for entry in entries:
        for book, key in itertools.product(PRESETS.values(), ("Kr", "A", "X", "10b")):
            try:
                rules = book.but(f"powers.cards.{key}={entry}")
            except RulesError:
                continue
            told.add(entry)
            assert rules_from_code(code_of(rules)) == rules
    assert told == set(entries)


def test_equal_rules_have_one_code_whatever_they_were_derived_from() -> None:
    rng = random.Random(4)
    for _ in range(20):
        rules = random_rules(rng)
        for book in PRESETS.values():
            again = book.but(rules.changes_from(book))
            assert code_of(again) == code_of(rules)


def test_a_few_house_rules_make_a_short_code() -> None:
    rng = random.Random(5)
    lengths: dict[int, list[int]] = {}
    for _ in range(400):
        rules = random_rules(rng)
        lengths.setdefault(str(rules).count("="), []).append(len(letters_of(code_of(rules))))
    assert max(lengths[0]) == 4
    for changes in range(1, 6):
        assert sum(lengths[changes]) / len(lengths[changes]) <= 6 + 2.4 * changes
    for mixture in GALLERY.values():
        assert len(letters_of(code_of(Rules.parse(mixture.rules)))) <= 15


def test_the_longest_code_can_be_typed() -> None:
    """Every option and every entry changed, each to the answer that takes most letters."""
    changes: dict[str, object] = {"snap.who": "any", "deck.decks": 8, "deal.max_seats": 2}
    for name, option in OPTIONS.items():
        if isinstance(option, CardTable):
            table = option.default
            for place, kind in enumerate(option.kinds):
                entry = {"deck.counts": 8 - place % 2, "deck.values": 100 - 199 * (place % 2)}.get(name)
                entry_text = ("look:1/other/own", "look:2/own_other/looked")[place % 2]
                table = option.put(table, kind, entry_text if entry is None else entry)
            changes[name] = table
    rules = PRESETS["camp"].but(changes).but("match.reset_at=9999", "match.target=10000", "call.limit=-20")
    code = code_of(rules)
    assert rules_from_code(code) == rules
    assert len(letters_of(code)) <= LONGEST * 3 / 4 and len(code) <= LONGEST_TEXT * 3 / 4


def letters_of(code: str) -> str:
    return code.replace("-", "")


@pytest.mark.parametrize(
    "typed",
    [
        "2qr8-s0",
        "2QR8S0",
        " 2QR8 S0\n",
        "2QR8–SO",
        "2.Q.R.8_S_o",
        "https://cambio.example/rules/2QR8-S0",
        "http://localhost:8000/rules/2qr8-s0/?from=chat#top",
        "/rules/2QR8-S0",
    ],
)
def test_a_code_is_understood_however_it_is_typed(typed: str) -> None:
    assert rules_from_code(typed) == Rules.parse("cambia score.risky_fives=yes")


def test_one_wrong_letter_and_two_that_change_places_are_always_noticed() -> None:
    rng = random.Random(6)
    for _ in range(12):
        letters = letters_of(code_of(random_rules(rng)))
        for place, letter in itertools.product(range(len(letters)), ALPHABET):
            if letters[place] != letter:
                refuse(letters[:place] + letter + letters[place + 1 :])
        for one, other in itertools.combinations(range(min(len(letters), 28)), 2):
            if letters[one] != letters[other]:
                swapped = list(letters)
                swapped[one], swapped[other] = letters[other], letters[one]
                refuse("".join(swapped))


def test_up_to_three_wrong_letters_are_always_noticed() -> None:
    rng = random.Random(7)
    for _ in range(3000):
        letters = list("2R7H068S0340DKT")
        for place in rng.sample(range(len(letters)), 3):
            letters[place] = rng.choice(ALPHABET.replace(letters[place], ""))
        refuse("".join(letters))


def test_letters_too_many_or_too_few_at_an_end_are_always_noticed() -> None:
    rng = random.Random(8)
    for _ in range(40):
        letters = letters_of(code_of(random_rules(rng)))
        refuse(letters[1:])
        refuse(letters[:-1])
        for letter in ALPHABET:
            refuse(letter + letters)
            refuse(letters + letter)


def test_a_made_up_code_passes_about_once_in_30_000_times() -> None:
    rng = random.Random(9)
    passed = 0
    for _ in range(60_000):
        try:
            rules_from_code("".join(rng.choices(ALPHABET, k=9)))
            passed += 1
        except RulesError:
            pass
    assert passed <= 8


def refuse(code: str) -> None:
    with pytest.raises(RulesError):
        rules_from_code(code)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "too short"),
        ("2QR", "too short"),
        ("2QR8-S1", "typing mistake"),
        ("2QU8-S0", "“U”"),
        ("2QR8-S0!", "“!”"),
        ("🂡🂡🂡🂡", "“🂡”"),
        ("0" * 5000, "too long"),
        ("0" * (LONGEST + 1), "too long"),
    ],
)
def test_what_is_no_code_is_told_kindly_in_both_languages(text: str, told: str) -> None:
    with pytest.raises(CodeError) as caught:
        rules_from_code(text)
    assert caught.value.text is not None
    assert told in caught.value.text.en
    assert caught.value.text.es and caught.value.text.es != caught.value.text.en


def test_a_code_of_a_later_version_is_told_apart_from_a_mistake() -> None:
    unknown_book, unknown_option, redundant = [30], [2, 31, 15], [2, 0, 0, 0, 0]
    for letters in (unknown_book, unknown_option, redundant):
        with pytest.raises(CodeError, match="another version"):
            rules_from_code(spell(letters))


def test_no_sequence_of_letters_breaks_the_reader() -> None:
    rng = random.Random(10)
    for _ in range(3000):
        letters = [rng.randrange(5), *(rng.randrange(32) for _ in range(rng.randrange(1, 30)))]
        try:
            rules = rules_from_code(spell(letters))
        except RulesError:
            continue
        assert rules_from_code(code_of(rules)) == rules


def test_no_rule_book_is_named_like_a_code() -> None:
    for name in PRESETS:
        refuse(name)


def test_rules_are_named_by_a_book_or_by_a_code_and_both_can_be_changed() -> None:
    risky = Rules.parse("cambia score.risky_fives=yes")
    assert rules_named("cambia score.risky_fives=yes") == risky
    assert rules_named("2QR8-S0") == rules_named("2qr8 s0") == risky
    assert rules_named("2QR8-S0 snap.penalty=3") == risky.but("snap.penalty=3")
    assert rules_named("snap.who=any") == Rules.parse("snap.who=any")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cambai", "did you mean 'cambia'"),
        ("Cambia", "did you mean 'cambia'"),
        ("nonsense", "expected a rule book"),
        ("2QR8-S1", "typing mistake"),
        ("2QR8-S0 snap.penalty=99", "snap.penalty"),
        ("2QR8-S0 snap.pnalty=1", "did you mean"),
    ],
)
def test_a_name_that_is_wrong_is_told_as_what_it_was_meant_to_be(text: str, told: str) -> None:
    with pytest.raises(RulesError, match=told):
        rules_named(text)


@pytest.mark.parametrize("name", GALLERY)
def test_a_mixture_of_the_gallery_is_written_the_shortest_way(name: str) -> None:
    mixture = GALLERY[name]
    assert str(Rules.parse(mixture.rules)) == mixture.rules
    assert mixture.rules not in PRESETS
