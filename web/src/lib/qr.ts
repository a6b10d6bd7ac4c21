// QR codes for links: bytes, medium error correction, versions 1 to 9 (at most 180 characters), after ISO/IEC 18004.

/** For each version: error-correction bytes of a block, then how many blocks of how many data bytes. */
const BLOCKS: [number, ...[number, number][]][] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
const QUIET = 3;

type Grid = (boolean | null)[][];

/** The dark modules of a text's code as a path, with a quiet margin. */
export function qrPath(text: string): { path: string; size: number } {
  const modules = qrModules(text);
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return { path, size: modules.length + 2 * QUIET };
}

export function qrModules(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + BLOCKS.findIndex((_, index) => room(index) >= bytes.length + 2);
  if (version === 0) throw new Error(`expected a link of at most 178 bytes, but this one has ${bytes.length}`);
  const stream = interleaved(dataOf(bytes, room(version - 1)), BLOCKS[version - 1]!);
  const drawn = MASKS.map((_, mask) => draw(version, stream, mask));
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

const room = (index: number): number =>
  (BLOCKS[index]!.slice(1) as [number, number][]).reduce((sum, [blocks, bytes]) => sum + blocks * bytes, 0);

function dataOf(bytes: number[], size: number): number[] {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, 8), ...bytes.flatMap((byte) => bitsOf(byte, 8))];
  bits.push(...new Array<number>(Math.min(4, size * 8 - bits.length)).fill(0));
  while (bits.length % 8 > 0) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0; data.length < size; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11);
  return data;
}

const bitsOf = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => (value >> (length - 1 - index)) & 1);

function interleaved(data: number[], [correction, ...groups]: [number, ...[number, number][]]): number[] {
  const blocks: number[][] = [];
  let at = 0;
  for (const [count, size] of groups) {
    for (let block = 0; block < count; block++) blocks.push(data.slice(at, (at += size)));
  }
  const checks = blocks.map((block) => remainder(block, correction));
  const stream: number[] = [];
  for (const columns of [blocks, checks]) {
    const longest = Math.max(...columns.map((column) => column.length));
    for (let index = 0; index < longest; index++) {
      for (const column of columns) if (index < column.length) stream.push(column[index]!);
    }
  }
  return stream;
}

// Arithmetic in GF(256) with the polynomial 0x11d

const POWERS: number[] = [];
const LOGARITHMS: number[] = [];
for (let index = 0, value = 1; index < 255; index++) {
  POWERS[index] = value;
  LOGARITHMS[value] = index;
  value = (value << 1) ^ (value > 127 ? 0x11d : 0);
}
const times = (one: number, two: number): number =>
  one === 0 || two === 0 ? 0 : POWERS[(LOGARITHMS[one]! + LOGARITHMS[two]!) % 255]!;

function remainder(block: number[], length: number): number[] {
  let generator = [1];
  for (let index = 0; index < length; index++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1]! ^= times(factor, POWERS[index]!)));
    generator = next;
  }
  const rest = [...block, ...new Array<number>(length).fill(0)];
  for (let at = 0; at < block.length; at++) {
    const lead = rest[at]!;
    generator.forEach((factor, index) => (rest[at + index]! ^= times(factor, lead)));
  }
  return rest.slice(block.length);
}

// Drawing

function draw(version: number, stream: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  for (const [row, column] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    finder(grid, row, column);
  for (let at = 8; at < size - 8; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  const lines = ALIGNMENT[version - 1]!;
  for (const row of lines) {
    for (const column of lines)
      if (grid[row]![column] === null || (row === 6) !== (column === 6)) alignment(grid, row, column, size);
  }
  grid[size - 8]![8] = true;
  format(grid, mask, size);
  if (version >= 7) versionBits(grid, version, size);
  fill(grid, stream, mask, size);
  return grid as boolean[][];
}

function finder(grid: Grid, top: number, left: number): void {
  for (let row = -1; row <= 7; row++) {
    for (let column = -1; column <= 7; column++) {
      const line = grid[top + row];
      if (line === undefined || left + column < 0 || left + column >= line.length) continue;
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      line[left + column] = ring !== 2 && ring !== 4;
    }
  }
}

function alignment(grid: Grid, middle: number, centre: number, size: number): void {
  const isAtFinder = (middle < 9 && (centre < 9 || centre > size - 10)) || (middle > size - 10 && centre < 9);
  if (isAtFinder) return;
  for (let row = -2; row <= 2; row++) {
    for (let column = -2; column <= 2; column++) {
      grid[middle + row]![centre + column] = Math.max(Math.abs(row), Math.abs(column)) !== 1;
    }
  }
}

function checked(value: number, length: number, polynomial: number, degree: number): number {
  let rest = value << degree;
  for (let bit = length + degree - 1; bit >= degree; bit--) if ((rest >> bit) & 1) rest ^= polynomial << (bit - degree);
  return (value << degree) | rest;
}

function format(grid: Grid, mask: number, size: number): void {
  // Medium correction is written 00.
  const bits = checked(mask, 5, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((bits >> bit) & 1) === 1;
    if (bit < 6) grid[bit]![8] = isDark;
    else if (bit < 8) grid[bit + 1]![8] = isDark;
    else grid[size - 15 + bit]![8] = isDark;
    if (bit < 8) grid[8]![size - 1 - bit] = isDark;
    else if (bit < 9) grid[8]![7] = isDark;
    else grid[8]![14 - bit] = isDark;
  }
}

function versionBits(grid: Grid, version: number, size: number): void {
  const bits = checked(version, 6, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >> bit) & 1) === 1;
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    grid[far]![near] = grid[near]![far] = isDark;
  }
}

/** Two columns at a time from the right, up and down in turn, around what is drawn already. */
function fill(grid: Grid, stream: number[], mask: number, size: number): void {
  let at = 0;
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row]![column] !== null) continue;
        const bit = at < stream.length * 8 && ((stream[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
        grid[row]![column] = bit !== MASKS[mask]!(row, column);
        at += 1;
      }
    }
    isUpward = !isUpward;
  }
}

/** Long runs, squares and an uneven share of dark modules are hard to read. */
function penalty(modules: boolean[][]): number {
  const size = modules.length;
  let points = 0;
  let dark = 0;
  for (let one = 0; one < size; one++) {
    for (const at of [(two: number) => modules[one]![two]!, (two: number) => modules[two]![one]!]) {
      let run = 1;
      for (let two = 1; two < size; two++) {
        run = at(two) === at(two - 1) ? run + 1 : 1;
        if (run === 5) points += 3;
        else if (run > 5) points += 1;
      }
    }
    for (let two = 0; two < size; two++) {
      if (modules[one]![two]) dark += 1;
      if (one === 0 || two === 0) continue;
      const square = [modules[one]![two], modules[one - 1]![two], modules[one]![two - 1], modules[one - 1]![two - 1]];
      if (square.every(Boolean) || !square.some(Boolean)) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
