import jsQR from "jsqr";
import { expect, test } from "vitest";
import { drawQrCode, type QrDrawing } from "../src/lib/screen/qrCode";

const SCALE = 4;

/** The drawing as a camera sees it: dark squares on white. */
function photograph({ path, size }: QrDrawing): { pixels: Uint8ClampedArray; side: number } {
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < SCALE; dy++) {
      const start = ((Number(y) * SCALE + dy) * side + Number(x) * SCALE) * 4;
      for (let at = start; at < start + SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return { pixels, side };
}

test.each([1, 14, 26, 42, 62, 84, 106, 122, 152, 178, 300])("a link of %i characters is read back", (length) => {
  const link = "http://127.0.0.1:8000/join/K7QM3X-".padEnd(length, "abcdefgh/0123").slice(0, length);
  const { pixels, side } = photograph(drawQrCode(link));
  expect(jsQR(pixels, side, side)?.data).toBe(link);
});

test("the code has an empty margin, without which cameras lose it", () => {
  const { path, size } = drawQrCode("http://127.0.0.1:8000/join/K7QM3X");
  const at = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect([Math.min(...at), Math.max(...at)]).toEqual([3, size - 4]);
});
