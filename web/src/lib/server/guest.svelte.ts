// Who you are: a guest with a name, known to the server by its cookie.

import * as api from "./api";

const NAMES = ["Mango", "Papaya", "Guava", "Lima", "Coco", "Tamarindo", "Nopal", "Cacao", "Maracuja", "Pitaya"];

export const guest: { name: string; isKnown: boolean } = $state({ name: "", isKnown: false });

/** Ask once whose session the cookie belongs to. */
export async function loadSession(): Promise<void> {
  if (guest.isKnown) return;
  const session = await api.getSession();
  if (session.person === null) return;
  guest.isKnown = true;
  guest.name ||= session.name ?? "";
}

/** Have a session before anything else is asked for: under the name typed in, or one that is made up. */
export async function signIn(name: string): Promise<void> {
  const wanted =
    name.trim() ||
    guest.name ||
    `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${1 + Math.floor(Math.random() * 98)}`;
  if (guest.isKnown && wanted === guest.name) return;
  const session = await api.setName(wanted);
  guest.isKnown = true;
  guest.name = session.name ?? wanted;
}

/** For a server that no longer knows the session. */
export async function signInAgain(): Promise<void> {
  guest.isKnown = false;
  await signIn(guest.name);
}
