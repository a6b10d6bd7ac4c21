"""A bot for a chat, over the Python client: people play Cambio by messages like ``!play cambia 2`` and ``!snap a1``.

The chat is a stand-in for Discord and its kin: a channel that everybody reads, and private messages. What the channel
is told comes from a guest who only watches the table, so it can't hold a hidden card; what only one person may know
comes from that person's own connection, and goes to nobody else.

    cambio serve                                  # in one terminal
    python examples/chat_bot.py                   # in another; type lines like  Ana: !play cambia 2

Messages are !play RULES SEATS, !join, !bot LEVEL, !start, !hand, !leave, and every action of the game: !ready, !draw,
!swap a1, !snap b2, !call ...
"""

import argparse
import asyncio
import itertools
import sys
from contextlib import AsyncExitStack

from cambio.server.client import Guest, RequestFailed, TableConnection
from cambio.server.codec import event_of
from cambio.server.protocol import messages


class Terminal:
    """A chat at the terminal: one channel, and private messages that say for whom they are."""

    def post(self, text: str) -> None:
        print(f"#cambio  {text}", flush=True)

    def whisper(self, person: str, text: str) -> None:
        print(f"@{person}  {text}", flush=True)


class ChatBot:
    """One table, which the people of a chat open, join and play at."""

    def __init__(self, server: str, chat: Terminal, stack: AsyncExitStack) -> None:
        self.server, self.chat, self.stack = server, chat, stack
        self.seated: dict[str, TableConnection] = {}
        self.watcher: TableConnection | None = None
        self.numbers = itertools.count(1)

    async def hear(self, person: str, text: str) -> None:
        """Do what a message asks for; all that is no command is talk."""
        if not text.startswith("!"):
            return
        verb, *rest = text[1:].split()
        try:
            match verb:
                case "play":
                    await self.open_table(person, rest)
                case "join" if self.watcher is not None:
                    await self.sit(person, self.watcher.table_id)
                case _ if person not in self.seated:
                    self.chat.whisper(
                        person, "You have no seat yet: !play cambia 2 opens a table, !join sits down at it."
                    )
                case "hand":
                    self.tell_hand(person)
                case "start":
                    await self.send(person, messages.Start(self.command_id()))
                case "leave":
                    await self.send(person, messages.Leave(self.command_id()))
                case "bot":
                    await self.send(person, messages.SeatBot(self.command_id(), " ".join(rest)))
                case _:
                    await self.act(person, " ".join([verb, *rest]))
        except RequestFailed as error:
            self.chat.whisper(person, error.document.get("sentence", str(error)))

    async def open_table(self, person: str, words: list[str]) -> None:
        *rules, seats = words if words and words[-1].isdigit() else [*words, "2"]
        host = await Guest.sign_in(self.server, person)
        table_id = await host.open_table(rules=" ".join(rules) or "cambia", seats=int(seats))
        await self.sit(person, table_id, host)
        watcher = await Guest.sign_in(self.server, "Chat")
        self.watcher = await self.stack.enter_async_context(watcher.connect(table_id, on_message=self.tell_channel))
        self.chat.post(f"{person} has opened a table for {seats}: {' '.join(rules) or 'cambia'}. Who wants to !join?")

    async def sit(self, person: str, table_id: str, guest: Guest | None = None) -> None:
        guest = guest or await Guest.sign_in(self.server, person)
        connection = guest.connect(table_id, on_message=lambda message: self.tell_person(person, message))
        self.seated[person] = table = await self.stack.enter_async_context(connection)
        if table.you == "rail":
            await self.send(person, messages.Sit(self.command_id()))

    # What is told

    def tell_channel(self, message: messages.FromServer) -> None:
        """Everything that whoever watches is told."""
        if not isinstance(message, messages.Told) or self.watcher is None:
            return
        names = self.names()
        if message.news in ("sat", "bot_sat", "left") and message.seat is not None:
            word = "gets up" if message.news == "left" else "sits down"
            self.chat.post(f"{names.get(message.seat, 'Somebody')} {word} at seat {message.seat}.")
        for event in message.events:
            self.chat.post(event_of(event).sentence(names))
        if message.table is not None and message.table.ending is not None and message.table.stage != "playing":
            ending = message.table.ending
            points = ", ".join(f"{names[seat]} {points}" for seat, points in ending.points.items())
            self.chat.post(f"{' and '.join(names[seat] for seat in ending.winners)} won. ({points})")

    def tell_person(self, person: str, message: messages.FromServer) -> None:
        """Only what the channel was not told: cards that this seat sees and whoever watches does not."""
        table = self.seated.get(person)
        if not isinstance(message, messages.Told) or table is None or table.table is None:
            return
        everybody = {seat.seat for seat in table.table.seats if seat.is_taken}
        for event in message.events:
            if event.card is not None and not everybody <= set(event.sees):
                self.chat.whisper(person, event_of(event).sentence(self.names()))

    def tell_hand(self, person: str) -> None:
        table = self.seated[person]
        if table.board is None or table.yours is None:
            self.chat.whisper(person, "No cards have been dealt yet.")
            return
        cards = " ".join("--" if slot == "-" else "??" for slot in table.board.hands[table.you])
        held = f", in your hand {table.yours.held}" if table.yours.held else ""
        snaps = f", snap {table.yours.snaps[0]} ..." if table.yours.snaps else ""
        self.chat.whisper(person, f"Your cards: {cards}{held}. You may: {', '.join(table.legal) or 'wait'}{snaps}")

    def names(self) -> dict[str, str]:
        info = self.watcher.table if self.watcher is not None else None
        return {seat.seat: seat.name for seat in info.seats if seat.is_taken} if info is not None else {}

    # What is done

    async def act(self, person: str, words: str) -> None:
        """An action of the game, as it is written everywhere."""
        table = self.seated[person]
        if words.startswith("snap ") and table.board is not None:
            words += f" #{table.board.number}"
        self.explain(person, await table.act(words))

    async def send(self, person: str, command: messages.Command) -> None:
        self.explain(person, await self.seated[person].command(command))

    def explain(self, person: str, answer: messages.Done | messages.Refused) -> None:
        """Why something was refused is for whoever tried it."""
        if isinstance(answer, messages.Refused):
            self.chat.whisper(person, f"No: {answer.sentence}.")

    def command_id(self) -> str:
        return f"chat{next(self.numbers)}"

    async def catch_up(self) -> None:
        """Wait until the channel has been told what every person was told."""
        if self.watcher is not None:
            watcher, latest = self.watcher, max(table.seq or 0 for table in self.seated.values())
            await watcher.until(lambda: (watcher.seq or 0) >= latest)

    async def see_out(self) -> None:
        """If nobody is left to decide anything, wait for the show."""
        watcher = self.watcher
        if watcher is not None and watcher.board is not None and not watcher.board.waits_for:
            await watcher.until(lambda: watcher.table is None or watcher.table.stage != "playing")


async def run(server: str) -> None:
    async with AsyncExitStack() as stack:
        bot = ChatBot(server, Terminal(), stack)
        while line := await asyncio.to_thread(sys.stdin.readline):
            person, _, text = line.partition(":")
            await bot.hear(person.strip(), text.strip())
            await bot.catch_up()
        await bot.see_out()


def main() -> None:
    parser = argparse.ArgumentParser(description="Play Cambio by messages of a chat.")
    parser.add_argument("--server", default="http://localhost:8000", help="what cambio serve prints")
    asyncio.run(run(parser.parse_args().server))


if __name__ == "__main__":
    main()
