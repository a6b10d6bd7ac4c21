"""Experts for rules of one's own: traits from a file, a warning where there are none, and traits tuned first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cambio.bots.styles import STYLES, tuned_traits
from cambio.cli import main
from cambio.lab.adaptation import adapt as adapting
from cambio.lab.adaptation.adapt import Budget, adapt
from cambio.lab.adaptation.traits_file import TraitsBook
from cambio.lab.adaptation.untuned import untuned_options, warnings
from cambio.lab.lineup import style_of
from cambio.lab.statistics import Estimate
from cambio.rules import PRESETS, Rules
from tests.lab.runs import GAMES, refusal_of, run_json

LOCKLESS = Rules.parse("cambia call.lock=no")
#: One who calls whatever happens, so that a difference shows at once.
HASTY = {"call_from": 0.02, "call_ease": 0.1}


@pytest.fixture
def hasty(tmp_path: Path) -> str:
    file = tmp_path / "hasty.json"
    file.write_text(json.dumps({"cambia": {"2": HASTY}}), encoding="utf-8")
    return str(file)


def test_experts_play_with_the_traits_of_a_file(capsys: pytest.CaptureFixture[str], hasty: str) -> None:
    question = ("play", "--bots", "expert,casual", "--games", f"{GAMES}")
    stock, changed = run_json(capsys, *question), run_json(capsys, *question, "--traits", hasty)
    assert changed["seats"][0]["turn_one_calls"] > GAMES // 4 > stock["seats"][0]["turn_one_calls"]
    league = run_json(capsys, "league", *question[1:], "--traits", hasty)
    assert league["tables"][0]["shares"] == [row["share"] for row in changed["seats"]]
    rules = ("rules", "cambia", "--skill", "expert,casual", "--games", f"{GAMES}", "--traits", hasty)
    assert run_json(capsys, *rules)["rules"][0]["figures"]["turn_one_calls"]["value"] > 0.5


def test_traits_of_a_file_are_used_beside_programs_too(capsys: pytest.CaptureFixture[str], hasty: str) -> None:
    """Line-ups with other programs are played one by one, not in a batch: tested by what the players are made from."""
    assert style_of("expert", HASTY).traits == HASTY and not style_of("expert", HASTY).is_tuned
    assert style_of("search", HASTY).samples == STYLES["search"].samples
    assert style_of("casual", HASTY) is STYLES["casual"] and style_of("expert", None) is STYLES["expert"]


def test_what_tuning_wrote_is_found_by_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "traits.json"
    words = ["lab", "tune", "--rules", str(LOCKLESS), "--generations", "1", "--games", "8", "--jobs", "1"]
    assert main([*words, "--out", str(file)]) == 0
    book = TraitsBook.read(str(file))
    assert book.traits_for(LOCKLESS, 2) == book.entry_for(LOCKLESS, 2) != None  # noqa: E711
    assert book.traits_for(LOCKLESS, 3) is None and book.traits_for(PRESETS["cambia"], 2) is None
    assert warnings([LOCKLESS], ["expert"], 2, book) == []


def test_a_best_response_to_a_level_is_tuned(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "exploit.json"
    words = ("tune", "--generations", "1", "--games", "8", "--jobs", "1", "--against")
    assert main(["lab", *words, "master", "--out", str(file)]) == 0
    assert TraitsBook.read(str(file)).traits_for(PRESETS["cambia"], 2) is not None
    capsys.readouterr()
    assert "expected a level (random, " in refusal_of(capsys, *words, "genius")
    assert "use --out FILE" in refusal_of(capsys, *words, "expert", "--save")


def test_a_file_of_traits_is_refused_kindly(capsys: pytest.CaptureFixture[str], tmp_path: Path, hasty: str) -> None:
    question = ("play", "--bots", "expert,casual", "--traits")
    file = tmp_path / "traits.json"
    for text, expected in {
        "nonsense": "can't be read",
        "[]": "holds list",
        '{"camba": {}}': "did you mean 'cambia'?",
        '{"cambia": {"3": {}}}': "for 2 seats or for 4",
        '{"cambia": {"2": {"doubts": 1}}}': "did you mean 'doubt'?",
        '{"cambia": {"2": {"doubt": "much"}}}': "expected a number for doubt",
        '{"camp": {"2": {"doubt": 1}}}': "camp, 2 seats",
    }.items():
        file.write_text(text, encoding="utf-8")
        assert expected in refusal_of(capsys, *question, str(file))
    assert "cambio lab tune --out" in refusal_of(capsys, *question, "nowhere.json")
    assert "expected expert or search or master or champion" in refusal_of(
        capsys, "play", "--bots", "casual,random", "--traits", hasty
    )


def test_there_is_a_warning_where_an_expert_was_tuned_for_other_rules() -> None:
    assert all(untuned_options(rules) == [] for rules in PRESETS.values())
    assert untuned_options(Rules.parse("camp deal.cards=5 match.target=50 snap.word=snap deal.max_seats=7")) == [
        "deal.cards=5"
    ]
    (line,) = warnings([PRESETS["cambia"], LOCKLESS], ["expert", "casual", "expert"], 2, TraitsBook())
    assert "expert is tuned for cambia, not for call.lock=no" in line and "--adapt" in line
    assert warnings([LOCKLESS], ["solid", "casual"], 2, TraitsBook()) == []


def test_the_warning_is_told_once_and_beside_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "play", "--rules", str(LOCKLESS), "--bots", "expert,casual", "--games", "2", "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["rules"] == str(LOCKLESS)
    assert told.err.count("cambio: expert is tuned for cambia") == 1 == told.err.count("\n")


def test_adapting_tunes_where_it_is_needed_and_keeps_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    budget = Budget(generations=1, games=8, check_games=8)
    book = adapt(TraitsBook(name=str(file)), [PRESETS["cambia"], LOCKLESS], ["expert"], 2, 1, 1, budget)
    told = capsys.readouterr().err
    assert "tuning an expert for cambia call.lock=no, 2 seats" in told and str(file) in told
    assert TraitsBook.read(str(file)).document == book.document and list(book.document) == [str(LOCKLESS)]
    # Once is enough.
    assert adapt(book, [LOCKLESS], ["expert"], 2, 1, 1, budget) is book
    assert adapt(TraitsBook(), [LOCKLESS], ["casual"], 2, 1, 1, budget).document == {}
    # The command finds them, and does not tune again.
    words = ["lab", "rules", "cambia", str(LOCKLESS), "--games", "4", "--adapt", "--traits", str(file)]
    assert main([*words, "--jobs", "1"]) == 0
    assert capsys.readouterr().err == ""


def test_traits_that_are_not_surely_better_are_not_kept(tmp_path: Path) -> None:
    assert adapting.is_surely_better(Estimate(0.52, 0.51, 0.53, is_share=True), 2)
    assert not adapting.is_surely_better(Estimate(0.52, 0.49, 0.55, is_share=True), 2)
    assert adapting.is_surely_better(Estimate(0.35, 0.34, 0.36, is_share=True), 3)
    # A handful of games proves nothing.
    book = adapt(TraitsBook(name=str(tmp_path / "t.json")), [LOCKLESS], ["expert"], 2, 1, 1, Budget(1, 8, 4))
    kept, stock = book.entry_for(LOCKLESS, 2), tuned_traits("cambia", 2)
    assert kept is not None and {name: kept[name] for name in stock} == stock


def test_who_is_as_good_as_the_expert_gets_an_even_share() -> None:
    stock = adapting.stock_traits(LOCKLESS, 2)
    even = adapting.share_against_stock(LOCKLESS, 2, stock, stock, 1, 40)
    worse = adapting.share_against_stock(LOCKLESS, 2, {**stock, "call_from": 0.02}, stock, 1, 200)
    assert even is not None and worse is not None
    assert even.low < 0.5 < even.high and worse.high < 0.5
