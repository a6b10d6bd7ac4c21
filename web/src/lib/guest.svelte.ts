// Who you are: a guest with a name, known to the server by its cookie.

import * as api from "./api";
import { serverSentence, say } from "./words.svelte";

const NAMES = ["Mango", "Papaya", "Guava", "Lima", "Coco", "Tamarindo", "Nopal", "Cacao", "Maracuja", "Pitaya"];

export const guest: { name: string; isKnown: boolean } = $state({ name: "", isKnown: false });

/** Ask once who the cookie says we are. */
export async function loadSession(): Promise<void> {
  if (guest.isKnown) return;
  const session = await api.session();
  if (session.person === null) return;
  guest.isKnown = true;
  guest.name ||= session.name ?? "";
}

/** Be somebody before doing anything: with the name typed in, or one that is made up. */
export async function signIn(name: string): Promise<void> {
  const wanted =
    name.trim() ||
    guest.name ||
    `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${1 + Math.floor(Math.random() * 98)}`;
  if (guest.isKnown && wanted === guest.name) return;
  const session = await api.callMe(wanted);
  guest.isKnown = true;
  guest.name = session.name ?? wanted;
}

export async function signInAgain(): Promise<void> {
  guest.isKnown = false;
  await signIn(guest.name);
}

/** A refusal in words for people. */
export function describeError(error: unknown): string {
  if (!(error instanceof api.Refusal)) throw error;
  if (error.code === "offline") return say("error.offline");
  if (error.status === 404 && error.code.includes("code")) return say("error.code");
  return serverSentence(error) || say("error.unknown");
}
