import { describe, expect, test } from "vitest";
import * as small from "../../src/index.ts";
import {
  binned,
  EmptyInputError,
  exact,
  exclusiveScan,
  InvalidArgumentError,
  inclusiveScan,
  max,
  min,
  prepare,
  reduce,
  treeHash,
  UnsupportedError,
} from "../../src/sums.ts";
import { TEST262_CASES } from "./cases/test262.ts";

const f64 = (...elements: readonly number[]): Float64Array => Float64Array.from(elements);

describe("what the issue names", () => {
  test("the small ones between the large, in every order", () => {
    const terms = [1, 1e100, 1, -1e100];
    for (const order of permutationsOf(terms)) {
      expect(reduce(Float64Array.from(order), { expression: exact })).toBe(2);
    }
    expect(permutationsOf(terms)).toHaveLength(24);
  });

  test.each([exact, binned(2), binned(3), binned(4)])(
    "$kind $fold has no overflow on the way",
    (expression) => {
      for (const order of permutationsOf([1e308, 1e308, -1e308])) {
        expect(reduce(Float64Array.from(order), { expression })).toBe(1e308);
      }
    },
  );

  test("zeros: of −0 alone exact is −0, and binned +0", () => {
    expect(reduce(f64(-0, -0), { expression: exact })).toBe(-0);
    expect(reduce(f64(-0, -0), { expression: "binned:3" })).toBe(0);
    expect(reduce(f64(-0, 0), { expression: exact })).toBe(0);
    expect(reduce(new Float64Array(1000), { expression: exact })).toBe(0);
    expect(reduce(new Float32Array(1000), { expression: binned() })).toBe(0);
    expect(inclusiveScan(f64(-0, -0, 0), { expression: exact })).toStrictEqual(f64(-0, -0, 0));
    expect(exclusiveScan(f64(-0, -0), { expression: exact })).toStrictEqual(f64(0, 0)); // starts with +0
    expect(exclusiveScan(f64(-0, -0), { expression: exact, initial: -0 })).toStrictEqual(f64(-0, -0));
    expect(exclusiveScan(f64(-0, -0), { expression: binned(), initial: -0 })).toStrictEqual(f64(-0, 0));
  });

  test("nothing has no sum, and where Math.sumPrecise says −0 an error says so; an initial value is itself", () => {
    for (const expression of [exact, binned()]) {
      expect(() => reduce(f64(), { expression })).toThrow(EmptyInputError);
      expect(inclusiveScan(f64(), { expression })).toStrictEqual(f64());
      expect(reduce(f64(), { expression, initial: -0 })).toBe(-0);
      expect(reduce(f64(), { expression, initial: 5e-324 })).toBe(5e-324);
    }
    expect(reduce(f64(0), { expression: binned(), initial: 5e-324 })).toBe(0); // one term of two, and too small for a bin
    expect(reduce(f64(), { expression: exact, initial: Number.NaN })).toBeNaN();
  });

  test("infinities that cancel are NaN, and its bits the canonical ones", () => {
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
    for (const expression of [exact, binned()]) {
      const scan = inclusiveScan(f64(1, POSITIVE_INFINITY, NEGATIVE_INFINITY, 1), { expression });
      expect(scan).toStrictEqual(f64(1, POSITIVE_INFINITY, Number.NaN, Number.NaN));
      expect(new BigUint64Array(scan.buffer)[3]).toBe(0x7ff8000000000000n);
    }
  });

  test("f32 in f64 is rounded once, to f64", () => {
    const terms = Float32Array.of(1, 2 ** -60, 2 ** 60, -(2 ** 60));
    expect(reduce(terms, { expression: exact, accumulate: "f64" })).toBe(1);
    expect(inclusiveScan(terms, { expression: exact, accumulate: "f64" })).toStrictEqual(
      f64(1, 1, 2 ** 60, 1),
    );
    expect(reduce(Float32Array.of(1, 2 ** -40), { expression: "exact", accumulate: "f64" })).toBe(
      1 + 2 ** -40,
    );
  });

  test("what was prepared agrees with test262 as well", () => {
    const plan = prepare({ type: "f64", expression: exact });
    for (const { terms, sum } of TEST262_CASES) expect(plan.reduce(Float64Array.from(terms))).toBe(sum);
  });
});

describe("bad input is refused, and says why", () => {
  test.each([
    [{ expression: exact, operator: max }, /"operator" must be add, for "exact" is a sum, got max/],
    [{ expression: binned(4), operator: min }, /"operator" must be add, for "binned:4" is a sum, got min/],
    [
      { expression: "exact", operator: (left: number, right: number) => left + right, type: "f64" },
      /a plain function/,
    ],
  ])("%o", (options, message) => {
    const call = (): unknown => reduce(f64(1, 2), options as never);
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });

  test("integers are exact already, and it says so", () => {
    for (const terms of [Int32Array.of(1), BigUint64Array.of(1n)]) {
      const call = (): unknown => reduce(terms as Int32Array, { expression: exact });
      expect(call).toThrow(InvalidArgumentError);
      expect(call).toThrow(/sums of integers are exact in any order/);
    }
    expect(() => reduce(BigUint64Array.of(1n), { expression: "binned:3", operator: treeHash })).toThrow(
      /a sum/,
    );
  });

  test.each([0, 1, 5, 2.5, -3, Number.NaN])("a fold of %d", (fold) => {
    expect(() => binned(fold)).toThrow(InvalidArgumentError);
    expect(() => reduce(f64(1), { expression: { kind: "binned", fold } })).toThrow(/fold/);
    expect(() => reduce(f64(1), { expression: `binned:${fold}` })).toThrow(InvalidArgumentError);
  });

  test("the small door has no accumulators, and says which has", () => {
    const call = (): unknown => small.reduce(f64(1), { expression: exact });
    expect(call).toThrow(UnsupportedError);
    expect(call).toThrow(/samebits\/sums/);
  });
});

function permutationsOf(terms: readonly number[]): readonly (readonly number[])[] {
  if (terms.length < 2) return [terms];
  return terms.flatMap((term, i) =>
    permutationsOf(terms.filter((_, j) => j !== i)).map((rest) => [term, ...rest]),
  );
}
