// Shuffling by a key: a stream of numbers, and Fisher-Yates.

import { eightBytes, hmac, type Bytes } from "./hashing";

const WORDS = 8;
const LARGEST = 2 ** 32;
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/** The order in which cards lie before they are shuffled. */
const FACES = [...RANKS.flatMap((rank) => ["c", "d", "h", "s"].map((suit) => rank + suit)), "Xr", "Xb"];

export class KeyedStream {
  /** How many numbers have been drawn. */
  drawn = 0;
  private block = new DataView(new ArrayBuffer(0));

  constructor(private readonly key: Bytes) {}

  /** Each number below the bound has the same chance: from the greatest multiple of it on, one is drawn again. */
  async below(bound: number): Promise<number> {
    const limit = LARGEST - (LARGEST % bound);
    for (;;) {
      const number = await this.word();
      if (number < limit) return number % bound;
    }
  }

  private async word(): Promise<number> {
    const index = this.drawn % WORDS;
    if (index === 0) this.block = new DataView((await hmac(this.key, eightBytes(this.drawn / WORDS))).buffer);
    this.drawn += 1;
    return this.block.getUint32(4 * index);
  }
}

export async function shuffle<Card>(key: Bytes, cards: readonly Card[]): Promise<Card[]> {
  const stream = new KeyedStream(key);
  const shuffled = [...cards];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const pick = await stream.below(last + 1);
    [shuffled[last], shuffled[pick]] = [shuffled[pick] as Card, shuffled[last] as Card];
  }
  return shuffled;
}

/** These cards in the order of a key, however they lay before. */
export const shuffleFaces = (key: Bytes, faces: readonly string[]): Promise<string[]> =>
  shuffle(
    key,
    [...faces].sort((one, other) => FACES.indexOf(one) - FACES.indexOf(other)),
  );

export const isFace = (text: string): boolean => FACES.includes(text);
