import { afterEach, describe, expect, test, vi } from "vitest";
import type { RoundScore, TableInfo } from "../src/lib/protocol";
import { fitLine, HEIGHT, layOutPicture, LIST, MARGIN, splitInTwo, WIDTH } from "../src/lib/share/pictureLayout";
import type { Measure, PictureLayout, TextLine } from "../src/lib/share/pictureLayout";
import { makeShareModel, nameFile } from "../src/lib/share/shareModel";
import { loadLanguage } from "../src/lib/words.svelte";
import { told } from "./feed";

const DAY = new Date(2026, 10, 16, 22, 15);
/** Letters of about the width that the fonts have. */
const measure: Measure = (text, font, size) => [...text].length * size * (font === "text" ? 0.53 : 0.58);

function result(names: string[], changes: Partial<TableInfo> = {}): TableInfo {
  const seats = names.map(
    (name, index) => ({ seat: "abcdefgh"[index]!, name, is_taken: true }) as TableInfo["seats"][0],
  );
  const scores = Object.fromEntries(seats.map(({ seat }, index) => [seat, 4 + 7 * index]));
  const round: RoundScore = { scores, dealer: "a", winners: ["a"], caller: "b", knocked: false };
  const table = {
    stage: "over",
    seats,
    rounds: [round],
    tally: scores,
    winners: ["a"],
    round: 1,
  } as Partial<TableInfo>;
  return told({ table: { ...table, ...changes } }).table!;
}

const left = ({ text, font, size, x, align }: TextLine): number => {
  const width = measure(text, font, size);
  return align === "left" ? x : align === "right" ? x - width : x - width / 2;
};
const right = (line: TextLine): number => left(line) + measure(line.text, line.font, line.size);
const find = ({ lines }: PictureLayout, text: string): TextLine => lines.find((line) => line.text === text)!;

afterEach(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadLanguage("en");
  vi.unstubAllGlobals();
});

test("how many rounds it took, and who was a bot", () => {
  const table = result(["Ana", "Doris"], { rules: "cambia match.rounds=2" });
  table.rounds = [table.rounds[0]!, table.rounds[0]!];
  table.seats = table.seats.map((info) => (info.seat === "b" ? { ...info, level: "casual" } : info));
  const model = makeShareModel(table, DAY);
  expect([model.occasion, model.rules]).toEqual(["Final result · 2 rounds", "Cambia"]);
  const texts = layOutPicture(model, measure).lines.map((line) => line.text);
  expect(texts).toContain("Ana");
  expect(texts).toContain("Doris (bot)");
});

describe("what it says", () => {
  test("a match: the winner, everybody's tally, the rules and the day", () => {
    const model = makeShareModel(result(["Ana", "Ben"], { rules: "cambia deck.decks=2" }), DAY);
    expect(model).toMatchObject({
      occasion: "Final result · one round",
      headline: "Ana wins",
      result: "with 4 points",
      rules: "Cambia · 2 packs",
      date: "16 November 2026",
      fileName: "cambio-2026-11-16-ana-ben.png",
    });
    expect(
      model.rows.map(({ name, total, gained, hasWon, isCaller }) => [name, total, gained, hasWon, isCaller]),
    ).toEqual([
      ["Ana", "4", "", true, false],
      ["Ben", "11", "", false, true],
    ]);
  });

  test("a round of a running match: its winner, and the tally so far", () => {
    const rounds: RoundScore[] = [
      { scores: { a: 10, b: 2 }, dealer: "a", winners: ["b"], caller: "b", knocked: false },
      { scores: { a: -1, b: 20 }, dealer: "b", winners: ["a"], caller: "a", knocked: false },
    ];
    const table = result(["Ana", "Ben"], { stage: "scores", rounds, tally: { a: 9, b: 22 }, winners: ["a"], round: 2 });
    const model = makeShareModel(table, DAY);
    expect([model.occasion, model.headline, model.result]).toEqual(["Round 2", "Ana wins", "with −1 point"]);
    expect(model.rows.map(({ total, gained }) => [total, gained])).toEqual([
      ["9", "−1"],
      ["22", "+20"],
    ]);
  });

  test("nothing of a card, a hand or an address", () => {
    const text = JSON.stringify(
      makeShareModel(result(["Ana", "Ben"], { archived: "secret-round", host: "a", highlights: {} }), DAY),
    );
    expect(text).not.toMatch(/secret|http|\d[shdc]\b|[AJQK][shdc]\b/);
  });

  test("winners share", () => {
    expect(makeShareModel(result(["Ana", "Ben"], { winners: ["a", "b"] }), DAY).headline).toBe(
      "Ana and Ben share the win",
    );
  });

  test("in Spanish", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await loadLanguage("es");
    const model = makeShareModel(result(["Ana", "Inés"], { winners: ["a", "b"] }), DAY);
    expect([model.occasion, model.headline, model.result]).toEqual([
      "Resultado final · una ronda",
      "Ana e Inés comparten la victoria",
      "con 4 puntos",
    ]);
  });
});

