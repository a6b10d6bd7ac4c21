"""Bots in other programs: whatever they do, the round goes on, the report says what was wrong, and nothing is left."""

from __future__ import annotations

import gc
import json
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cambio import Game, Snap
from cambio.bots import ExternalBot, Fault, Report, play_round, seated
from cambio.bots.process import MAX_UNREAD_BYTES, Process, ProcessFailed
from cambio.bots.seat_agent import FAULTS_ENDURED
from tests.bots.players import stand_ins
from tests.bots.programs import FIRST_LEGAL, PATIENT, SHELL, Script, children, is_running

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs to see which processes there are")
#: Short, so that those who hang do not keep us.
SHORT = 0.3


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No test leaves a program, a zombie or a pipe behind."""
    gc.collect()
    before = open_files(), children()
    yield
    gc.collect()
    assert (open_files(), children()) == before


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def only_fault(report: Report) -> Fault:
    assert len(report.faults) == 1, report.faults
    return report.faults[0]


# Those who play well


@pytest.mark.parametrize("command", [FIRST_LEGAL, SHELL], ids=["python", "shell"])
@pytest.mark.parametrize("rules", ["classic", "cambia"])
def test_the_examples_play(command: tuple[str, ...], rules: str) -> None:
    with ExternalBot(command, decision=PATIENT) as bot:
        for seed in range(2):
            game = Game(rules, 2, seed=seed)
            report = play_round(game, seated(game, [bot, bot], seed))
            assert not report.faults
            assert report.outcome.reason == "called"


def test_one_program_plays_many_rounds(tmp_path: Path) -> None:
    script = Script(tmp_path, "serve(well)")
    assert not any(report.faults for report in script.rounds(5))
    assert len(script.noted("start")) == 1


def test_each_seat_has_a_program_of_its_own_and_they_are_used_again(tmp_path: Path) -> None:
    script = Script(tmp_path, "serve(well)")
    with script.bot as bot:
        for seed in range(3):
            game = Game("cambia", 3, seed=seed)
            assert not play_round(game, seated(game, [bot] * 3, seed)).faults
    assert len(script.noted("start")) == 3


def test_a_program_may_end_with_its_round(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"cambio": 1})
    elif message["type"] == "choose":
        well(message)
    elif message["type"] == "over":
        mark("over " + message["outcome"]["reason"])
        sys.exit()
"""
    script = Script(tmp_path, body)
    assert not any(report.faults for report in script.rounds(6))
    assert script.noted("over") == ["called"] * 6
    assert len(script.noted("start")) == 6


