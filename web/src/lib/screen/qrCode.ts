// The QR code of a link, ready to be drawn as one SVG path.

import { encode } from "uqr";

/** Modules of empty margin that set the code apart from what surrounds it. */
const QUIET_ZONE = 3;

export type QrDrawing = { path: string; size: number };

export function drawQrCode(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { path, size };
}
