import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ofRuns } from "../../test/extent.ts";
import {
  everyOperation,
  hostileScalars,
  isSameScalar,
  randomTerm,
} from "../../test/helpers/operators/terms.ts";
import { BUILT_IN_OPERATORS } from "../operators/built-in.ts";
import { elementaryFunctionOf } from "../operators/elementary-terms.ts";
import { evaluateTerm } from "../operators/evaluate.ts";
import { binary, convert, left, right, select, type Term, unary } from "../operators/term.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { SCALAR_TYPES } from "../values/value-types.ts";
import { javascriptSource } from "./javascript.ts";
import { numberSource } from "./javascript-operations.ts";

const SEED = 2026;

type Combine = (left: Scalar, right: Scalar) => Scalar;

function compileExpression(term: Term): Combine | undefined {
  const source = javascriptSource(term, "left", "right");
  return source === undefined ? undefined : (new Function("left", "right", `return ${source};`) as Combine);
}

/** The first pair on which `combine` and the evaluator differ, as text; undefined where they agree on all hostile pairs. */
function difference(term: Term, operandType: ScalarType, combine: Combine): string | undefined {
  for (const first of hostileScalars(operandType)) {
    for (const second of hostileScalars(operandType)) {
      const expected = evaluateTerm(term, first, second);
      const actual = combine(first, second);
      if (!isSameScalar(term.type, actual, expected)) return `${first}, ${second}: ${actual} for ${expected}`;
    }
  }
  return undefined;
}

describe("javascriptSource", () => {
  const isNarrow = (type: ScalarType): boolean => type !== "i64" && type !== "u64";

  it("covers every narrow operation but elementary functions, roundEven, counts below and within, and bits of floats", () => {
    const missing = everyOperation().filter(
      ({ term, operandType }) =>
        elementaryFunctionOf(term) === undefined &&
        isNarrow(term.type) &&
        isNarrow(operandType) &&
        compileExpression(term) === undefined,
    );
    expect(missing.map(({ name }) => name)).toEqual([
      "roundEven f64",
      "roundEven f32",
      "countTrailingZeros i32",
      "countTrailingZeros u32",
      "countOnes i32",
      "countOnes u32",
      "bitcast to i32 from f32",
      "bitcast to u32 from f32",
      "bitcast to f32 from i32",
      "bitcast to f32 from u32",
    ]);
  });

  it("has no expression for 64-bit integers, not even within", () => {
    const wide = everyOperation().filter(
      ({ term, operandType }) => !isNarrow(term.type) || !isNarrow(operandType),
    );
    expect(wide.length).toBeGreaterThan(50);
    for (const { term } of wide) expect(javascriptSource(term, "left", "right")).toBeUndefined();
    const within = convert("i32", convert("i64", left("i32")));
    expect(javascriptSource(within, "left", "right")).toBeUndefined();
  });

  it("has the bits of the evaluator wherever it gives an expression", () => {
    for (const { name, term, operandType } of everyOperation()) {
      const combine = compileExpression(term);
      if (combine === undefined) continue;
      expect(`${name}: ${difference(term, operandType, combine)}`).toBe(`${name}: undefined`);
    }
  });

  it("has them on random terms, of which it serves many", () => {
    let served = 0;
    fc.assert(
      fc.property(fc.constantFrom(...SCALAR_TYPES), fc.gen(), (type, generate) => {
        const term = randomTerm(type, (length) => generate(fc.nat, { max: length - 1 }));
        const combine = compileExpression(term);
        if (combine === undefined) return;
        served++;
        expect(difference(term, type, combine)).toBeUndefined();
      }),
      { seed: SEED, numRuns: 500 },
    );
    expect(served).toBeGreaterThan(ofRuns(100));
  });

  it("serves every built-in operator on narrow types", () => {
    for (const operator of BUILT_IN_OPERATORS) {
      for (const type of operator.types) {
        const isServed = javascriptSource(operator.term(type), "left", "right") !== undefined;
        expect(`${operator.name} ${type} ${isServed}`).toBe(`${operator.name} ${type} ${isNarrow(type)}`);
      }
    }
  });

  it("writes nothing twice: no shared subterm, no operation over another whose form repeats its operands", () => {
    const [first, second] = [left("i32"), right("i32")];
    const sum = binary("add", first, second);
    expect(javascriptSource(binary("multiply", sum, sum), "l", "r")).toBeUndefined();
    expect(javascriptSource(binary("remainder", sum, second), "l", "r")).toBeUndefined();
    expect(javascriptSource(binary("remainder", first, second), "l", "r")).toBe("(r===0?l:l%r|0)");
    expect(javascriptSource(select(binary("less", first, second), first, second), "l", "r")).toBe(
      "((l<r?1:0)?l:r)",
    );
  });

  it("stops at terms of many operations", () => {
    let term = left("f64");
    for (let i = 0; i < 12; i++) term = unary("negate", term);
    expect(javascriptSource(term, "l", "r")).toBeDefined();
    expect(javascriptSource(unary("negate", term), "l", "r")).toBeUndefined();
  });
});

describe("numberSource", () => {
  it("reads back as the same value, also right behind a minus", () => {
    for (const type of SCALAR_TYPES) {
      for (const value of hostileScalars(type)) {
        expect(new Function(`return ${numberSource(value)};`)()).toBe(value);
        expect(
          new Function("zero", `return zero-${numberSource(value)};`)(typeof value === "bigint" ? 0n : 0),
        ).toBe(typeof value === "bigint" ? -value : 0 - value);
      }
    }
  });
});
