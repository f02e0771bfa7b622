import { describe, expect, expectTypeOf, test } from "vitest";
import { bool, f32, f64, i32, u32, u64 } from "../builder/scalar-types.ts";
import { add, multiply } from "../built-in.ts";
import type { RecordOperator } from "../operator.ts";
import { affine } from "./affine.ts";
import { argMax } from "./arg-by.ts";
import { carryLookAhead } from "./carry-look-ahead.ts";
import { matrices2x2 } from "./matrices-2x2.ts";
import { maxSegmentSum } from "./max-segment-sum.ts";
import { polynomial } from "./polynomial.ts";
import { product } from "./product.ts";
import { runningVariance } from "./running.ts";

describe("a type is named or given as the value that stands for it", () => {
  test.each([
    ["argMax", argMax(f32, u64), argMax("f32", "u64")],
    ["affine", affine(add, multiply, f64), affine(add, multiply, "f64")],
    ["matrices2x2", matrices2x2(add, multiply, u32), matrices2x2(add, multiply, "u32")],
    ["maxSegmentSum", maxSegmentSum(i32), maxSegmentSum("i32")],
    ["polynomial", polynomial(101, u64), polynomial(101, "u64")],
    ["carryLookAhead", carryLookAhead(bool), carryLookAhead("bool")],
    ["runningVariance", runningVariance(f64), runningVariance("f64")],
    ["product", product({ sum: [add, f64] }), product({ sum: [add, "f64"] })],
  ])("%s", (_, byValue, byName) => {
    expect(byValue.hash).toBe(byName.hash);
  });

  test("and its type is inferred either way", () => {
    expectTypeOf(argMax(f32, u64)).toEqualTypeOf<
      RecordOperator<{ readonly value: "f32"; readonly index: "u64" }>
    >();
    expectTypeOf(argMax(f32)).toEqualTypeOf(argMax("f32"));
  });

  test("what is no type is refused by name", () => {
    expect(() => maxSegmentSum(u32 as never)).toThrow(/"type" must be/);
  });
});
