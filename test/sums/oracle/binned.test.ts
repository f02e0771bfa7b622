import { describe, expect, test } from "vitest";
import { drawsFrom, KINDS, randomTerms } from "../random-terms.ts";
import {
  type BinnedState,
  binnedState,
  binnedValue,
  carriedOf,
  digitsOf,
  gridOf,
  indexOf,
} from "./binned.ts";
import { addTerm, convert, emptyFloatBinned, type FloatBinned, mergeInto } from "./float-binned.ts";
import { decode, type Float, nearest } from "./format.ts";

const SEED = 20261121;
const FOLDS = [2, 3, 4];
const TYPES: readonly Float[] = ["f64", "f32"];

// The published algorithm is a sequence of float operations; the definition is a sum of integers. They are the same thing.
describe(`the float algorithm's words are the integer definition's, renormalised (seed ${SEED})`, () => {
  for (const type of TYPES) {
    for (const fold of FOLDS) {
      test.each(KINDS)(`${type}, fold ${fold}: %s`, (kind) => {
        const draws = drawsFrom(SEED + fold);
        for (let round = 0; round < 120; round++) {
          const terms = randomTerms(type, kind, 1 + draws.below(40), draws);
          if (draws.below(3) === 0) terms.push(...randomTerms(type, draws.pick(KINDS), 5, draws));
          const summed = emptyFloatBinned(type, fold);
          for (const term of terms) addTerm(summed, term);
          const expected = binnedState(type, fold, terms);
          expect(wordsOf(summed)).toStrictEqual(expectedWords(type, expected));
          expect(convert(summed)).toBe(binnedValue(type, expected));
        }
      });

      test(`${type}, fold ${fold}: merged in random trees`, () => {
        const draws = drawsFrom(SEED - fold);
        for (let round = 0; round < 80; round++) {
          const terms = KINDS.flatMap((kind) => randomTerms(type, kind, draws.below(9), draws));
          const parts: FloatBinned[] = [];
          for (let at = 0; at < terms.length; ) {
            const part = emptyFloatBinned(type, fold);
            const count = draws.below(6);
            for (const term of terms.slice(at, at + count)) addTerm(part, term);
            parts.push(part);
            at += count;
          }
          while (parts.length > 1) {
            const [source] = parts.splice(draws.below(parts.length), 1);
            mergeInto(draws.pick(parts), source);
          }
          if (terms.length === 0) continue;
          const expected = binnedState(type, fold, terms);
          expect(wordsOf(parts[0])).toStrictEqual(expectedWords(type, expected));
          expect(convert(parts[0])).toBe(binnedValue(type, expected));
        }
      });
    }
  }
});

// What an implementation without floats may do instead: round halves away from zero.
describe("the set last bit does nothing but send ties away from zero", () => {
  test.each(TYPES)("%s", (type) => {
    const draws = drawsFrom(SEED);
    for (const kind of KINDS) {
      for (const term of randomTerms(type, kind, 300, draws)) {
        const decoded = decode(type, term);
        if (decoded.kind !== "finite") continue;
        let rest = decoded.units;
        const start = indexOf(type, rest);
        for (const [j, digit] of digitsOf(type, rest, 4).entries()) {
          const grid = gridOf(type, start + j);
          const away = ((rest < 0n ? -rest : rest) + grid / 2n) / grid;
          expect(digit).toBe(rest < 0n ? -away : away);
          rest -= digit * grid;
        }
      }
    }
  });
});

describe("thousands of the largest terms carry without loss", () => {
  test.each(TYPES)("%s", (type) => {
    const largest = type === "f64" ? Number.MAX_VALUE : 2 ** 128 - 2 ** 104;
    for (const fold of FOLDS) {
      const summed = emptyFloatBinned(type, fold);
      const terms: number[] = [];
      for (let i = 0; i < 5000; i++) {
        const term = i < 4000 ? largest : -largest / 2 ** (i % 60);
        terms.push(type === "f64" ? term : Math.fround(term));
        addTerm(summed, terms[i]);
      }
      const expected = binnedState(type, fold, terms);
      expect(wordsOf(summed)).toStrictEqual(expectedWords(type, expected));
      expect(convert(summed)).toBe(binnedValue(type, expected));
    }
  });
});

describe("the definition's constants", () => {
  test("grids", () => {
    expect(nearest("f64", gridOf("f64", 0))).toBe(2 ** 985);
    expect(nearest("f64", gridOf("f64", 1))).toBe(2 ** 945);
    expect(nearest("f64", gridOf("f64", 51))).toBe(2 ** -1055);
    expect(nearest("f64", gridOf("f64", 54))).toBe(2 ** -1055);
    expect(nearest("f32", gridOf("f32", 0))).toBe(2 ** 116);
    expect(nearest("f32", gridOf("f32", 1))).toBe(2 ** 103);
    expect(nearest("f32", gridOf("f32", 20))).toBe(2 ** -144);
  });

  test.each([
    ["f64", Number.MAX_VALUE, 0],
    ["f64", 2 ** 984, 0],
    ["f64", 2 ** 984 * (1 - 2 ** -53), 1],
    ["f64", 1, 25],
    ["f64", 2 ** -1016, 50],
    ["f64", 2 ** -1017, 51],
    ["f64", Number.MIN_VALUE, 51],
    ["f64", 0, 51],
    ["f32", 2 ** 127, 0],
    ["f32", 2 ** 115, 0],
    ["f32", 2 ** 114, 1],
    ["f32", 2 ** -149, 20],
    ["f32", -0, 20],
  ] as const)("index of %s %d is %d", (type, value, index) => {
    const decoded = decode(type, value);
    expect(decoded.kind === "finite" && indexOf(type, decoded.units)).toBe(index);
  });
});

/** Primaries and carries of the float algorithm, as bits would tell them: numbers. */
function wordsOf({ primaries, carries }: FloatBinned): readonly (readonly number[])[] {
  return [primaries, carries];
}

function expectedWords(type: Float, { top, sums }: BinnedState): readonly (readonly number[])[] {
  const words = sums.map((sum, j) => {
    const { carry, rest } = carriedOf(type, sum);
    return { carry: Number(carry), primary: anchored(type, top + j, rest) };
  });
  return [words.map(({ primary }) => primary), words.map(({ carry }) => carry)];
}

/** `1.5·2^(p−1)·grid + rest·grid`; in the first bin scaled down as the published algorithm has it. */
function anchored(type: Float, index: number, rest: bigint): number {
  const grid = gridOf(type, index);
  const precision = type === "f64" ? 53n : 24n;
  const scale = index === 0 ? (type === "f64" ? 14n : 12n) : 0n;
  return nearest(type, ((3n << (precision - 2n)) + rest) * (grid >> scale));
}
