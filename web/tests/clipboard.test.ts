import { afterEach, expect, test, vi } from "vitest";
import { copyOrSelect } from "../src/lib/screen/clipboard";

const selectAllChildren = vi.fn();
const link = {} as HTMLElement;

function stubClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
  vi.stubGlobal("navigator", { clipboard });
  vi.stubGlobal("getSelection", () => ({ selectAllChildren }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  selectAllChildren.mockClear();
});

test("copied is said only where copying worked", async () => {
  const copied: string[] = [];
  stubClipboard({ writeText: (text) => Promise.resolve(void copied.push(text)) });
  expect(await copyOrSelect("a link", link)).toBe("copied");
  expect([copied, selectAllChildren.mock.calls]).toEqual([["a link"], []]);
});

test("without a clipboard, or where it refuses, the text is selected", async () => {
  stubClipboard(undefined);
  expect(await copyOrSelect("a link", link)).toBe("selected");
  stubClipboard({ writeText: () => Promise.reject(new Error("not allowed")) });
  expect(await copyOrSelect("a link", link)).toBe("selected");
  expect(selectAllChildren.mock.calls).toEqual([[link], [link]]);
});
