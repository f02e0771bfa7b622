import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  expectAssociative,
  expectClosed,
  expectIdentity,
  foldBalanced,
  foldLeft,
  scanLeft,
  type Values,
} from "../../../test/laws/records.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { ValueOf } from "../../values/value-types.ts";
import { add, and, max, min, multiply, or, xor } from "../built-in.ts";
import { affine } from "./affine.ts";
import { dual } from "./dual.ts";
import { matrices2x2 } from "./matrices-2x2.ts";
import { maxSegmentSum } from "./max-segment-sum.ts";
import { polynomial } from "./polynomial.ts";
import { product } from "./product.ts";

describe("affine", () => {
  test("an inclusive scan solves the recurrence", () => {
    const scales = [7, 2, -1, 3, 4, -5];
    const offsets = [1, 4, -2, 6, 8, 9];
    let x = 0;
    const expected = scales.map((scale, i) => {
      x = x * scale + offsets[i];
      return x;
    });
    const scanned = scanLeft(
      affine(add, multiply, "f64"),
      scales.map((scale, i) => [scale, offsets[i]]),
    );
    expect(scanned.map(([, offset]) => offset)).toEqual(expected);
    expect(scanned.map(([scale]) => scale)).toEqual([7, 14, -14, -42, -168, 840]);
  });

  test.each([
    ["u32", add, multiply, [1, 0]],
    ["i64", add, multiply, [1n, 0n]],
    ["u32", xor, and, [0xffff_ffff, 0]],
    ["i32", or, and, [-1, 0]],
    ["i32", and, or, [0, -1]],
    ["u32", max, min, [0xffff_ffff, 0]],
    ["i32", min, max, [-(2 ** 31), 2 ** 31 - 1]],
  ] as const)("is a monoid of %s under $1.name and $2.name", (type, plus, times, identity) => {
    const operator = affine(plus, times, type as ElementType);
    expect(operator.claims?.identity).toEqual(identity);
    expectAssociative(operator);
    expectIdentity(operator);
  });

  test("claims no identity where zero does not absorb", () => {
    expect(affine(add, multiply, "f64").claims).toBeUndefined();
    expect(affine(max, add, "i32").claims).toBeUndefined(); // smallest + 1 is not smallest, nor is smallest − 1
    expect(affine(max, min, "f32").claims).toBeUndefined();
    expect(affine(add, dual(multiply, "u32"), "u32").claims).toBeUndefined();
  });

  test("over the tropical semiring: the time at which each job of a queue is done", () => {
    const arrivals = [0, 1, 2, 20, 21];
    const durations = [5, 5, 1, 3, 4];
    // done[i] = max(done[i − 1], arrival[i]) + duration[i]
    const jobs = durations.map((duration, i) => [duration, arrivals[i] + duration]);
    const done = scanLeft(affine(max, add, "i32"), jobs).map(([, offset]) => offset);
    expect(done).toEqual([5, 10, 11, 23, 27]);
  });

  test("over matrices: Fibonacci numbers, as a recurrence of second order", () => {
    const matrices = matrices2x2(add, multiply, "u32");
    const sum = product({ a: [add, "u32"], b: [add, "u32"], c: [add, "u32"], d: [add, "u32"] });
    const operator = affine(sum, matrices);
    expectTypeOf<ValueOf<typeof operator.type>["scale"]>().branded.toEqualTypeOf<{
      readonly a: number;
      readonly b: number;
      readonly c: number;
      readonly d: number;
    }>();
    const step = [1, 1, 1, 0, 0, 0, 0, 0]; // (x, y) ↦ (x + y, x)
    const begin = [1, 1, 1, 0, 1, 0, 0, 0];
    const scanned = scanLeft(operator, [begin, step, step, step, step, step]);
    expect(scanned.map((values) => values[4])).toEqual([1, 1, 2, 3, 5, 8]);
    expectAssociative(operator);
  });

  test("refuses operators on different types, and is derived from both", () => {
    expect(() => affine(dual(add, "i32"), dual(multiply, "u32"))).toThrow(
      '"multiply" must be on i32, got u32',
    );
    expect(() => affine(add, multiply)).toThrow('"type" must be one of');
    expect(affine(add, multiply, "f32").derivation).toEqual({ combinator: "affine", parts: [add, multiply] });
    expect(affine(add, multiply, "f32").hash).not.toBe(affine(max, multiply, "f32").hash);
  });
});

