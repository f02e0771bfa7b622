import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateTerm } from "../operators/evaluate.ts";
import { binary, bitcast, constant, convert, left, select, type Term, unary } from "../operators/term.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { type Ideal, idealEvaluator, isSameIdeal } from "./evaluate-ideally.ts";

const SEED = 20_261_124;

const idealOf = (term: Term, ...operands: Scalar[]): Ideal | undefined =>
  idealEvaluator([term])(operands)?.[0];

/** An ideal value that is a machine's as well. */
const expectIs = (found: Ideal | undefined, type: ScalarType, value: Scalar): void => {
  const expected = idealOf(constant(type, value));
  expect(found !== undefined && expected !== undefined && isSameIdeal(found, expected)).toBe(true);
};

const x = left("f64", 0);
const y = left("f64", 1);

describe("exact numbers", () => {
  it("are those of floats where nothing is rounded", () => {
    const small = fc.integer({ min: -4096, max: 4096 }).map((value) => value / 16);
    const operation = fc.constantFrom(
      "add",
      "subtract",
      "multiply",
      "min",
      "max",
      "less",
      "lessOrEqual",
      "equal",
    );
    fc.assert(
      fc.property(small, small, operation, (one, other, name) => {
        const term = binary(name, x, y);
        expectIs(
          idealOf(term, one, other),
          term.type,
          evaluateTerm(binary(name, left("f64"), constant("f64", other)), one, 0),
        );
      }),
      { seed: SEED },
    );
    fc.assert(
      fc.property(
        small,
        fc.constantFrom("negate", "abs", "floor", "ceil", "truncate", "roundEven"),
        (one, name) => {
          expectIs(idealOf(unary(name, x), one), "f64", evaluateTerm(unary(name, left("f64")), one, 0));
          expectIs(idealOf(convert("i32", x), one), "i32", Math.trunc(one));
        },
      ),
      { seed: SEED },
    );
  });

  it("are not rounded, and have no bounds", () => {
    const sum = binary("add", binary("add", x, y), unary("negate", x));
    expectIs(idealOf(sum, 2 ** 53, 1), "f64", 1);
    expectIs(idealOf(binary("divide", binary("divide", x, y), binary("divide", x, y)), 1, 3), "f64", 1);
    expectIs(idealOf(unary("sqrt", binary("multiply", x, x)), 1 / 3), "f64", 1 / 3);
    expectIs(
      idealOf(binary("multiply", binary("multiply", x, x), binary("divide", y, x)), 1e308, 0),
      "f64",
      0,
    );
    const most = constant("i32", 2 ** 31 - 1);
    const [i, one] = [left("i32", 0), constant("i32", 1)];
    expectIs(
      idealOf(binary("subtract", binary("add", i, one), one), most.kind === "constant" ? most.value : 0),
      "i32",
      2 ** 31 - 1,
    );
    expectIs(idealOf(binary("less", binary("add", i, one), i), 2 ** 31 - 1), "bool", 0);
    expectIs(idealOf(binary("xor", i, one), 6), "i32", 7);
  });

  it("have no answer where there is none", () => {
    expect(idealOf(binary("divide", x, y), 1, 0)).toBeUndefined();
    expect(idealOf(binary("subtract", x, y), Infinity, Infinity)).toBeUndefined();
    expect(idealOf(x, NaN)).toBeUndefined();
    expect(idealOf(unary("sqrt", x), 2)).toBeUndefined();
    expect(idealOf(bitcast("i64", x), 2)).toBeUndefined();
    expect(
      idealOf(binary("xor", binary("add", left("i32"), left("i32")), left("i32")), 2 ** 30),
    ).toBeUndefined();
    let square: Term = left("u32");
    for (let i = 0; i < 60; i++) square = binary("multiply", square, square);
    expect(idealOf(square, 3)).toBeUndefined();
    // What a condition leaves out is not asked.
    const guarded = select(binary("equal", y, constant("f64", 0)), x, binary("divide", x, y));
    expectIs(idealOf(guarded, 5, 0), "f64", 5);
  });
});
