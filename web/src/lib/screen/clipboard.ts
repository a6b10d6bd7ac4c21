// The clipboard: browsers give one only to secure pages, and a table on a home network is none.

/** Copy a text; false where the browser does not let this page copy. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Select all text of an element, which should not be inside a button: text there can't be selected everywhere. */
export function selectText(element: HTMLElement): void {
  getSelection()?.selectAllChildren(element);
}

/** Copy the text that an element shows; where that can't be done, leave it selected for the player to copy. */
export async function copyOrSelect(text: string, element: HTMLElement): Promise<"copied" | "selected"> {
  if (await copyText(text)) return "copied";
  selectText(element);
  return "selected";
}
