// Who you are: a guest with a name, known to the server by its cookie.

import * as api from "./api";
import { isPractice } from "./backend";

const NAMES = ["Mango", "Papaya", "Guava", "Lima", "Coco", "Tamarindo", "Nopal", "Cacao", "Maracuja", "Pitaya"];

/** The name that was made up for somebody who has chosen none. */
const MADE_UP_KEY = "cambio.madeUpName";

export const guest: { name: string; isKnown: boolean } = $state({ name: "", isKnown: false });

/** Ask once whose session the cookie belongs to. */
export async function loadSession(): Promise<void> {
  if (guest.isKnown || isPractice()) return;
  const session = await api.getSession();
  if (session.person === null) return;
  guest.isKnown = true;
  guest.name ||= session.name ?? "";
}

/** Have a session before anything else is asked for: under the name typed in, or one that is made up. */
export async function signIn(name: string): Promise<void> {
  const chosen = name.trim() || guest.name;
  if (isPractice()) return;
  if (guest.isKnown && chosen === guest.name) return;
  const session = await api.setName(chosen || makeUpName());
  guest.isKnown = true;
  guest.name = session.name ?? chosen;
  if (chosen === "") localStorage.setItem(MADE_UP_KEY, guest.name);
}

/** Have a session under this very name, made up or not. */
export async function chooseName(name: string): Promise<void> {
  await signIn(name);
  localStorage.removeItem(MADE_UP_KEY);
}

/** Whether others know this guest by the name: one that was made up has to be agreed to first. */
export const hasChosenName = (): boolean => guest.isKnown && guest.name !== localStorage.getItem(MADE_UP_KEY);

export const suggestName = (): string => guest.name || makeUpName();

const makeUpName = (): string =>
  `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${1 + Math.floor(Math.random() * 98)}`;

/** The server has forgotten this guest, and so does the browser. */
export function forgetGuest(): void {
  guest.isKnown = false;
  guest.name = "";
  localStorage.removeItem(MADE_UP_KEY);
}

/** For a server that no longer knows the session. */
export async function signInAgain(): Promise<void> {
  guest.isKnown = false;
  await signIn(guest.name);
}
