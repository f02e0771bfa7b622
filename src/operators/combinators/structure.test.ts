import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  bitsOfRecord,
  expectAssociative,
  expectClosed,
  expectCommutative,
  expectIdentity,
  foldLeft,
  recordsOf,
  scanLeft,
  type Values,
} from "../../../test/laws/records.ts";
import type { ValueOf } from "../../values/value-types.ts";
import { add, max, min, multiply, treeHash, xor } from "../built-in.ts";
import { evaluateBody } from "../evaluate.ts";
import { bodyOf } from "../operator.ts";
import { argBy, argMax, argMin } from "./arg-by.ts";

import { dual } from "./dual.ts";
import { lifted } from "./lifted.ts";
import { matrices2x2 } from "./matrices-2x2.ts";
import { polynomial } from "./polynomial.ts";
import { product } from "./product.ts";
import { segmented } from "./segmented.ts";

describe("product", () => {
  const both = product({ sum: [add, "i32"], highest: argMax("f32") });

  test("combines field by field", () => {
    expect(
      foldLeft(both, [
        [1, 5, 0],
        [2, 7, 1],
        [3, 6, 2],
      ]),
    ).toEqual([6, 7, 1]);
    expect(both.type).toEqual({ sum: "i32", highest: { value: "f32", index: "u32" } });
    expectTypeOf<ValueOf<typeof both.type>>().branded.toEqualTypeOf<{
      readonly sum: number;
      readonly highest: { readonly value: number; readonly index: number };
    }>();
  });

  test("has the laws of its parts", () => {
    expectAssociative(both);
    expectCommutative(both);
    expectIdentity(both);
    expect(both.start).toEqual([0, -Infinity, 2 ** 32 - 1]);
  });

  test("has no identity where a part has none, and the carriers of all", () => {
    expect(product({ a: [add, "i32"], b: treeHash }).claims?.identity).toBeUndefined();
    const hashes = product({ a: [add, "i32"], b: polynomial(97), c: polynomial(11, "u64") });
    // The carrier's values are too rare to be found among all.
    const records = fc
      .tuple(fc.nat(), fc.nat(96), fc.nat(96), fc.bigInt(0n, 10n), fc.bigInt(0n, 10n))
      .map((values): Values => values);
    expectIdentity(hashes, records);
    expectClosed(hashes, records);
  });

  test("is derived from its parts", () => {
    expect(both.derivation?.combinator).toBe("product");
    expect(both.derivation?.parts.map(({ name }) => name)).toEqual(["add", "arg-max"]);
    expect(both.name).toBe("product-of-add-and-arg-max");
  });

  test("refuses no part, and a part whose type is open", () => {
    expect(() => product({})).toThrow('"parts" must be at least one operator');
    expect(() => product({ sum: add })).toThrow('"type" must be one of f64, f32, i64, u64, i32, u32');
    expect(() => product({ sum: [xor, "f32"] })).toThrow('which xor is on, got "f32"');
    expect(() => product({ sum: "add" as never })).toThrow('"sum" must be an operator, got "add"');
  });
});

describe("dual", () => {
  test("exchanges the sides", () => {
    const hash = dual(treeHash);
    const [left, right] = [[3n], [5n]];
    expect(evaluateBody(bodyOf(hash), left, right)).toEqual(evaluateBody(bodyOf(treeHash), right, left));
    expect(evaluateBody(bodyOf(hash), left, right)).not.toEqual(evaluateBody(bodyOf(treeHash), left, right));
  });

  test("twice is the operator again, by its hash", () => {
    const matrices = matrices2x2(add, multiply, "u32");
    expect(dual(dual(matrices)).hash).toBe(matrices.hash);
    expect(dual(matrices).hash).not.toBe(matrices.hash);
    expect(dual(matrices).derivation).toEqual({ combinator: "dual", parts: [matrices] });
    expectAssociative(dual(matrices));
    expectIdentity(dual(matrices));
  });
});

describe("lifted", () => {
  const operator = lifted(treeHash);

  test("an absent value changes nothing", () => {
    const [three, five, absent] = [
      [3n, 1],
      [5n, 1],
      [0n, 0],
    ];
    const [hash] = evaluateBody(bodyOf(treeHash), [3n], [5n]);
    expect(foldLeft(operator, [absent, three, absent, absent, five, absent])).toEqual([hash, 1]);
    expect(foldLeft(operator, [absent, absent])).toEqual(absent);
  });

  test("is a monoid of whatever is associative", () => {
    const lowest = lifted(argMin("f64", "u32", { tieBreak: "none" }));
    expectAssociative(lowest);
    for (const each of [lowest, operator, lifted(add, "f32")]) {
      expectIdentity(each);
      expectClosed(each);
    }
  });
});

