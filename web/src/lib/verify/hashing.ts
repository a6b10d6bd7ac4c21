// SHA-256 and HMAC, by Web Crypto; a page that came over plain HTTP from a machine in the network has none, so there
// SHA-256 is computed here.

export type Bytes = Uint8Array<ArrayBuffer>;

const BLOCK_SIZE = 64;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export function join(...parts: Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error(`expected digits, 0-9 and a-f, but found ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/** A whole number as 8 bytes, the greatest first. */
export function eightBytes(number: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle === undefined ? computeSha256(bytes) : new Uint8Array(await subtle.digest("SHA-256", bytes));
}

/** HMAC-SHA256 (RFC 2104). */
export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const block = new Uint8Array(BLOCK_SIZE);
  block.set(key.length > BLOCK_SIZE ? await sha256(key) : key);
  const inner = await sha256(join(xor(block, 0x36), message));
  return sha256(join(xor(block, 0x5c), inner));
}

const xor = (bytes: Bytes, value: number): Bytes => bytes.map((byte) => byte ^ value);

// SHA-256 as FIPS 180-4 has it.

const primes = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
/** The first 32 bits of a fraction. */
const fraction = (number: number): number => Math.floor((number - Math.floor(number)) * 2 ** 32) | 0;
const ROUND_CONSTANTS = primes.map((prime) => fraction(Math.cbrt(prime)));
const FIRST_HASH = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function computeSha256(bytes: Bytes): Bytes {
  const size = Math.ceil((bytes.length + 9) / BLOCK_SIZE) * BLOCK_SIZE;
  const padded = new DataView(new ArrayBuffer(size));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  let hash = FIRST_HASH;
  for (let at = 0; at < size; at += BLOCK_SIZE) hash = compress(hash, expand(padded, at));
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

function expand(padded: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => padded.getInt32(at + 4 * index));
  for (let index = 16; index < 64; index++) {
    const [old, first, seventh, last] = [16, 15, 7, 2].map((back) => words[index - back] ?? 0) as [
      number,
      number,
      number,
      number,
    ];
    const early = rotate(first, 7) ^ rotate(first, 18) ^ (first >>> 3);
    const late = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10);
    words.push((old + early + seventh + late) | 0);
  }
  return words;
}

function compress(hash: number[], words: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  words.forEach((word, index) => {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUND_CONSTANTS[index] ?? 0) + word;
    const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (hash[index] ?? 0)) | 0);
}
