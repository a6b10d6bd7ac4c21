// The cheat sheet of a table: what each card counts and can do there, snaps and the call, a plain line each.

import { cardPowerOf, isSamePower, type CardPower } from "../game/cardPowers";
import { pointsOf } from "../game/cards";
import { COLOUR_SIGNS, isInDeck, ranksInDeck } from "../game/deck";
import { numberIn, type Values } from "../game/ruleValues";
import type { Power } from "../protocol";
import { findKey, say } from "../words.svelte";
import { callConsequences } from "./callConsequences";

/** Cards that count the same: a rank, or the black or red cards of a rank. */
export type CardPoints = { name: string; points: number; power: CardPower | null };
export type PowerLine = { power: Power; cards: string[]; text: string };

const POWERS: Power[] = ["peek", "spy", "trade", "look"];
/** A face of each colour: black first. */
const COLOURED = [
  { colour: "b", suit: "s", sign: COLOUR_SIGNS.b },
  { colour: "r", suit: "h", sign: COLOUR_SIGNS.r },
] as const;

const rankName = (rank: string): string => (rank === "X" ? say("cheat.joker") : rank);

/** What each card of the deck counts; colours are told apart only where that matters. */
export function cardPoints(values: Values): CardPoints[] {
  return ranksInDeck(values["deck.values"], values).flatMap((rank) => {
    const cards = COLOURED.filter(({ colour }) => isInDeck(`${rank}${colour}`, values)).map(
      ({ colour, suit, sign }): CardPoints => {
        const face = `${rank}${rank === "X" ? colour : suit}`;
        const power = cardPowerOf(face, values);
        return { name: `${rankName(rank)}${sign}`, points: pointsOf(face, values) ?? 0, power };
      },
    );
    const [black, red] = cards;
    if (black === undefined || red === undefined) return cards;
    const isSame = black.points === red.points && isSamePower(black.power, red.power);
    return isSame ? [{ ...black, name: rankName(rank) }] : cards;
  });
}

/** Each power that a card of this table has, and what it does here: a line for each scope of it. */
export function powerLines(values: Values): PowerLine[] {
  const lines: (PowerLine & { reach: CardPower })[] = [];
  for (const { name, power } of cardPoints(values)) {
    if (power === null) continue;
    const line = lines.find(({ reach }) => isSamePower(reach, power));
    if (line === undefined) lines.push({ power: power.power, cards: [name], text: describePower(power), reach: power });
    else line.cards.push(name);
  }
  return POWERS.flatMap((power) => lines.filter((line) => line.power === power)).map(({ power, cards, text }) => ({
    power,
    cards,
    text,
  }));
}

/** "Look at any two cards, then swap any two if you like." */
export function describePower({ power, scope }: CardPower): string {
  if (power === "trade") return sayOption("cheat.trade", scope["powers.trade"]);
  if (power !== "look") return say(power === "peek" ? "cheat.peek" : "cheat.spy");
  const seen = sayOption(`cheat.look.${scope["powers.looks"]}`, scope["powers.look_at"]);
  return `${seen} ${sayOption("cheat.swap", scope["powers.look_swap"])}`;
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

export function takeLines(values: Values): string[] {
  const lines = [sayOption("cheat.take", values["turn.take"])];
  if (values["turn.taken_face_up"] === true) lines.push(say("cheat.take.face_up"));
  return lines;
}

/** What may be swapped for the card that is held, where that is more than one, and what a mistake costs. */
export function exchangeLines(values: Values): string[] {
  if (values["turn.exchange"] !== "equal") return [];
  const lines = [say("cheat.exchange.equal"), sayOption("cheat.mismatch", values["turn.mismatch"])];
  const n = numberIn(values, "turn.mismatch_penalty", 0);
  const from = numberIn(values, "turn.mismatch_from", 2);
  if (n > 0) lines.push(from > 2 ? say("cheat.mismatch.cost.from", { n, from }) : say("cheat.mismatch.cost", { n }));
  return lines;
}

export function snapLines(values: Values): string[] {
  const who = values["snap.who"];
  if (who === "off") return [say("cheat.snap.off")];
  const lines = [sayOption(`cheat.snap.${String(who)}`, values["snap.match"])];
  if (values["snap.discarder"] === false) lines.push(say("cheat.snap.discarder"));
  if (who === "any") lines.push(sayOption("cheat.give", values["snap.give"]));
  if (numberIn(values, "snap.cards", 1) > 1) lines.push(say("cheat.two"));
  const penalty = numberIn(values, "snap.penalty", 0);
  lines.push(say(penalty > 0 ? "cheat.wrong" : "cheat.wrong.free", { n: penalty }));
  const late = numberIn(values, "snap.late_penalty", 0);
  if (late > 0) lines.push(say("cheat.late", { n: late }));
  return lines.filter((line) => line !== "");
}

export function callLines(values: Values): string[] {
  const kamikaze = numberIn(values, "score.kamikaze", 0);
  const lines = [
    sayOption("cheat.call", values["call.when"]),
    sayOption("cheat.empty", values["turn.empty_hand"]),
    ...callConsequences(values),
    sayOption("cheat.tie", values["score.tie"]),
    kamikaze > 0 ? say("cheat.kamikaze", { n: kamikaze }) : "",
  ];
  return lines.filter((line) => line !== "");
}