def test_a_program_is_told_everything_that_its_seat_may_know_and_no_more(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    mark("told " + line.strip())
    message = json.loads(line)
    if message["type"] == "hello":
        say({"cambio": 1})
    elif message["type"] == "choose":
        well(message)
"""
    script = Script(tmp_path, body)
    game = Game("cambia", 2, seed=9)
    with script.bot as bot:
        report = play_round(game, seated(game, [bot, bot], seed=1))
        assert not report.faults
        # The programs may still be writing down the end.
        bot.close()
    told = [json.loads(line) for line in script.noted("told")]
    hellos = [message for message in told if message["type"] == "hello"]
    assert sorted(message["seat"] for message in hellos) == ["a", "b"]
    assert all(message["rules"] == game.rules.to_json() and message["seats"] == 2 for message in hellos)
    assert hellos[0]["seed"] != hellos[1]["seed"]
    events = [message for message in told if message["type"] == "event"]
    expected = [{"type": "event", **event.to_json()} for seat in game.seats for event in game.heard_by(seat)]
    assert sorted(map(str, events)) == sorted(map(str, expected))
    assert [message["outcome"] for message in told if message["type"] == "over"] == [report.outcome.to_json()] * 2
    assert {tuple(message) for message in told} >= {("type", "id", "legal", "wait", "two", "view"), ("type", "outcome")}


def test_a_program_may_snap_any_two_of_the_listed_cards_where_the_rules_allow_it(tmp_path: Path) -> None:
    body = """
snaps = 20
def answer(question):
    global snaps
    if snaps and question["two"] and len(question["legal"]) > 1:
        snaps -= 1
        first, second = (words.split()[1] for words in question["legal"][:2])
        mark("pairs " + str(sum(len(words.split()) > 3 for words in question["legal"])))
        say({"id": question["id"], "action": f"snap {second} {first}"})
    else:
        well(question)
serve(answer)
"""
    script = Script(tmp_path, body)
    game = Game("camp", 2, seed=9)
    with script.bot as bot:
        report = play_round(game, [bot(game.rules, 2, "a", 1), *stand_ins(game)[1:]])
    assert not report.faults
    assert {len(action.places()) for actor, action in game.record if isinstance(action, Snap)} == {2}
    assert set(script.noted("pairs")) == {"0"}


def test_two_cards_at_once_are_refused_to_a_program_where_the_rules_do_not_allow_it(tmp_path: Path) -> None:
    body = """
def answer(question):
    if question["wait"] and question["legal"]:
        say({"id": question["id"], "action": "snap a1 a2"})
    else:
        well(question)
serve(answer)
"""
    (report,) = Script(tmp_path, body).rounds(1)
    assert report.faults
    assert all("snap a1 a2" in fault.came for fault in report.faults)


def test_the_fastest_program_snaps_first(tmp_path: Path) -> None:
    body = """
snaps = 1
def answer(question):
    global snaps
    seat = question["view"]["viewer"]
    own = [words for words in question["legal"] if words.startswith("snap " + seat)]
    if snaps and own:
        snaps = 0
        say({"id": question["id"], "action": own[0].split(" #")[0], "after": {"a": 0.5, "b": 0.25}[seat]})
    else:
        well(question)
serve(answer)
"""
    script = Script(tmp_path, body)
    game = Game("cambia", 2, seed=3)
    with script.bot as bot:
        assert not play_round(game, seated(game, [bot, bot], seed=1)).faults
    assert next(actor for actor, action in game.record if action.verb == "snap") == "b"


def test_much_talk_on_the_error_output_disturbs_nobody(tmp_path: Path) -> None:
    body = """
def answer(question):
    complain("x" * 200_000)
    well(question)
serve(answer)
"""
    assert not any(report.faults for report in Script(tmp_path, body).rounds(1))


# Those who do not


def test_a_command_that_is_none() -> None:
    with pytest.raises(ValueError, match="expected a command"):
        ExternalBot("")


@pytest.mark.parametrize(
    ("command", "came"),
    [("./no-such-bot", "No such file or directory: ./no-such-bot"), ("./README.md", "Permission denied: ./README.md")],
)
def test_a_program_that_can_not_be_started(command: str, came: str) -> None:
    game = Game("cambia", 2, seed=1)
    with ExternalBot(command) as bot:
        report = play_round(game, seated(game, [bot, bot], seed=1))
    assert [(fault.seat, fault.expected, fault.came) for fault in report.faults] == [
        (seat, "a program that can be started", came) for seat in game.seats
    ]


def test_a_crash_at_the_start_is_told_with_the_last_words_and_tried_a_few_times(tmp_path: Path) -> None:
    script = Script(tmp_path, "complain('no brain found'); sys.exit(3)")
    reports = script.rounds(6)
    faults = [only_fault(report) for report in reports]
    assert faults[0].expected == 'the answer {"cambio": 1} to a hello within 5 s'
    assert faults[0].came == "a program that ended (3)"
    assert faults[0].notes == "no brain found"
    assert faults[4].came == "one that has failed 4 times and is not started again"
    assert len(script.noted("start")) == 4


def test_a_crash_in_the_middle_costs_the_round_and_not_the_next(tmp_path: Path) -> None:
    body = """
def answer(question):
    if question["view"]["lap"] == 3 and not os.path.exists(sys.argv[1] + ".crashed"):
        open(sys.argv[1] + ".crashed", "w").close()
        raise RuntimeError("lost count")
    well(question)
serve(answer)
"""
    script = Script(tmp_path, body)
    first, second = script.rounds(2)
    fault = only_fault(first)
    assert fault.moment.startswith("lap 3, ")
    assert fault.came == "a program that ended (1)"
    assert fault.notes.endswith("RuntimeError: lost count")
    assert not second.faults
    assert len(script.noted("start")) == 2


def test_a_program_that_is_killed(tmp_path: Path) -> None:
    script = Script(tmp_path, "serve(lambda question: os.kill(os.getpid(), signal.SIGSEGV))")
    assert only_fault(script.rounds(1)[0]).came == "a program that was ended by signal 11"


def test_a_program_that_hangs_is_killed_with_all_its_children(tmp_path: Path) -> None:
    body = """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
mark(f"child {subprocess.Popen(['sleep', '60']).pid}")

def answer(question):
    complain("let me think")
    time.sleep(60)
serve(answer)
"""
    script = Script(tmp_path, body, decision=SHORT)
    begun = time.monotonic()
    report = script.round()
    assert time.monotonic() - begun < 10
    fault = only_fault(report)
    assert fault.expected == "one of: ready, peek a3, peek a4; as an answer to question 1 within 0.3 s"
    assert (fault.came, fault.notes) == ("nothing in time", "let me think")
    pids = [int(pid) for pid in script.noted("start") + script.noted("child")]
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)
    script.bot.close()


def test_a_program_that_does_not_end_when_its_input_does_is_ended(tmp_path: Path) -> None:
    body = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
mark(f"child {subprocess.Popen(['sleep', '60']).pid}")
serve(well)
time.sleep(60)
"""
    script = Script(tmp_path, body)
    assert not script.rounds(1)[0].faults
    assert not any(is_running(int(pid)) for pid in script.noted("start") + script.noted("child"))


@pytest.mark.parametrize("body", ["time.sleep(60)", "signal.pause()", "sys.stdin.readline(); time.sleep(60)"])
def test_a_program_that_does_not_answer_the_hello(tmp_path: Path, body: str) -> None:
    fault = only_fault(Script(tmp_path, body, hello=SHORT).rounds(1)[0])
    assert fault.expected == 'the answer {"cambio": 1} to a hello within 0.3 s'
    assert fault.came == "nothing in time"


@pytest.mark.parametrize("answer", ["{}", '{"cambio": 2}', "[1]", "hello!"])
def test_a_program_that_answers_the_hello_wrongly(tmp_path: Path, answer: str) -> None:
    script = Script(tmp_path, f"sys.stdin.readline(); print({answer!r}, flush=True); time.sleep(60)")
    assert only_fault(script.rounds(1)[0]).expected == 'the answer {"cambio": 1} to a hello within 5 s'


WRONG = {
    "an unlawful action": ('say({"id": question["id"], "action": "settle"})', "'settle'"),
    "words that are no action": ('say({"id": question["id"], "action": "drwa"})', "'drwa'"),
    "a number": ('say({"id": question["id"], "action": 7})', "7"),
    "waiting": ('say({"id": question["id"], "action": None})', "None"),
    "no action": ('say({"id": question["id"]})', "{'id': 1}"),
    "a list": ("say([1, 2])", "[1, 2]"),
    "the wrong question": (
        'say({"id": question["id"] + 1, "action": usual(question)})',
        "{'action': 'ready', 'id': 2}",
    ),
    "no question": ('say({"action": usual(question)})', "{'action': 'ready'}"),
    "true for a question": ('say({"id": True, "action": usual(question)})', "{'action': 'ready', 'id': True}"),
    "a list for a question": ('say({"id": [1], "action": usual(question)})', "{'action': 'ready', 'id': [1]}"),
    "a time before now": ('say({"id": question["id"], "action": usual(question), "after": -1})', "-1"),
    "no time at all": ('say({"id": question["id"], "action": usual(question), "after": float("nan")})', "nan"),
    "garbage": ('print("thinking...", flush=True)', "a line that is not JSON: 'thinking...'"),
    "half an object": ('print("{", flush=True)', "a line that is not JSON: '{'"),
    "bytes": (
        "sys.stdout.buffer.write(bytes([255, 0, 10])); sys.stdout.flush()",
        "a line that is not JSON: '\ufffd\\x00'",
    ),
    "a deep hole": ('print("[" * 60_000, flush=True)', "a line that is not JSON: '[[["),
}


@pytest.mark.parametrize(("statement", "came"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_answer_is_a_fault_and_not_the_end(tmp_path: Path, statement: str, came: str) -> None:
    body = f"""
wrong = True
def answer(question):
    global wrong
    if wrong and not question["wait"]:
        wrong = False
        complain("what was the question?")
        {statement}
    else:
        well(question)
serve(answer)
"""
    script = Script(tmp_path, body)
    first, second = script.rounds(2)
    fault = only_fault(first)
    assert fault.came.startswith(came)
    assert fault.notes == "what was the question?"
    assert not second.faults
    assert len(script.noted("start")) == 1


def test_an_answer_that_comes_too_late_is_dropped(tmp_path: Path) -> None:
    body = """
def answer(question):
    if question["id"] == 2:
        print("let me see...\\n", flush=True)
    well(question)
serve(answer)
"""
    script = Script(tmp_path, body)
    assert "let me see" in only_fault(script.rounds(1)[0]).came


def test_a_program_that_never_answers_well_plays_no_more_of_the_round(tmp_path: Path) -> None:
    script = Script(tmp_path, 'serve(lambda question: say({"id": question["id"], "action": "dance"}))')
    first, second = script.rounds(2)
    assert len(first.faults) == len(second.faults) == FAULTS_ENDURED


LOST = {
    "a line without end": ("sys.stdout.write('x' * 1_000_000); sys.stdout.flush()", "a line of more than 65536 bytes"),
    "a flood": ("[print('x' * 70_000) for _ in range(1_000_000)]", "a line of more than 65536 bytes"),
    "nothing but empty lines": ("[print() for _ in iter(int, 1)]", "nothing in time"),
    "no more output": ("os.close(1); time.sleep(60)", "its output is closed"),
    "drop by drop": (
        "[(sys.stdout.write('x'), sys.stdout.flush(), time.sleep(0.01)) for _ in iter(int, 1)]",
        "nothing",
    ),
    "all pipes closed": ("os.closerange(0, 3); time.sleep(60)", "its output is closed"),
}


@pytest.mark.parametrize(("statement", "came"), LOST.values(), ids=LOST.keys())
def test_a_program_that_can_not_be_talked_with_is_ended(tmp_path: Path, statement: str, came: str) -> None:
    limit = SHORT if came.startswith("nothing") else PATIENT
    script = Script(tmp_path, f"def answer(question):\n    {statement}\nserve(answer)", decision=limit)
    fault = only_fault(script.round())
    assert fault.came.startswith(came)
    assert not any(is_running(int(pid)) for pid in script.noted("start"))
    script.bot.close()


def test_a_program_that_closes_its_input_is_ended(tmp_path: Path) -> None:
    body = """
sys.stdin.readline()
os.close(0)
say({"cambio": 1})
time.sleep(60)
"""
    fault = only_fault(Script(tmp_path, body).rounds(1)[0])
    assert fault.came == "its input is closed"


def test_a_program_that_answers_without_reading_is_ended(tmp_path: Path) -> None:
    """Its questions pile up, but never so that we wait for it."""
    body = """
say({"cambio": 1})
for number in range(1, 1_000_000):
    say({"id": number, "action": "ready"})
"""
    script = Script(tmp_path, body)
    begun = time.monotonic()
    script.rounds(1)
    assert time.monotonic() - begun < 5


def test_what_is_not_read_is_bounded_and_never_waited_for() -> None:
    process = Process(["sleep", "60"])
    line = b"x" * 10_000
    begun = time.monotonic()
    with pytest.raises(ProcessFailed, match="a program that does not read"):
        for _ in range(2 * MAX_UNREAD_BYTES // len(line)):
            process.send(line)
    process.end()
    process.end()
    assert time.monotonic() - begun < 2
    with pytest.raises(ProcessFailed, match="its input is closed"):
        process.send(line)


# Those who are forgotten, sent away or copied


def test_a_bot_that_nobody_closes_ends_with_whoever_made_it(tmp_path: Path) -> None:
    script = Script(tmp_path, "serve(well)")
    script.round()
    (pid,) = script.noted("start")
    assert is_running(int(pid))
    assert int(pid) in children()
    del script
    gc.collect()
    assert not is_running(int(pid))


def test_a_bot_is_pickled_as_its_command(tmp_path: Path) -> None:
    script = Script(tmp_path, "serve(well)", decision=2.5, restarts=1)
    with script.bot as bot:
        script.round()
        twin = pickle.loads(pickle.dumps(bot))  # noqa: S301
        assert (twin.command, twin.hello, twin.decision, twin.restarts) == (bot.command, 5.0, 2.5, 1)
        with twin:
            script.bot = twin
            script.round()
        assert len(script.noted("start")) == 2


FORK = """
import os, sys
from pathlib import Path
from tests.bots.programs import Script

script = Script(Path(sys.argv[1]), "serve(well)")
assert not script.round().faults
child = os.fork()
if not child:
    faults = script.round().faults
    script.bot.close()
    os._exit(len(faults))
assert os.waitpid(child, 0)[1] == 0
assert not script.round().faults
script.bot.close()
assert len(script.noted("start")) == 2
"""


def test_a_fork_starts_programs_of_its_own(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FORK, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
