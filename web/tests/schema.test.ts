import { expect, test } from "vitest";
import { answersOf } from "../src/lib/answers";
import { sectionsOf } from "../src/lib/schema";

const SCHEMA = {
  properties: {
    snap: {
      title: "Snapping",
      properties: {
        who: { type: "string", enum: ["off", "own", "any"], description: "Whose cards may be snapped." },
        penalty: { type: "integer", minimum: 0, maximum: 10 },
        shown: { type: "boolean" },
      },
    },
    call: { title: "Calling", properties: { limit: { anyOf: [{ type: "null" }, { type: "integer", minimum: -20, maximum: 200 }] } } },
    deck: {
      title: "The deck",
      properties: { values: { type: "object", additionalProperties: { type: "integer", minimum: -100, maximum: 100 } } },
    },
  },
};

test("every option becomes a row of its kind", () => {
  const rows = sectionsOf(SCHEMA).flatMap((section) => section.rows);
  expect(rows.map((row) => [row.name, row.kind])).toEqual([
    ["snap.who", "choice"],
    ["snap.penalty", "number"],
    ["snap.shown", "yes"],
    ["call.limit", "number"],
    ["deck.values", "points"],
  ]);
  expect(rows[3]).toMatchObject({ mayBeNone: true, least: -20, most: 200 });
});

test("five answers tell rule books apart", () => {
  const answers = answersOf({
    "snap.who": "any",
    "snap.penalty": 2,
    "powers.cards": { Kb: "look", Kr: "none", Qb: "trade" },
    "score.caller_tie": "wins",
    "call.lock": true,
  });
  expect(answers.map(({ answer }) => answer)).toEqual(["any card", "2 cards", "black K", "is won", "locked"]);
});