describe("segmented", () => {
  const sums = segmented(add, "i32");

  test("the slides' example", () => {
    const isHead = [1, 0, 1, 0, 0, 1];
    const scanned = scanLeft(
      sums,
      isHead.map((flag, i) => [i, flag]),
    );
    expect(scanned.map(([value]) => value)).toEqual([0, 1, 2, 5, 9, 5]);
    expect(scanned.map(([, flag]) => flag)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("a scan is the scan of each segment", () => {
    const matrices = matrices2x2(add, multiply, "u32");
    const operator = segmented(matrices);
    const records = fc.array(recordsOf(operator), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(records, (given) => {
        scanLeft(operator, given).forEach((values, i) => {
          const heads = given.flatMap((record, at) => (at <= i && record[4] === 1 ? [at] : []));
          const head = heads.at(-1) ?? 0;
          const segment = given.slice(head, i + 1).map((record) => record.slice(0, 4));
          expect(values.slice(0, 4)).toEqual(foldLeft(matrices, segment));
        });
      }),
      { seed: 20262, numRuns: 50 },
    );
  });

  test("keeps associativity and identity, and is named by its terms", () => {
    for (const each of [sums, segmented(max, "f32"), segmented(argMax("i32"))]) {
      expectAssociative(each);
      expectIdentity(each);
    }
    expect(sums.hash).toBe(segmented(add, "i32").hash);
    expect(sums.hash).not.toBe(segmented(add, "u32").hash);
    expect(sums.hash).not.toBe(segmented(max, "i32").hash);
    expect(sums.derivation).toEqual({ combinator: "segmented", parts: [add] });
    expect(segmented(treeHash).start).toBeUndefined();
  });

  test("needs a type where the operator is on several, and takes none where it is over records", () => {
    expect(() => segmented(add)).toThrow('"type" must be one of');
    expect(() => segmented(sums, "i32" as never)).toThrow('"type" must be left out');
    expect(segmented(dual(add, "f32")).type).toEqual({ value: "f32", isHead: "bool" });
  });
});

describe("argMax and argMin", () => {
  test("the largest value, and where it stands first", () => {
    const values = [0, 5, 5, 3];
    const records = values.map((value, i) => [value, i]);
    expect(foldLeft(argMax("i32"), records)).toEqual([5, 1]);
    expect(foldLeft(argMin("i32"), records)).toEqual([0, 0]);
    expect(foldLeft(argMax("i32"), [...records].reverse())).toEqual([5, 1]);
    expect(foldLeft(argMax("i32", "i32", { tieBreak: "none" }), [...records].reverse())).toEqual([5, 2]);
  });

  test.each([
    [
      [1, NaN, 3, NaN],
      [NaN, 1],
      [NaN, 1],
    ],
    [
      [-0, 0, -0],
      [0, 0],
      [-0, 0],
    ],
    [
      [-Infinity, -Infinity],
      [-Infinity, 0],
      [-Infinity, 0],
    ],
    [
      [2, Infinity, -Infinity],
      [Infinity, 1],
      [-Infinity, 2],
    ],
  ])("of %j", (values, largest, smallest) => {
    const records = values.map((value, i) => [value, i]);
    expect(foldLeft(argMax("f64"), records)).toEqual(largest);
    expect(foldLeft(argMin("f64"), records)).toEqual(smallest);
  });

  test.each(["f64", "f32", "i64", "u64", "i32", "u32"] as const)("laws on %s", (type) => {
    for (const make of [argMax, argMin]) {
      const operator = make(type);
      const records = recordsOf(operator);
      expectAssociative(operator, records);
      expectCommutative(operator, records);
      expectIdentity(operator, records);
      expectAssociative(make(type, "i64", { tieBreak: "none" }));
    }
  });

  test("the value is what max gives, bit for bit", () => {
    const operator = argMax("f32");
    const body = bodyOf(max, "f32");
    fc.assert(
      fc.property(recordsOf(operator), recordsOf(operator), (left, right) => {
        const [value] = evaluateBody(operator, left, right);
        const expected = evaluateBody(body, [left[0]], [right[0]]);
        expect(bitsOfRecord(body, [value])).toBe(bitsOfRecord(body, expected));
      }),
      { seed: 20263, numRuns: 300 },
    );
  });

  test("without a tie-break the order matters, and nothing is claimed", () => {
    const operator = argMax("i32", "i32", { tieBreak: "none" });
    expect(evaluateBody(operator, [5, 0], [5, 1])).toEqual([5, 0]);
    expect(evaluateBody(operator, [5, 1], [5, 0])).toEqual([5, 1]);
    expect(operator.claims?.identity).toBeUndefined();
    expect(operator.derivation?.combinator).toBe("arg-by-leftmost");
  });

  test("argBy takes records", () => {
    const first = argBy(argMin("i32", "i32"), "u64");
    expect(first.type).toEqual({ value: { value: "i32", index: "i32" }, index: "u64" });
    expect(
      foldLeft(first, [
        [4, 9, 0n],
        [2, 7, 1n],
        [2, 3, 2n],
        [2, 3, 3n],
      ]),
    ).toEqual([2, 3, 2n]);
    expectAssociative(first);
    expectCommutative(first);
    expectIdentity(first);
    expect(argBy([min, "i32"]).hash).toBe(argMin("i32").hash);
  });

  test("refuses other index types and tie-breaks", () => {
    expect(() => argMax("i32", "f64" as never)).toThrow('"indexType" must be one of u32, i32, u64, i64');
    expect(() => argMax("i32", "u32", { tieBreak: "lowest" as never })).toThrow('"tieBreak" must be one of');
    expect(() => argMax("int" as never)).toThrow('"type" must be one of');
  });
});
