import jsQR from "jsqr";
import { expect, test } from "vitest";
import { qrModules } from "../src/lib/qr";

/** Draw it as a camera would see it, with a margin. */
function photographed(modules: boolean[][]): { data: Uint8ClampedArray; side: number } {
  const scale = 4;
  const side = (modules.length + 8) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let dy = 0; dy < scale; dy++) {
        for (let dx = 0; dx < scale; dx++) {
          const at = (((y + 4) * scale + dy) * side + (x + 4) * scale + dx) * 4;
          data[at] = data[at + 1] = data[at + 2] = 0;
        }
      }
    }),
  );
  return { data, side };
}

test.each([1, 14, 26, 42, 62, 84, 106, 122, 152, 178])("a link of %i characters is read back", (length) => {
  const link = "http://127.0.0.1:8000/join/K7QM3X-".padEnd(length, "abcdefgh/0123").slice(0, length);
  const { data, side } = photographed(qrModules(link));
  expect(jsQR(data, side, side)?.data).toBe(link);
});

test("a link that is too long is refused, not cut", () => {
  expect(() => qrModules("x".repeat(200))).toThrow("at most 178");
});
