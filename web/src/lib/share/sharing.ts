// Ways to take a picture along: the device's own sharing, a file, the clipboard. Each browser has some of these.

export function canShareFile(file: File): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}

/** Offer the picture to other apps; a player who changes their mind is no error. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

export function canCopyPicture(): boolean {
  return (
    typeof ClipboardItem !== "undefined" && typeof (navigator.clipboard as Clipboard | undefined)?.write === "function"
  );
}

/** False where the browser does not let this page copy. */
export async function copyPicture(picture: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return true;
  } catch {
    return false;
  }
}

/** The picture inside its own address, as pages may show it under any policy. */
export function toDataAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("the picture could not be read"));
    reader.readAsDataURL(picture);
  });
}
