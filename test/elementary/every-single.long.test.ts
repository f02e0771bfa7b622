import { expect, it } from "vitest";
import { isUnaryFunction, UNARY_FUNCTIONS } from "../../src/elementary/names.ts";
import { checkSingles, PIECE, SINGLES } from "./every-single.ts";

/*
 * Functions of one f32 at every f32, against an evaluation in f64 with its error, and the definition where that does not decide.
 *
 *   SAMEBITS_SINGLES=exp,log        of which functions, at all 2^32 operands; without it of all, at one piece of 4,096
 *   SAMEBITS_SINGLES_RANGE=0:65536  of which operands: the bits of the first, and those before which to end
 *
 *   SAMEBITS_LONG=1 SAMEBITS_SINGLES=exp npx vitest run --project source test/elementary/every-single.long.test.ts
 *
 * A function takes five to seven minutes on a busy machine. None is wrong of those that were checked whole; how often the definition was asked: log 2,885 (2026-11-26); since plain doubles decide nearly all (2026-11-27) expm1 746, sinh 450, tanh 414.
 * Before that exp 731, log1p 2,094, log2 3,594, and exp2 and log10 in parts.
 */

const { SAMEBITS_SINGLES: asked, SAMEBITS_SINGLES_RANGE: range = `0:${SINGLES}` } = process.env;
const names = asked === undefined ? UNARY_FUNCTIONS : asked.split(",").filter(isUnaryFunction);
const [FIRST, END] = range.split(":").map(Number);

/** Chunks in a row; where nothing is asked for, pieces of each half of each power of two, no two at the same place of it. */
const [LENGTH, STRIDE] = asked === undefined ? [PIECE, 2 ** 24 + PIECE] : [2 ** 26, 2 ** 26];

/** What is printed comes out. */
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("knows the functions and the range that are asked for", () => {
  expect(names.join(",")).toBe(asked ?? UNARY_FUNCTIONS.join(","));
  expect(FIRST >= 0 && FIRST < END && END <= SINGLES).toBe(true);
});

it.each(names)("%s", async (name) => {
  const total = { operands: 0, byEvaluation: 0, byDefinition: 0 };
  for (let start = FIRST; start < END; start += STRIDE) {
    const end = Math.min(start + LENGTH, END);
    const { wrong, ...count } = checkSingles(name, start, end);
    expect(wrong).toEqual([]);
    total.operands += end - start;
    total.byEvaluation += count.byEvaluation;
    total.byDefinition += count.byDefinition;
    if (asked !== undefined) console.log(`${name} before ${end}: ${JSON.stringify(total)}`);
    await breath();
  }
  console.log(`${name}: ${JSON.stringify(total)}`);
  expect(total.byEvaluation + total.byDefinition).toBe(total.operands);
});
