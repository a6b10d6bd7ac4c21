// The first sign that somebody is there and about to do something.

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** Fetch at that sign what the next page needs: who only looks in pays for nothing, and who plays does not wait. */
export function atFirstSignOfLife(fetchNext: () => Promise<unknown>): () => void {
  const begin = () => {
    stop();
    // What fails now is fetched again when it is needed, and is told then.
    fetchNext().catch(() => undefined);
  };
  const stop = () => SIGNS.forEach((sign) => removeEventListener(sign, begin));
  SIGNS.forEach((sign) => addEventListener(sign, begin, { passive: true }));
  return stop;
}
