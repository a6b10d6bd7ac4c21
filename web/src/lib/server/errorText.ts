// Errors of requests, in words for people.

import { ApiError } from "./api";
import { say, serverSentence } from "../words.svelte";

export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "offline") return say("error.offline");
  if (error.status === 404 && error.code.includes("code")) return say("error.code");
  return serverSentence(error) || say("error.unknown");
}
