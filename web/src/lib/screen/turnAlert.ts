// Calling a player back whose turn it is while the page is not in sight: by a sound, and by a notification where both the
// player and the browser allow it. Neither tells anything that not everybody at the table knows.

import { settings } from "../settings.svelte";
import { sounds } from "./sound";

/** Browsers on Android have the class, but let only service workers show notifications. */
const isAndroid = (): boolean => /Android/.test(navigator.userAgent);

export const hasNotifications = (): boolean => typeof Notification !== "undefined" && !isAndroid();

export const isBlocked = (): boolean => hasNotifications() && Notification.permission === "denied";

/** Whether a player who has not been asked yet can be. */
export const canAsk = (): boolean => settings.turnNotification === null && hasNotifications() && !isBlocked();

/** The player wants notifications: the browser may ask once more. To be called when a button is pressed. */
export async function allowNotifications(): Promise<void> {
  settings.turnNotification = (await Notification.requestPermission()) === "granted";
}

export class TurnAlert {
  #shown: Notification | null = null;

  constructor(private readonly tableId: string) {}

  /** It is the player's turn; whoever sees the page sees that. */
  call(title: string, body: string): void {
    if (document.visibilityState === "visible") return;
    if (settings.turnSound) sounds.alert();
    if (!settings.turnNotification || !hasNotifications() || Notification.permission !== "granted") return;
    this.end();
    const shown = new Notification(title, { body, tag: `cambio-${this.tableId}`, icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      this.end();
    };
    this.#shown = shown;
  }

  /** The player is back, or the turn is over. */
  end(): void {
    this.#shown?.close();
    this.#shown = null;
  }
}
