// Sharing a result: by the device where it offers that, or by the clipboard.

import "./words";
import { copyText } from "../lib/screen/clipboard";
import { getResults, type Deal } from "../lib/server/daily";
import { shareText } from "../lib/sentences/dailySentences";

/** Whether this device has a way of its own to send texts to others. */
export const canShare = (): boolean => typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;

/** shared, copied, or null where neither works; a player who changes their mind is no error. */
export async function shareResultText(text: string): Promise<"shared" | "copied" | null> {
  if (canShare()) {
    try {
      await navigator.share({ text });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  return (await copyText(text)) ? "copied" : null;
}

/** From the table, where nothing but the deal is known. */
export async function shareDeal(deal: Deal): Promise<"shared" | "copied" | null> {
  const text = shareText(await getResults(deal), location.origin);
  return text === null ? null : shareResultText(text);
}
