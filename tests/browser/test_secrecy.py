"""Memory is the game: who watches gets no face, and who has looked can't look it up afterwards."""

from __future__ import annotations

from playwright.sync_api import expect

from .deck_search import held, holding, top
from .visitor import FACE, Guests, Visitor, in_words, like, until

READY = ("a ready", "b ready")
DRAWN = (*READY, "a draw")
#: Events that a face may be in for everybody: it lies, or lay, open on the table.
OPEN = {"opened", "threw", "swapped", "dropped", "took", "snapped", "missed", "revealed", "seized"}


def faces_heard(visitor: Visitor) -> set[str]:
    """Every face in every frame, wherever it stands."""
    return {piece for frame in visitor.frames for piece in frame.split('"') if _is_face(piece)}


def _is_face(text: str) -> bool:
    return text[:-1] in {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"} and text[-1] in "shdcrb"


def test_a_spectator_never_receives_a_face(guests: Guests) -> None:
    """Through a memory phase, a peek, a swap and a look; on the socket and in the document."""
    table = guests.server.lay("cambia", "b ready", people="ab")
    rail = guests.come().sit_down(table)
    ana = guests.at(table)
    expect(rail.page.get_by_text("You are watching")).to_be_visible()
    ana.card("a3").click(delay=500)
    ana.card("a4").click(delay=500)
    ana.choice("Ready").click()
    ana.choice("Draw").click()
    ana.sees("swap it into your hand")
    rail.sees("Ana looks at the drawn card")
    ana.card("a1").click()
    rail.logs_line("Ana swapped their top-left card")
    swapped_out = table.hand("a")[0]
    assert table.game is not None
    allowed = {swapped_out, top(table.game)}
    assert faces_heard(rail) == allowed
    for message in rail.messages():
        assert "yours" not in message
        assert message.get("board", {}).get("shown", {}) == {}
        assert {event["event"] for event in message.get("events", []) if "card" in event} <= OPEN
    assert rail.faces_in_hands() == []
    spoken = {match.group() for match in FACE.finditer(rail.everything())}
    assert spoken <= {in_words(face) for face in allowed}


def test_a_spectator_who_comes_in_the_middle_of_a_look_sees_that_somebody_looks_and_no_more(guests: Guests) -> None:
    table = guests.server.lay("cambia", *DRAWN, people="ab", condition=holding("cambia", "look"))
    ana = guests.at(table)
    ana.choice("Throw it & look").click()
    ana.sees("Look at one of yours and one of somebody else’s")
    ana.card("a1").click()
    until(ana.page, lambda: ana.faces_in_hands() != [])
    rail = guests.come().sit_down(table)
    rail.sees("Ana uses a power: look and swap")
    assert rail.faces_in_hands() == []
    assert table.game is not None
    assert faces_heard(rail) <= {held(table.game), top(table.game)}
    assert rail.choices.count() == 0


def test_an_opponent_is_told_where_somebody_looked_and_never_what_was_seen(guests: Guests) -> None:
    table = guests.server.lay("cambia", *DRAWN, people="ab", condition=holding("cambia", "spy"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.choice("Throw it & spy").click()
    ana.sees("Spy: choose")
    ana.card("b1").click()
    ben.logs_line("Ana spied on your top-left card")
    expect(ben.page.get_by_role("button", name="Your top-left card, face down, Ana is looking at it")).to_be_visible()
    assert ben.faces_in_hands() == []
    assert table.hand("b")[0] not in faces_heard(ben)


def test_after_a_look_the_face_is_nowhere_to_be_found(guests: Guests) -> None:
    """Neither in the document, spoken texts included, nor in what the browser keeps."""
    table = guests.server.lay("classic", *DRAWN, people="ab", condition=holding("classic", "peek"))
    ana = guests.at(table)
    ana.choice("Throw it & peek").click()
    ana.sees("Peek: choose")
    ana.card("a1").click()
    face = in_words(table.hand("a")[0])
    expect(ana.card("a1")).to_have_accessible_name(like(face))
    until(ana.page, lambda: ana.faces_in_hands() == [])
    until(ana.page, lambda: face not in ana.everything(), 5)


def test_a_memory_card_is_face_up_only_while_it_is_held(guests: Guests) -> None:
    table = guests.server.lay("cambia", people="ab")
    ana = guests.at(table)
    ana.card("a3").hover()
    ana.page.mouse.down()
    face = in_words(table.hand("a")[2])
    expect(ana.card("a3")).to_have_accessible_name(like(face))
    ana.page.wait_for_timeout(400)
    ana.page.mouse.up()
    expect(ana.card("a3")).to_have_accessible_name(like("face down"))
    assert ana.faces_in_hands() == []


def test_no_card_of_the_own_hand_is_known_but_by_looking(guests: Guests) -> None:
    table = guests.server.lay("cambia", people="ab")
    ana = guests.at(table)
    for place in ("a1", "b1"):
        expect(ana.card(place)).to_be_disabled()
        ana.card(place).click(force=True)
    ana.page.wait_for_timeout(300)
    assert ana.faces_in_hands() == []
    assert table.game is not None
    assert faces_heard(ana) == {top(table.game)}
