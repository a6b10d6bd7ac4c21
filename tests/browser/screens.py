"""Screens: every page and every moment of the table, each in one call."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from cambio.game import Game
from cambio.server.protocol.messages import Options

from .deck_search import holding, is_over, sizes
from .visitor import Guests, Visitor, like

Screen = Callable[[Guests, dict[str, object]], Visitor]

FOUR = ("a ready", "b ready", "c ready", "d ready")
#: Seconds enough for a picture with a clock in it.
HURRIED = Options(clock=60)


def landing(guests: Guests, screen: dict[str, object]) -> Visitor:
    public = guests.server.lay("cambia", seats=4, people="ab", is_started=False, options=Options(public=True))
    host = guests.at(public)
    visitor = guests.come(screen).go()
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    host.page.close()
    return visitor


def own_games(guests: Guests, screen: dict[str, object]) -> Visitor:
    """A game that waits for its player, one that has not begun, and one that is over."""
    one = ("a call", "b draw", "b swap b1", "c draw", "c swap c1", "d draw", "d swap d1", "dealer close")
    over = guests.server.lay("cambia", *FOUR, *one, seats=4, people="abcd", condition=is_over)
    visitor = guests.at(over, screen=screen).go()
    visitor.button("Make a table").click()
    visitor.button("Set up the table").click()
    expect(visitor.page.get_by_role("img", name="QR code")).to_be_visible()
    visitor.go().button("Play now").click()
    expect(visitor.choice("Ready")).to_be_visible()
    visitor.go()
    expect(visitor.page.get_by_role("link", name="Continue")).to_have_count(2)
    return visitor


def game_history(guests: Guests, screen: dict[str, object]) -> Visitor:
    """All games of somebody who has just finished one and begun another."""
    visitor = own_games(guests, screen)
    visitor.page.get_by_role("link", name="All your games").click()
    expect(visitor.page.get_by_role("link", name="Download", exact=True)).to_have_count(1)
    visitor.page.get_by_text("By rules, and over time").click()
    return visitor


def no_such_table(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = guests.come(screen)
    visitor.may_lose_server = True
    visitor.go("/table/nowhere")
    expect(visitor.page.get_by_role("heading", name="This table doesn’t exist")).to_be_visible()
    return visitor


def make_a_table(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = guests.come(screen).go()
    visitor.button("Make a table").click()
    expect(visitor.page.get_by_role("radio", name="Camp")).to_be_visible()
    return visitor


def house_rules(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = make_a_table(guests, screen)
    visitor.page.locator("label").filter(has_text="Camp").click()
    expect(visitor.page.get_by_role("radio", name="Camp")).to_be_checked()
    sections = visitor.page.locator("details details > summary")
    if not sections.first.is_visible():
        visitor.page.get_by_role("heading", name="House rules").click()
    for summary in sections.all()[:2]:
        summary.click()
    return visitor


def join(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", seats=4, people="a", is_started=False)
    visitor = guests.come(screen).go(f"/join/{table.code}")
    expect(visitor.page.get_by_label("Your name")).to_be_visible()
    return visitor


def lobby(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("stick", seats=5, people="abc", is_started=False)
    visitor = guests.at(table, screen=screen)
    expect(visitor.page.get_by_role("img", name="QR code")).to_be_visible()
    return visitor


def memory(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = guests.at(guests.server.lay("cambia", "c ready", seats=4, people="abcd", options=HURRIED), screen=screen)
    visitor.page.keyboard.press("a")
    expect(visitor.card("a3")).not_to_have_accessible_name(like("face down"))
    return visitor


def turn(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = guests.at(guests.server.lay("cambia", *FOUR, seats=4, options=HURRIED), screen=screen)
    visitor.sees("Your turn")
    return visitor


def holding_a_card(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, "a draw", seats=4, options=HURRIED, condition=holding("cambia", "spy"))
    visitor = guests.at(table, screen=screen)
    visitor.sees("swap it into your hand")
    return visitor


def asked_whether_to_call(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = guests.at(guests.server.lay("camp", *FOUR, seats=4), screen=screen)
    visitor.choice("Knock").click()
    expect(visitor.page.get_by_role("alertdialog")).to_be_visible()
    return visitor


def is_spying(game: Game) -> bool:
    return game.view().power == "spy"


def owes_a_card(game: Game) -> bool:
    return game.table.gifts > 0


def power(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, "a draw", "a throw", seats=4, people="abcd", condition=is_spying)
    visitor = guests.at(table, screen=screen)
    visitor.sees("Spy: choose one opponent card")
    return visitor


def look_and_swap(guests: Guests, screen: dict[str, object]) -> Visitor:
    moves = (*FOUR, "a draw", "a throw", "look a1", "look c2")
    laid = tuple(f"a {move}" if move.startswith("look") else move for move in moves)
    visitor = guests.at(guests.server.lay("cambia", *laid, seats=4, people="abcd"), screen=screen)
    visitor.sees("Swap these two, or keep them")
    return visitor


def blind_swap(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, "a draw", "a throw", "a trade a1", seats=4, people="abcd")
    visitor = guests.at(table, screen=screen)
    visitor.sees("Blind swap: now somebody else’s card")
    return visitor


def snap(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, "a draw", "a throw", seats=4, people="abcd", condition=sizes(a=4))
    visitor = guests.at(table, screen=screen)
    visitor.sees("you can snap")
    return visitor


def relaxed_snap(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, seats=4, people="abcd", options=Options(clock=0, relaxed=True))
    visitor = guests.at(table, screen=screen)
    visitor.choice("Draw").click()
    visitor.sees("swap it into your hand")
    visitor.card("a1").click()
    visitor.sees("you can snap")
    return visitor


def snapping(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = snap(guests, screen)
    visitor.page.keyboard.press("z")
    visitor.sees("Which card matches")
    return visitor


def penalties(guests: Guests, screen: dict[str, object]) -> Visitor:
    """Two wrong snaps of somebody at the table, and two of the own."""
    moves = (*FOUR, "a draw", "a throw", "a snap a1", "a snap a2", "c snap c1", "c snap c2")
    table = guests.server.lay("cambia", *moves, seats=4, people="abcd", condition=sizes(a=8, b=4, c=8, d=4))
    visitor = guests.at(table, screen=screen)
    visitor.sees("you can snap")
    return visitor


def gift(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay(
        "stick", *FOUR, "a draw", "a throw", "a snap c1", seats=4, people="abcd", condition=owes_a_card
    )
    visitor = guests.at(table, screen=screen)
    visitor.sees("Give Cleo one of yours")
    return visitor


def last_turns(guests: Guests, screen: dict[str, object]) -> Visitor:
    moves = (*FOUR, "a draw", "a swap a1", "b draw", "b swap b2", "c call", "d draw", "d swap d1")
    visitor = guests.at(guests.server.lay("cambia", *moves, seats=4, people="abcd"), screen=screen)
    visitor.sees("Cleo called Cambio")
    visitor.sees("Your turn")
    return visitor


def scores(guests: Guests, screen: dict[str, object]) -> Visitor:
    one = (
        "a draw",
        "a swap a1",
        "b draw",
        "b swap b1",
        "c call",
        "d draw",
        "d swap d1",
        "a draw",
        "a swap a2",
        "b draw",
        "b swap b2",
        "dealer close",
    )
    visitor = guests.at(guests.server.lay("camp", *FOUR, *one, seats=4, people="abcd"), screen=screen)
    expect(visitor.button("Next round")).to_be_visible()
    return visitor


def over(guests: Guests, screen: dict[str, object]) -> Visitor:
    one = ("a call", "b draw", "b swap b1", "c draw", "c swap c1", "d draw", "d swap d1", "dealer close")
    table = guests.server.lay("cambia", *FOUR, *one, seats=4, people="abcd", condition=is_over)
    visitor = guests.at(table, screen=screen)
    expect(visitor.button("Play again")).to_be_visible()
    return visitor


def settings(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = turn(guests, screen)
    if visitor.button("Settings").is_visible():
        visitor.button("Settings").click()
    else:
        visitor.button("Menu").click()
        visitor.page.get_by_role("dialog").get_by_text("Settings", exact=True).click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    return visitor


def rules_sheet(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = turn(guests, screen)
    if visitor.button("Rules of this table").is_visible():
        visitor.button("Rules of this table").click()
    else:
        visitor.button("Menu").click()
        visitor.page.get_by_role("dialog").get_by_text("Rules of this table", exact=True).click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    return visitor


def tutorial(guests: Guests, screen: dict[str, object]) -> Visitor:
    visitor = guests.come(screen).go("/tutorial")
    expect(visitor.choice("Ready")).to_be_visible()
    return visitor


def watching(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, "a draw", seats=4, people="abcd")
    visitor = guests.come(screen).sit_down(table)
    visitor.sees("Ana looks at the drawn card")
    return visitor


def notes(guests: Guests, screen: dict[str, object]) -> Visitor:
    table = guests.server.lay("cambia", *FOUR, seats=4, people="abcd", options=Options(clock=0, aids="notes"))
    visitor = guests.at(table, screen=screen)
    visitor.card("a1").click(button="right", force=True)
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    return visitor


SCREENS: dict[str, Screen] = {
    screen.__name__.replace("_", " "): screen
    for screen in (
        landing,
        own_games,
        game_history,
        no_such_table,
        make_a_table,
        house_rules,
        join,
        lobby,
        memory,
        turn,
        holding_a_card,
        asked_whether_to_call,
        power,
        blind_swap,
        look_and_swap,
        snap,
        relaxed_snap,
        snapping,
        penalties,
        gift,
        last_turns,
        scores,
        over,
        settings,
        rules_sheet,
        notes,
        tutorial,
        watching,
    )
}
