import { expect, test } from "vitest";
import { decodeMessage } from "../src/lib/protocol";
import type { Told, Welcome } from "../src/lib/protocol";

test("what is left out on the wire stands at its default here", () => {
  const message = decodeMessage(
    '{"type":"told","seq":7,"board":{"phase":"start","hands":{"a":"??-?"},"stock":9,"pile":2}}',
  ) as Told;
  expect(message.events).toEqual([]);
  expect(message.board).toMatchObject({ turn: null, window: null, looked: [], shown: {}, lap: 1 });
  expect(message.yours).toBeNull();
});

test("a bare number is heard and says nothing", () => {
  const message = decodeMessage('{"type":"told","seq":8}') as Told;
  expect([message.seq, message.board, message.table, message.race]).toEqual([8, null, null, []]);
});

test("an empty seat has no name and nobody on it", () => {
  const message = decodeMessage(
    '{"type":"welcome","version":1,"you":"rail","seq":0,"table":{"stage":"lobby","rules":"camp","options":{"clock":0},"host":null,"seats":[{"seat":"a"}]}}',
  ) as Welcome;
  expect(message.table.seats[0]).toMatchObject({ name: "", is_taken: false, level: null });
  expect(message.table.options).toEqual({
    clock: 0,
    snaps: "race",
    bot_wait: null,
    relaxed: false,
    public: false,
    aids: "off",
  });
});

test("a message of a kind that came later is let go by", () => {
  expect(decodeMessage('{"type":"fireworks","colour":"teal"}')).toBeNull();
});
