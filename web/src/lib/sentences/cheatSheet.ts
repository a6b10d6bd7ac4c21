// The cheat sheet of a table: what each card counts and can do there, snaps and the call, a plain line each.

import { pointsOf, powerOf } from "../game/cards";
import { numberIn, ranksIn, type Values } from "../game/ruleValues";
import type { Power } from "../protocol";
import { findKey, say } from "../words.svelte";
import { callConsequences } from "./callConsequences";

/** Cards that count the same: a rank, or the black or red cards of a rank. */
export type CardPoints = { name: string; points: number; power: Power | null };
export type PowerLine = { power: Power; cards: string[]; text: string };

const POWERS: Power[] = ["peek", "spy", "trade", "look"];
/** A face of each colour: black first. */
const COLOURS = [
  { face: "s", joker: "b", sign: "♠♣" },
  { face: "h", joker: "r", sign: "♥♦" },
] as const;

const rankName = (rank: string): string => (rank === "X" ? say("cheat.joker") : rank);

/** The ranks in use, in the order of the rules. */
function ranksOf(values: Values): string[] {
  const ranks = ranksIn(values["deck.values"]);
  return numberIn(values, "deck.jokers", 0) > 0 ? ranks : ranks.filter((rank) => rank !== "X");
}

/** What each card counts; colours are told apart only where that matters. */
export function cardPoints(values: Values): CardPoints[] {
  return ranksOf(values).flatMap((rank) => {
    const [black, red] = COLOURS.map(({ face, joker, sign }): CardPoints => {
      const card = `${rank}${rank === "X" ? joker : face}`;
      return { name: `${rankName(rank)}${sign}`, points: pointsOf(card, values) ?? 0, power: powerOf(card, values) };
    });
    if (black === undefined || red === undefined) return [];
    const isSame = black.points === red.points && black.power === red.power;
    return isSame ? [{ ...black, name: rankName(rank) }] : [black, red];
  });
}

/** Each power that a card of this table has, and what it does here. */
export function powerLines(values: Values): PowerLine[] {
  const cards = cardPoints(values);
  return POWERS.map((power) => ({
    power,
    cards: cards.filter((card) => card.power === power).map((card) => card.name),
    text: describePower(power, values),
  })).filter((line) => line.cards.length > 0);
}

function describePower(power: Power, values: Values): string {
  if (power === "trade") return sayOption("cheat.trade", values["powers.trade"]);
  if (power !== "look") return say(power === "peek" ? "cheat.peek" : "cheat.spy");
  const looks = numberIn(values, "powers.looks", 2);
  const seen = sayOption(`cheat.look.${looks}`, values["powers.look_at"]);
  return `${seen} ${sayOption("cheat.swap", values["powers.look_swap"])}`;
}

function sayOption(prefix: string, value: unknown): string {
  const key = findKey(prefix, String(value));
  return key === null ? "" : say(key);
}

/** When powers are used, if anything about that is worth a line. */
export function powerNotes(values: Values): string[] {
  const notes = [say(values["powers.use"] === "mandatory" ? "cheat.power.must" : "cheat.power.may")];
  if (values["powers.replaced"] === true) notes.push(say("cheat.power.replaced"));
  return notes;
}

export function takeLine(values: Values): string {
  return sayOption("cheat.take", values["turn.take"]);
}

export function snapLines(values: Values): string[] {
  const who = values["snap.who"];
  if (who === "off") return [say("cheat.snap.off")];
  const lines = [sayOption(`cheat.snap.${String(who)}`, values["snap.match"])];
  if (who === "any") lines.push(sayOption("cheat.give", values["snap.give"]));
  if (numberIn(values, "snap.cards", 1) > 1) lines.push(say("cheat.two"));
  const penalty = numberIn(values, "snap.penalty", 0);
  lines.push(say(penalty > 0 ? "cheat.wrong" : "cheat.wrong.free", { n: penalty }));
  const late = numberIn(values, "snap.late_penalty", 0);
  if (late > 0) lines.push(say("cheat.late", { n: late }));
  return lines.filter((line) => line !== "");
}

export function callLines(values: Values): string[] {
  const lines = [
    sayOption("cheat.call", values["call.when"]),
    sayOption("cheat.empty", values["turn.empty_hand"]),
    ...callConsequences(values),
    sayOption("cheat.tie", values["score.tie"]),
  ];
  return lines.filter((line) => line !== "");
}