describe("the file's name", () => {
  test("letters, digits and dashes of any script", () => {
    expect(nameFile(DAY, ["José Ángel", "O’Neill / 2", "愛"])).toBe("cambio-2026-11-16-jose-angel-o-neill-2-愛.png");
    expect(nameFile(new Date(2026, 0, 5), ["…"])).toBe("cambio-2026-01-05.png");
  });

  test("has as many names as fit", () => {
    const file = nameFile(
      DAY,
      Array.from({ length: 8 }, (_, index) => `${"w".repeat(23)}${index}`),
    );
    expect(file.length).toBeLessThanOrEqual(84);
    expect(file).toMatch(/w0-w+1.*\.png$/);
  });
});

describe("where it stands", () => {
  const LONGEST = "Maximiliana Wolkenstein8";
  const cases = [
    ["two players", ["Ana", "Ben"]],
    ["eight players", "Ana Ben Cleo Dan Eva Fay Gil Hal".split(" ")],
    ["eight of the longest names", Array.from({ length: 8 }, () => LONGEST)],
    ["wide letters", Array.from({ length: 8 }, () => "W".repeat(24))],
  ] as const;

  test.each(cases)("%s fit, and nothing lies over anything", (_, names) => {
    const winners = names.length > 2 ? ["a", "b"] : ["a"];
    const rounds = [1, 2].map(() => ({ ...result([...names]).rounds[0]!, winners }));
    const model = makeShareModel(result([...names], { rounds, winners }), DAY);
    const layout = layOutPicture(model, measure);
    for (const line of layout.lines) {
      expect(left(line), line.text).toBeGreaterThanOrEqual(MARGIN - 1);
      expect(right(line), line.text).toBeLessThanOrEqual(WIDTH - MARGIN + 1);
      expect(line.size, line.text).toBeGreaterThanOrEqual(18);
      expect(line.y).toBeLessThan(HEIGHT - 50);
    }
    const levels = new Map<number, TextLine[]>();
    for (const line of layout.lines) levels.set(line.y, [...(levels.get(line.y) ?? []), line]);
    for (const level of levels.values()) {
      const sorted = level.sort((one, two) => left(one) - left(two));
      for (const [index, line] of sorted.slice(1).entries())
        expect(right(sorted[index]!), `${sorted[index]!.text} and ${line.text}`).toBeLessThanOrEqual(left(line));
    }
    expect(layout.rows).toHaveLength(names.length);
    expect(layout.rows.at(-1)!.y + layout.rows.at(-1)!.height).toBeLessThanOrEqual(LIST.bottom + 1);
  });

  test("a flag stands behind the name of whoever called, before the points", () => {
    const layout = layOutPicture(makeShareModel(result(["Ana", LONGEST]), DAY), measure);
    const [flag] = layout.flags;
    expect(layout.flags).toHaveLength(1);
    expect(flag!.x).toBeGreaterThan(right(find(layout, LONGEST)));
    expect(flag!.x + flag!.size).toBeLessThan(left(find(layout, "11")));
  });

  test("a long headline takes two lines of the same size", () => {
    const table = result([LONGEST, "Bartholomew Featherstone"], { winners: ["a", "b"] });
    const { lines } = layOutPicture(makeShareModel(table, DAY), measure);
    const headline = lines.filter(
      (line) => line.font === "display" && line.align === "center" && line.colour === "paper",
    );
    expect(headline).toHaveLength(2);
    expect(headline[0]!.size).toBe(headline[1]!.size);
  });
});

describe("lines", () => {
  test("a text is made smaller before it is cut", () => {
    const line = { x: 0, y: 0, font: "bold", colour: "paper", align: "left" } as const;
    const wanted = { ...line, text: "x".repeat(20), size: 40, minSize: 20 };
    expect(fitLine({ ...wanted, maxWidth: 500 }, measure)).toMatchObject({ size: 40, text: wanted.text });
    expect(fitLine({ ...wanted, maxWidth: 300 }, measure)).toMatchObject({ size: 24, text: wanted.text });
    const cut = fitLine({ ...wanted, maxWidth: 120 }, measure);
    expect(cut).toMatchObject({ size: 20, text: "xxxxxxxxx…" });
  });

  test("two lines are as even as can be", () => {
    expect(splitInTwo("Ana and Bartholomew share the win", (part) => part.length)).toEqual([
      "Ana and Bartholomew",
      "share the win",
    ]);
  });
});
