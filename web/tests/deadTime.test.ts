import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEAD_TIME, deadTime } from "../src/lib/screen/deadTime";

/** As much of a button as is needed here. */
class FakeButton extends EventTarget {
  style = { pointerEvents: "" };
  dataset: Record<string, string> = {};
  isPressed = false;
  matches(): boolean {
    return this.isPressed;
  }
}

let button: FakeButton;
let clicks: number;
const attach = (meaning: string): (() => void) => deadTime(meaning)(button as unknown as HTMLElement);
const click = (): boolean => button.dispatchEvent(new Event("click", { cancelable: true }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  button = new FakeButton();
  clicks = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function listenLast(): void {
  button.addEventListener("click", () => (clicks += 1));
}

test("a button that has just changed its meaning ignores input for a moment", () => {
  attach("draw");
  listenLast();
  expect(button.style.pointerEvents).toBe("none");
  click();
  vi.advanceTimersByTime(DEAD_TIME);
  click();
  expect(clicks).toBe(0);
  vi.advanceTimersByTime(17);
  expect(button.style.pointerEvents).toBe("");
  click();
  expect(clicks).toBe(1);
});

test("each change begins a dead time of its own", () => {
  const leave = attach("draw");
  vi.advanceTimersByTime(1000);
  leave();
  attach("throw");
  listenLast();
  click();
  expect(clicks).toBe(0);
});

test("a press that began before the change does not count, however long it lasts", () => {
  button.isPressed = true;
  attach("draw");
  listenLast();
  vi.advanceTimersByTime(2000);
  click();
  expect(clicks).toBe(0);
  button.dispatchEvent(new Event("pointerdown"));
  click();
  expect(clicks).toBe(1);
});
