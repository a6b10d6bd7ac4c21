"""Links to finished rounds: anybody who has one sees the round, as far as its scope goes, until it is revoked."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec
import pytest

from cambio import Game
from cambio.notation import Race, Reaction, write
from cambio.replay import ALL, TABLE, RecordedRound, Viewpoint, steps_of
from cambio.server.http.archive import replay_maker, shares
from cambio.server.protocol.replay_messages import Replay, ShareInfo, ShareList
from cambio.server.store.contract import Finished, Player
from cambio.server.tables import replay_projection
from cambio.server.tables.replay_projection import Onlooker, tell_replay
from tests.replay.test_secrecy import Worlds, pairs_of_worlds, twins
from tests.test_notation import small_game

from .raw_client import Answer, LocalServer, RawClient, run, running_server
from .test_replays import AMONG_BOTS, decode, finished_game

#: What nobody was ever given.
FORGED = "A" * 22
#: Random rounds of a few dozen actions, each with another world for three viewpoints at least.
SHORT_ROUNDS = (1, 2, 6, 7)
#: The round trips of this race are nobody's business.
RACE = {5: Race((Reaction("b", "snap", after=231, delay=275, claimed=240, round_trip=44),))}


@dataclass
class Evening:
    """A server with Ana, who played whatever is archived here, Ben, who sat beside her, and Eve, who was not there."""

    target: LocalServer
    ana: RawClient
    ben: RawClient
    eve: RawClient
    table_id: str
    _numbers: Any = field(default_factory=lambda: count(1))

    async def archive(self, game: Game, races: dict[int, Race] | None = None, at: int = 1_000) -> str:
        """Keep a round that Ana, Ben and bots have played."""
        names = dict(zip(game.seats, ["Ana", "Ben", *(f"Bot {seat}" for seat in game.seats[2:])], strict=True))
        people = {"a": self.ana.person, "b": self.ben.person}
        players = tuple(Player(people.get(seat), seat, name) for seat, name in names.items())
        text = write(game, names=names, races=races or {})
        name = f"round-{next(self._numbers)}"
        rules = str(game.rules)
        await self.target.registry.store.archive(
            Finished(name, self.table_id, name, 1, at, rules, players, text), figures=()
        )
        return name

    async def share(self, game_id: str, scope: Viewpoint, maker: RawClient | None = None) -> str:
        answer = await (maker or self.ana).post(f"/api/games/{game_id}/shares", {"scope": scope})
        assert answer.status in (200, 201), answer
        return msgspec.json.decode(answer.body, type=ShareInfo).token

    async def open(self, token: str, viewpoint: Viewpoint | None = None) -> Answer:
        """As somebody opens a link who has no session."""
        query = "" if viewpoint is None else f"?as={viewpoint}"
        return await RawClient(self.target).get(f"/api/shared/{token}/replay{query}")


@asynccontextmanager
async def evening(**settings: Any) -> AsyncIterator[Evening]:
    async with running_server(**settings) as target:
        ana, ben, eve = await target.guests("Ana", "Ben", "Eve")
        yield Evening(target, ana, ben, eve, await ana.open_table(rules="cambia"))


# Scopes


def test_a_link_opens_the_viewpoints_of_its_scope_and_no_other() -> None:
    async def check() -> None:
        async with evening() as here:
            game_id = await here.archive(small_game(), RACE)
            allowed = {TABLE: (TABLE,), "a": (TABLE, "a"), "b": (TABLE, "b"), ALL: (TABLE, "a", "b", ALL)}
            for scope, viewpoints in allowed.items():
                token = await here.share(game_id, scope)
                for viewpoint in (TABLE, "a", "b", ALL, "c", "", "rail", "A"):
                    answer = await here.open(token, viewpoint)
                    if viewpoint not in viewpoints:
                        assert (answer.status, answer.code) == (422, "viewpoint")
                        continue
                    assert answer.status == 200 and answer.header("cache-control") == "private, no-store"
                    told = decode(answer.body)
                    assert (told.viewpoint, told.viewpoints, told.you) == (viewpoint, viewpoints, None)
                    assert told.shared is not None
                    assert (told.shared.by, told.shared.seat, told.shared.scope) == ("Ana", "a", scope)
                    own = decode((await here.ana.get(f"/api/games/{game_id}/replay?as={viewpoint}")).body)
                    assert list(map(without_race, told.steps)) == list(map(without_race, own.steps))
                assert decode((await here.open(token)).body).viewpoint == scope

    run(check())


def without_race(step: Any) -> Any:
    return msgspec.structs.replace(step, race=())


def test_a_link_tells_who_was_faster_and_nothing_about_connections() -> None:
    async def check() -> None:
        async with evening() as here:
            game_id = await here.archive(small_game(), RACE)
            for scope in (TABLE, "a", "b", ALL):
                answer = await here.open(await here.share(game_id, scope))
                (race,) = [step["race"] for step in answer.json()["steps"] if "race" in step]
                assert race == [{"seat": "b", "gesture": "snap", "after": 231}]
            own = (await here.ana.get(f"/api/games/{game_id}/replay")).json()["steps"]
            (race,) = [step["race"] for step in own if "race" in step]
            assert race[0] == {"seat": "b", "gesture": "snap", "after": 231, "delay": 275, "claimed": 240} | {
                "round_trip": 44
            }

    run(check())


# Who makes, lists and revokes them


def test_a_person_has_one_link_for_each_scope_of_a_round_and_sees_only_their_own() -> None:
    async def check() -> None:
        async with evening() as here:
            game_id = await here.archive(small_game())
            path = f"/api/games/{game_id}/shares"
            first = await here.ana.post(path, {"scope": TABLE})
            again = await here.ana.post(path, {"scope": TABLE})
            assert (first.status, again.status) == (201, 200) and first.body == again.body
            token = first.json()["token"]
            assert shares.TOKEN.fullmatch(token)
            tokens = {token, *[await here.share(game_id, scope) for scope in ("a", "b", ALL)]}
            of_ben = await here.share(game_id, TABLE, here.ben)
            other_round = await here.share(await here.archive(small_game()), TABLE)
            assert len(tokens | {of_ben, other_round}) == 6
            for maker, expected in ((here.ana, tokens), (here.ben, {of_ben})):
                listed = msgspec.json.decode((await maker.get(path)).body, type=ShareList)
                assert {each.token for each in listed.shares} == expected
            told = decode((await here.open(of_ben)).body)
            assert told.shared is not None and (told.shared.by, told.shared.seat) == ("Ben", "b")

    run(check())


def test_only_those_who_played_a_round_make_links_to_it() -> None:
    async def check() -> None:
        async with evening() as here:
            game_id = await here.archive(small_game())
            token = await here.share(game_id, ALL)
            for visitor, name, status, code in (
                (here.eve, game_id, 404, "no_game"),
                (here.ana, "nothing", 404, "no_game"),
                (here.ana, here.table_id, 404, "no_game"),
                (RawClient(here.target), game_id, 401, "no_session"),
            ):
                path = f"/api/games/{name}/shares"
                for answer in (
                    await visitor.post(path, {"scope": ALL}),
                    await visitor.get(path),
                    await visitor.request("DELETE", f"{path}/{token}"),
                ):
                    assert (answer.status, answer.code) == (status, code)
            for document in ({"scope": "c"}, {"scope": ""}, {"scope": "rail"}):
                answer = await here.ana.post(f"/api/games/{game_id}/shares", document)
                assert (answer.status, answer.code) == (422, "viewpoint")
            wrong: list[dict[str, Any]] = [{}, {"scope": 1}, {"scope": "x" * 99}, {"scope": ALL, "person": "b"}]
            for bad in wrong:
                answer = await here.ana.post(f"/api/games/{game_id}/shares", bad)
                assert (answer.status, answer.code) == (422, "malformed")
            assert (await here.open(token)).status == 200

    run(check())


def test_a_revoked_link_is_the_same_to_everybody_as_one_that_never_was() -> None:
    async def check() -> None:
        async with evening() as here:
            game_id = await here.archive(small_game())
            other_id = await here.archive(small_game())
            token = await here.share(game_id, ALL)
            path = f"/api/games/{game_id}/shares/{token}"
            # Nobody else revokes it, nor does its maker under another round's name.
            assert (await here.ben.request("DELETE", path)).code == "no_share"
            assert (await here.ana.request("DELETE", f"/api/games/{other_id}/shares/{token}")).code == "no_share"
            assert (await here.open(token)).status == 200
            assert (await here.ana.request("DELETE", path)).status == 200
            assert (await here.ana.request("DELETE", path)).code == "no_share"
            tried = (token, FORGED, token[:-1], f"{token}A", token.swapcase(), game_id, "a", "%00", "🂡".encode().hex())
            answers = [await here.open(each, viewpoint) for each in tried for viewpoint in (None, TABLE, ALL, "?")]
            assert all((answer.status, answer.problem()) == (404, answers[0].problem()) for answer in answers)
            assert answers[0].code == "no_share"
            assert await here.share(game_id, ALL) != token
            assert (await here.open(token)).status == 404

    run(check())


def test_a_round_that_is_under_way_has_no_link() -> None:
    """Only finished rounds are in the archive, and only rounds in the archive can be shared."""

    async def check() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(**AMONG_BOTS)
            async with ana.at(table_id) as sock:
                await sock.act("ready")
                live = await target.registry.live_table(table_id)
                assert live.table.game is not None and not live.table.game.is_over
                for name in (table_id, live.table.round_name(), live.table.match_name()):
                    for scope in (TABLE, "a", ALL):
                        answer = await ana.post(f"/api/games/{name}/shares", {"scope": scope})
                        assert (answer.status, answer.code) == (404, "no_game")
                        answer = await target.request("GET", f"/api/shared/{name}/replay?as={scope}")
                        assert (answer.status, answer.code) == (404, "no_share")
            assert await target.registry.store.shares_of(ana.person) == []
            # When it is over it has one.
            ben = await target.guest("Ben")
            answer = await ben.post(f"/api/games/{await finished_game(ben)}/shares", {"scope": TABLE})
            assert answer.status == 201

    run(check())


# What becomes of them


def test_links_are_in_their_makers_copy_and_go_with_their_maker_and_their_round() -> None:
    async def check() -> None:
        async with evening() as here:
            old, new = await here.archive(small_game(), at=10), await here.archive(small_game(), at=50)
            tokens = {each: await here.share(each, ALL) for each in (old, new)}
            of_ben = await here.share(new, TABLE, here.ben)
            copy = zipfile.ZipFile(io.BytesIO((await here.ana.get("/api/me/copy")).body))
            links = json.loads(copy.read("about.json"))["links"]
            assert {(each["round"], each["token"], each["scope"]) for each in links} == {
                (name, token, ALL) for name, token in tokens.items()
            }
            await here.target.registry.store.purge_rounds(20, "", 100)
            assert (await here.open(tokens[old])).code == "no_share"
            assert (await here.open(tokens[new])).status == 200
            assert (await here.ana.request("DELETE", "/api/me")).status == 200
            assert (await here.open(tokens[new])).code == "no_share"
            # Who was forgotten has no name in the links of others.
            told = await here.open(of_ben)
            assert told.status == 200 and b"Ana" not in told.body

    run(check())


def test_links_are_limited_as_other_requests_are() -> None:
    async def check() -> None:
        async with evening(replays_per_minute=3) as here:
            token = await here.share(await here.archive(small_game()), ALL)
            assert [(await here.open(token)).status for _ in range(4)] == [200, 200, 200, 429]
        async with evening(requests_per_minute=12) as here:
            statuses = [(await here.open(FORGED)).status for _ in range(13)]
            assert statuses[0] == 404 and statuses[-1] == 429

    run(check())


# Where a token may be seen


def test_no_token_is_logged_even_if_the_server_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_facts: object) -> None:
        raise RuntimeError("planted")

    async def check() -> None:
        async with evening() as here:
            game_id = await here.archive(small_game())
            token = await here.share(game_id, ALL)
            await here.open(token)
            for name in ("share", "revoke_share"):
                monkeypatch.setattr(here.target.registry.store, name, fail)
            assert (await here.open(token)).status == 500
            assert (await here.ana.request("DELETE", f"/api/games/{game_id}/shares/{token}")).status == 500
            assert len(here.target.failures()) >= 2 and token not in here.target.log.getvalue()
            here.target.clear_log()

    run(check())


def test_the_page_of_a_link_tells_no_other_site_its_address_and_is_in_no_search() -> None:
    async def check() -> None:
        async with evening() as here:
            token = await here.share(await here.archive(small_game()), ALL)
            pages = [await here.target.request("GET", f"/replay/s/{each}") for each in (token, FORGED)]
            for page in pages:
                assert page.status == 200 and page.header("referrer-policy") == "same-origin"
                assert b'name="robots" content="noindex"' in page.body and token.encode() not in page.body
            # By its page alone nobody tells a link from one that is none.
            assert pages[0].body == pages[1].body

    run(check())


# Secrecy: rounds that differ only in cards which a scope does not know give the same bytes


class Leak(AssertionError):
    """A link tells what its scope does not know."""


class RawReplay(msgspec.Struct):
    """The steps byte for byte, and all else."""

    rules: str
    seats: msgspec.Raw
    viewpoint: str
    viewpoints: tuple[str, ...]
    shared: msgspec.Raw
    steps: tuple[msgspec.Raw, ...]


async def compare_whole(here: Evening, one: str, other: str, scope: Viewpoint) -> None:
    tokens = [await here.share(each, scope) for each in (one, other)]
    for viewpoint in (TABLE, scope):
        answers = [(await here.open(token, viewpoint)).body for token in tokens]
        if answers[0] != answers[1]:
            raise Leak(f"one can tell two rounds apart by a link with the scope {scope}")


async def compare_up_to(here: Evening, worlds: Worlds) -> None:
    """How a round went on is no secret, and whether a call was wrong everybody knows since the show."""
    scope = worlds.viewpoint
    tokens = [await here.share(await here.archive(game), scope) for game in (worlds.here, worlds.there)]
    for viewpoint in {TABLE, scope}:
        answers = [await here.open(token, viewpoint) for token in tokens]
        told = [msgspec.json.decode(answer.body, type=RawReplay) for answer in answers]
        steps = [list(map(_without_hindsight, each.steps[: worlds.last + 1])) for each in told]
        heads = [msgspec.structs.replace(each, steps=()) for each in told]
        if steps[0] != steps[1] or msgspec.json.encode(heads[0]) != msgspec.json.encode(heads[1]):
            raise Leak(f"one can tell two rounds apart by a link with the scope {scope}")


def _without_hindsight(step: msgspec.Raw) -> bytes:
    text = bytes(step)
    return text.replace(b'"mistake":"wrong_call",', b"") if b'"kind":"call"' in text else text


@pytest.mark.parametrize("seed", SHORT_ROUNDS)
def test_a_link_tells_no_card_that_its_scope_had_not_met_by_then(seed: int) -> None:
    async def check() -> None:
        async with evening() as here:
            compared = 0
            for worlds in pairs_of_worlds(seed):
                await compare_up_to(here, worlds)
                compared += worlds.differ
            assert compared >= 3

    run(check())


def test_cards_that_nobody_met_and_the_players_connections_are_in_no_link() -> None:
    async def check() -> None:
        async with evening() as here:
            for seed in range(3):
                one, other = [await here.archive(game) for game in twins(seed)]
                for scope in (TABLE, "a", "b", ALL):
                    await compare_whole(here, one, other, scope)
            slow = {5: Race((Reaction("b", "snap", after=231, delay=375, claimed=140, round_trip=144),))}
            one, other = await here.archive(small_game(), RACE), await here.archive(small_game(), slow)
            for scope in (TABLE, "a", "b", ALL):
                await compare_whole(here, one, other, scope)

    run(check())


def open_to_all(recorded: RecordedRound, _viewpoint: Viewpoint) -> Any:
    """Planted: whatever is asked for, all cards are open."""
    return steps_of(recorded_for_all(recorded), ALL)


def recorded_for_all(recorded: RecordedRound) -> RecordedRound:
    return RecordedRound(recorded.game, recorded.names)


def with_stock(recorded: RecordedRound, viewpoint: Viewpoint, onlooker: Onlooker) -> Replay:
    """Planted: the cards that were left in the stock."""
    told = tell_replay(recorded, viewpoint, onlooker)
    return msgspec.structs.replace(told, rules=f"{told.rules} {' '.join(recorded.game.deck)}")


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell_race = replay_projection._tell_race

    async def check() -> None:
        async with evening() as here:
            with monkeypatch.context() as planted:
                planted.setattr(replay_maker, "steps_of", open_to_all)
                with pytest.raises(Leak):
                    for worlds in pairs_of_worlds(SHORT_ROUNDS[0]):
                        await compare_up_to(here, worlds)
            one, other = [await here.archive(game) for game in twins(1)]
            with monkeypatch.context() as planted:
                planted.setattr(replay_maker, "tell_replay", with_stock)
                with pytest.raises(Leak):
                    await compare_whole(here, one, other, TABLE)
            slow = {5: Race((Reaction("b", "snap", after=231, delay=375, claimed=140, round_trip=144),))}
            one, other = await here.archive(small_game(), RACE), await here.archive(small_game(), slow)
            with monkeypatch.context() as planted:
                planted.setattr(
                    replay_projection, "_tell_race", lambda race, with_network: tell_race(race, with_network=True)
                )
                with pytest.raises(Leak):
                    await compare_whole(here, one, other, TABLE)

    run(check())
