// What a call of Cambio brings under a table's rules, a sentence each.

import { numberIn, type Values } from "../game/ruleValues";
import { say } from "../words.svelte";

export function callConsequences(values: Values): string[] {
  const told = [say(values["call.last_turns"] === false ? "call.nolast" : "call.last")];
  if (values["call.lock"] === true) told.push(say("call.lock"));
  const points = numberIn(values, "call.wrong_points", 0);
  if (points > 0) told.push(say("call.wrong", { n: points }));
  if (values["call.wrong_doubles"] === true) told.push(say("call.doubles"));
  const tie = values["score.caller_tie"];
  if (tie === "loses" || tie === "wins" || tie === "most_cards") told.push(say(`call.tie.${tie}`));
  if (typeof values["call.limit"] === "number") told.push(say("call.limit", { n: values["call.limit"] }));
  if (values["score.winner_zero"] === true) told.push(say("call.winner_zero"));
  if (values["call.right_zero"] === true) told.push(say("call.zero"));
  const bonus = numberIn(values, "call.right_bonus", 0);
  if (bonus > 0) told.push(say("call.bonus", { n: bonus }));
  return told;
}