describe("matrices2x2", () => {
  test("rows by columns", () => {
    expect(
      foldLeft(matrices2x2(add, multiply, "f64"), [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ]),
    ).toEqual([19, 22, 43, 50]);
    expect(
      foldLeft(matrices2x2(min, add, "f64"), [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ]),
    ).toEqual([6, 7, 8, 9]);
  });

  test.each(["u32", "i64"] as const)("is a monoid on %s", (type) => {
    expectAssociative(matrices2x2(add, multiply, type));
    expectIdentity(matrices2x2(add, multiply, type));
  });

  test("is not commutative, and claims no identity for floats", () => {
    const operator = matrices2x2(add, multiply, "u32");
    expect(
      foldLeft(operator, [
        [1, 1, 0, 1],
        [1, 0, 1, 1],
      ]),
    ).toEqual([2, 1, 1, 1]);
    expect(
      foldLeft(operator, [
        [1, 0, 1, 1],
        [1, 1, 0, 1],
      ]),
    ).toEqual([1, 1, 1, 2]);
    expect(matrices2x2(add, multiply, "f64").claims).toBeUndefined();
    expect(operator.derivation).toEqual({ combinator: "matrices-2x2", parts: [add, multiply] });
  });
});

describe("polynomial", () => {
  const [modulus, base] = [4_294_967_291, 257];
  const hashOf = (text: string): number => {
    let hash = 0n;
    for (const letter of text) hash = (hash * BigInt(base) + BigInt(letter.charCodeAt(0))) % BigInt(modulus);
    return Number(hash);
  };
  const letters = (text: string): readonly Values[] =>
    [...text].map((letter) => [letter.charCodeAt(0), base]);

  test("hashes as a plain loop does, in any tree", () => {
    const text = "a scan in the hand is worth two in the bush";
    const operator = polynomial(modulus);
    expect(foldLeft(operator, letters(text))[0]).toBe(hashOf(text));
    expect(foldBalanced(operator, letters(text))).toEqual(foldLeft(operator, letters(text)));
  });

  test("laws", () => {
    expectAssociative(polynomial(modulus), fc.tuple(fc.nat(), fc.integer({ min: 0, max: 2 ** 32 - 1 })));
    for (const operator of [polynomial(modulus), polynomial(2 ** 32 - 1), polynomial(2)])
      expectIdentity(operator);
    const wide = fc.tuple(fc.bigInt(0n, BigInt(modulus - 1)), fc.bigInt(0n, BigInt(modulus - 1)));
    for (const expectLaw of [expectAssociative, expectIdentity, expectClosed]) {
      expectLaw(polynomial(modulus, "u64"), wide);
    }
  });

  test("refuses what does not fit", () => {
    for (const wrong of [1, 2 ** 32, 2.5, Number.NaN]) {
      expect(() => polynomial(wrong)).toThrow('"modulus" must be an integer from 2 to 2^32 - 1');
    }
    expect(() => polynomial(7, "i32" as never)).toThrow('"type" must be one of u32, u64');
    expect(polynomial(7).hash).not.toBe(polynomial(11).hash);
  });
});

describe("maxSegmentSum", () => {
  const element = (x: number): Values => [x, Math.max(x, 0), Math.max(x, 0), Math.max(x, 0)];

  test("the classic list", () => {
    const list = [1, -2, 3, 4, -1, 5, -6, 1];
    expect(foldLeft(maxSegmentSum("i32"), list.map(element))).toEqual([5, 10, 6, 11]);
    expect(foldLeft(maxSegmentSum("f64"), [-3, -1].map(element))).toEqual([-4, 0, 0, 0]);
  });

  test("is the best of all stretches, in any tree", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 20 }), (list) => {
        let best = 0;
        for (let start = 0; start < list.length; start++) {
          for (let end = start + 1; end <= list.length; end++) {
            best = Math.max(
              best,
              list.slice(start, end).reduce((sum, x) => sum + x),
            );
          }
        }
        expect(foldBalanced(maxSegmentSum("i32"), list.map(element))[3]).toBe(best);
      }),
      { seed: 20264, numRuns: 200 },
    );
  });

  test("laws, while nothing overflows", () => {
    const operator = maxSegmentSum("i32");
    const lists = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 4 });
    const records = lists.map((list) => foldLeft(operator, list.map(element)));
    expectAssociative(operator, records);
    expectIdentity(operator, records);
    expectClosed(operator, records);
    expect(maxSegmentSum("f32").claims).toBeUndefined();
    expect(maxSegmentSum("f32").start).toEqual([0, 0, 0, 0]);
    expect(() => maxSegmentSum("u32" as never)).toThrow('"type" must be one of f64, f32, i64, i32');
  });
});
