import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  everyOperation,
  hostileScalars,
  isSameScalar,
  randomBody,
  randomTerm,
  randomValue,
} from "../../test/helpers/operators/terms.ts";
import { BUILT_IN_OPERATORS } from "../operators/built-in.ts";
import { evaluateBody, evaluateTerm } from "../operators/evaluate.ts";
import type { OperatorBody } from "../operators/operator.ts";
import { binary, constant, convert, left, right, select, type Term, unary } from "../operators/term.ts";
import { toHex } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { columnsOf, SCALAR_TYPES } from "../values/value-types.ts";
import { javascriptFunctionSource, javascriptSource } from "./javascript.ts";
import { numberSource } from "./javascript-operations.ts";

const SEED = 2026;

type Combine = (left: Scalar, right: Scalar) => Scalar;
type CombineRecords = (left: readonly Scalar[], right: readonly Scalar[]) => readonly Scalar[];

function compileFunction(body: OperatorBody): CombineRecords {
  return new Function(`"use strict";return ${javascriptFunctionSource(body)};`)() as CombineRecords;
}

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

describe("javascriptFunctionSource", () => {
  it.each(everyOperation())("has the bits of the evaluator: $name", ({ term, operandType }) => {
    const combine = compileFunction({ columns: [{ path: [], type: term.type }], terms: [term] });
    expect(difference(term, operandType, (first, second) => combine([first], [second])[0])).toBeUndefined();
  });

  it("has them on random records with shared subterms", () => {
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const pick = (length: number): number => generate(fc.nat, { max: length - 1 });
        const body = randomBody(pick);
        const combine = compileFunction(body);
        for (let i = 0; i < 8; i++) {
          const first = randomValue(body.columns, pick);
          const second = randomValue(body.columns, pick);
          const hex = (value: readonly Scalar[]): string =>
            value.map((scalar, column) => toHex(body.columns[column].type, scalar)).join(" ");
          expect(hex(combine(first, second))).toBe(hex(evaluateBody(body, first, second)));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("computes a subterm once that twenty doublings share", () => {
    let term = left("i32");
    for (let i = 0; i < 20; i++) term = binary("add", term, term);
    const body = { columns: columnsOf("i32"), terms: [term] };
    expect(javascriptFunctionSource(body).length).toBeLessThan(1000);
    expect(compileFunction(body)([3], [0])).toEqual([3 << 20]);
  });

  it("gives a fresh list each time, with the constants and operands that are columns as they stand", () => {
    const type = { value: "f64", flag: "bool", word: "u64" } as const;
    const terms = [constant("f64", -0), right("bool", 1), constant("u64", 2n ** 64n - 1n)];
    const combine = compileFunction({ columns: columnsOf(type), terms });
    const value = [1, 1, 5n];
    const result = combine(value, [2, 0, 6n]);
    expect(result).toEqual([-0, 0, 2n ** 64n - 1n]);
    expect(combine(value, value)).not.toBe(result);
  });
});

describe("javascriptSource", () => {
  const isNarrow = (type: ScalarType): boolean => type !== "i64" && type !== "u64";

  it("covers every narrow operation but roundEven, counts below and within, and bits of floats", () => {
    const missing = everyOperation().filter(
      ({ term, operandType }) =>
        isNarrow(term.type) && isNarrow(operandType) && compileExpression(term) === undefined,
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
    expect(served).toBeGreaterThan(100);
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
