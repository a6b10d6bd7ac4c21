// Errors of requests, in words for people.

import { ApiError } from "./api";
import { say, serverSentence } from "../words.svelte";

export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "offline") return say("error.offline");
  return serverSentence(error) || say("error.unknown");
}
