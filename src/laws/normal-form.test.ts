import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ofRuns } from "../../test/extent.ts";
import { evaluateColumns } from "../operators/evaluate.ts";
import { type BinaryOperation, binary, constant, left, select, type Term, unary } from "../operators/term.ts";
import { toHex } from "../values/bits.ts";
import type { Scalar } from "../values/element-types.ts";
import { normalForms } from "./normal-form.ts";
import { specialValues } from "./sampler.ts";

const RUNS = { seed: 20_261_131, numRuns: 3000 };

/** Small terms over few leaves, so that many of them are equal. */
function terms(
  type: "i32" | "u32" | "f32",
  operations: readonly BinaryOperation[],
  constants: readonly number[],
): fc.Arbitrary<Term> {
  const leaf = fc.oneof(
    fc.constantFrom(left(type, 0), left(type, 1)),
    fc.constantFrom(...constants.map((value) => constant(type, value))),
  );
  return fc.letrec<{ term: Term }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom(...operations), tie("term"), tie("term"))
        .map(([operation, first, second]) => binary(operation, first, second)),
      tie("term").map((term) => unary("negate", term)),
      fc
        .tuple(tie("term"), tie("term"))
        .map(([first, second]) => select(binary("less", first, second), second, first)),
    ),
  })).term;
}

function formOf(term: Term): string | undefined {
  return normalForms([term])?.[0];
}

describe("equal forms have equal values", () => {
  test.each([
    [
      "i32",
      ["add", "subtract", "multiply", "min", "max", "and", "or", "xor"],
      [0, 1, -1, 2, 2147483647, -2147483648],
    ],
    ["u32", ["add", "subtract", "multiply", "min", "max", "and", "or", "xor"], [0, 1, 4294967295]],
    ["f32", ["add", "subtract", "multiply", "min", "max"], [0, -0, 1, Infinity, -Infinity, Number.NaN]],
  ] as const)("%s", (type, operations, constants) => {
    let pairCount = 0;
    const byForm = new Map<string, Term>();
    const values = specialValues(type);
    fc.assert(
      fc.property(terms(type, operations, constants), (term) => {
        const form = formOf(term);
        if (form === undefined) return;
        // Numbers of unknowns depend on the order of reading, so both terms are read together.
        const known = byForm.get(form) ?? term;
        byForm.set(form, known);
        const [first, second] = normalForms([known, term]) ?? [];
        if (first !== second || known === term) return;
        pairCount++;
        for (const x of values) {
          for (const y of [values[0], values[3], values[values.length - 1], x]) {
            const hex = (each: Term): string =>
              toHex(type, evaluateColumns([each], [x, y] as readonly Scalar[], [])[0]);
            expect(hex(term)).toBe(hex(known));
          }
        }
      }),
      RUNS,
    );
    expect(pairCount).toBeGreaterThan(ofRuns(50));
  });
});

describe("what is equal", () => {
  const [x, y, z] = [0, 1, 2].map((column) => left("i32", column));
  const [a, b] = [0, 1].map((column) => left("f64", column));
  const equal = (first: Term, second: Term): boolean => {
    const [one, other] = normalForms([first, second]) ?? [];
    return one !== undefined && one === other;
  };
  test("a polynomial, multiplied out or not", () => {
    const product = binary("multiply", binary("add", x, y), binary("subtract", x, y));
    const difference = binary("subtract", binary("multiply", x, x), binary("multiply", y, y));
    expect(equal(product, difference)).toBe(true);
    expect(equal(product, binary("multiply", x, y))).toBe(false);
  });
  test("coefficients modulo the width", () => {
    const half = constant("i32", -(2 ** 31));
    expect(
      equal(binary("add", binary("multiply", x, half), binary("multiply", x, half)), constant("i32", 0)),
    ).toBe(true);
  });
  test("unknowns under the same operation", () => {
    const first = binary("divide", binary("add", x, y), z);
    expect(equal(first, binary("divide", binary("add", y, x), z))).toBe(true);
    expect(equal(first, binary("divide", z, binary("add", y, x)))).toBe(false);
  });
  test("floats are no ring", () => {
    expect(equal(binary("add", a, b), binary("add", b, a))).toBe(true);
    expect(equal(binary("add", binary("add", a, b), a), binary("add", a, binary("add", b, a)))).toBe(true);
    expect(equal(binary("subtract", binary("add", a, b), b), a)).toBe(false);
    expect(equal(binary("add", a, constant("f64", 0)), a)).toBe(false);
    expect(equal(binary("add", a, constant("f64", -0)), a)).toBe(true);
  });
  test("columns of different types are not mixed up", () => {
    expect(equal(left("i32", 0), left("u32", 0))).toBe(false);
    expect(
      equal(
        binary("less", left("i32", 0), constant("i32", 0)),
        binary("less", left("u32", 0), constant("u32", 0)),
      ),
    ).toBe(false);
  });
  test("what grows too large has none", () => {
    const columns = Array.from({ length: 40 }, (_, column) => left("i32", column));
    const sum = columns.reduce((first, second) => binary("add", first, second));
    const power = binary("multiply", binary("multiply", sum, sum), binary("multiply", sum, sum));
    expect(normalForms([power])).toBeUndefined();
  });
});
