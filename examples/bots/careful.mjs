#!/usr/bin/env node
// A careful bot for Node.js, without any package: the same as careful.py, where the comments say what it does.
//
//     cambio lab league --bots beginner,casual,"node examples/bots/careful.mjs" --games 200

import { createInterface } from "node:readline";

const UNSEEN = 6; // What a card that it has not seen is taken to count.
const LOW = 9; // A hand that counts no more is called.

const rank = (card) => card.slice(0, -1);

function worth(card, values) {
  if (card === "??") return UNSEEN;
  const colour = "hdr".includes(card.at(-1)) ? "r" : "b";
  return values[rank(card)] ?? values[rank(card) + colour] ?? UNSEEN;
}

function choose({ view, legal, wait }, values) {
  const seat = view.viewer;
  const hand = new Map();
  view.hands[seat].forEach((card, index) => card === "--" || hand.set(`${seat}${index + 1}`, card));
  const placeOf = (words) => words.split(" ")[1];
  if (wait) {
    const matches = (card) => card !== undefined && card !== "??" && rank(card) === rank(view.top);
    return legal.find((words) => matches(hand.get(placeOf(words)))) ?? null;
  }
  const points = [...hand].map(([place, card]) => ({ place, count: worth(card, values) }));
  const total = points.reduce((sum, { count }) => sum + count, 0);
  if (legal.includes("call") && (total <= LOW || view.lap > 20)) return "call";
  if (view.held && legal.some((words) => words.startsWith("swap "))) {
    const worst = points.reduce((most, each) => (each.count > most.count ? each : most));
    const keeps = worth(view.held, values) < worst.count || !legal.includes("throw");
    return keeps ? `swap ${worst.place}` : "throw";
  }
  const look = legal.find((words) => words.startsWith("peek ") && hand.get(placeOf(words)) === "??");
  return [look, "ready", "draw", "skip", ...legal].find((words) => legal.includes(words) && words !== "call");
}

let values = {};
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    values = message.rules.deck.values;
    console.log(JSON.stringify({ cambio: 1, name: "careful, in JavaScript" }));
  } else if (message.type === "choose") {
    console.log(JSON.stringify({ id: message.id, action: choose(message, values) }));
  }
}
