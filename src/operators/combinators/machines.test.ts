import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  expectAssociative,
  expectClosed,
  expectIdentity,
  foldBalanced,
  foldLeft,
  recordsOf,
  scanLeft,
} from "../../../test/laws/records.ts";
import { evaluateBody } from "../evaluate.ts";
import { bodyOf } from "../operator.ts";
import { brackets } from "./brackets.ts";
import { carryLookAhead } from "./carry-look-ahead.ts";
import { applyStateMap, packStateMap, stateMap } from "./state-map.ts";

describe("stateMap", () => {
  test.each(Array.from({ length: 16 }, (_, i) => i + 1))(
    "of %i states composes as functions do",
    (stateCount) => {
      const transitions = fc.array(fc.nat(stateCount - 1), { minLength: stateCount, maxLength: stateCount });
      const operator = stateMap(stateCount);
      fc.assert(
        fc.property(transitions, transitions, fc.nat(stateCount - 1), (first, second, state) => {
          const [both] = evaluateBody(bodyOf(operator), [packStateMap(first)], [packStateMap(second)]);
          expect(applyStateMap(packStateMap(first), state)).toBe(first[state]);
          expect(applyStateMap(both, state)).toBe(second[first[state]]);
          expect(both).toBe(packStateMap(first.map((next) => second[next])));
        }),
        { seed: 20265, numRuns: 30 },
      );
    },
  );

  test.each([1, 2, 3, 5, 8, 9, 16])("laws of %i states", (stateCount) => {
    const operator = stateMap(stateCount);
    const { type } = bodyOf(operator).columns[0];
    expect(type).toBe(stateCount <= 8 ? "u32" : "u64");
    const words = type === "u32" ? fc.integer({ min: 0, max: 2 ** 32 - 1 }) : fc.bigInt(0n, 2n ** 64n - 1n);
    // On all words, whatever the carrier says.
    expectAssociative(
      operator,
      words.map((word) => [word]),
    );
    const some = Array.from({ length: stateCount }, (_, i) => (i * 7 + 3) % stateCount);
    const maps = fc.shuffledSubarray(some, { minLength: stateCount }).map((next) => [packStateMap(next)]);
    expectIdentity(operator, maps);
    if (stateCount <= 8) expectClosed(operator, maps);
  });

  test("whether the number of ones is even, letter by letter", () => {
    const maps = [..."0110100"].map((letter) => [packStateMap(letter === "1" ? [1, 0] : [0, 1])]);
    const states = scanLeft(stateMap(2), maps).map(([map]) => applyStateMap(map, 0));
    expect(states).toEqual([0, 1, 0, 0, 1, 1, 1]);
  });

  test("refuses what is no machine", () => {
    expect(() => stateMap(0)).toThrow('"stateCount" must be an integer from 1 to 16, got 0');
    expect(() => stateMap(17)).toThrow("got 17");
    expect(() => packStateMap([])).toThrow("got 0");
    expect(() => packStateMap([0, 2])).toThrow('"transitions[1]" must be a state, from 0 to 1, got 2');
    expect(stateMap(3).derivation).toEqual({ combinator: "state-map", parts: [] });
    expect(stateMap(3).hash).toBe(stateMap(4).hash);
    expect(stateMap(3).hash).not.toBe(stateMap(5).hash);
  });
});

describe("brackets", () => {
  const records = (text: string): readonly (readonly number[])[] =>
    [...text].map((letter) => (letter === "(" ? [0, 1] : letter === ")" ? [1, 0] : [0, 0]));

  test.each([
    ["(a(b)c)", [0, 0]],
    ["))((", [2, 2]],
    ["())(()", [1, 1]],
    [")", [1, 0]],
  ])("%s", (text, unmatched) => {
    expect(foldLeft(brackets(), records(text))).toEqual(unmatched);
    expect(foldBalanced(brackets(), records(text))).toEqual(unmatched);
  });

  test("laws: the identity everywhere, associativity while nothing overflows", () => {
    expectIdentity(brackets());
    const small = fc.tuple(fc.nat(2 ** 30), fc.nat(2 ** 30));
    expectAssociative(brackets(), small);
    expectAssociative(brackets(), fc.tuple(fc.nat(3), fc.nat(3)));
    expect(brackets().isAssociative).toBe(false);
    expect(brackets().derivation).toEqual({ combinator: "brackets", parts: [] });
  });
});

describe("carryLookAhead", () => {
  test("the carries of an addition, digit by digit", () => {
    const first = [9, 5, 4, 9, 0, 2];
    const second = [1, 4, 5, 9, 0, 7]; // the least significant digit first
    const digits = first.map((digit, i) => [Number(digit + second[i] > 9), Number(digit + second[i] === 9)]);
    expect(scanLeft(carryLookAhead(), digits).map(([generate]) => generate)).toEqual([1, 1, 1, 1, 0, 0]);
  });

  test("laws, for flags and for words of them", () => {
    for (const type of ["bool", "u32", "u64"] as const) {
      expectAssociative(carryLookAhead(type));
      expectIdentity(carryLookAhead(type));
    }
  });

  test("a word is 32 additions at once", () => {
    const bit = (word: number, place: number): number => (word >>> place) & 1;
    fc.assert(
      fc.property(recordsOf(carryLookAhead("u32")), recordsOf(carryLookAhead("u32")), (left, right) => {
        const words = evaluateBody(carryLookAhead("u32"), left, right).map(Number);
        for (const place of [0, 13, 31]) {
          const bits = (values: readonly (number | bigint)[]): readonly number[] =>
            values.map((value) => bit(Number(value), place));
          expect(evaluateBody(carryLookAhead(), bits(left), bits(right))).toEqual(bits(words));
        }
      }),
      { seed: 20266, numRuns: 100 },
    );
    expect(() => carryLookAhead("i32" as never)).toThrow('"type" must be one of bool, u32, u64');
  });
});
