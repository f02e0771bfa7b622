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
import { BUILT_IN_OPERATORS, treeHash } from "../operators/built-in.ts";
import { evaluateBody, evaluateTerm } from "../operators/evaluate.ts";
import { binary, constant, left, right, swapSides } from "../operators/term.ts";
import { toHex } from "../values/bits.ts";
import type { Scalar } from "../values/element-types.ts";
import { columnsOf, SCALAR_TYPES } from "../values/value-types.ts";
import { combineClosure, combineRecords } from "./closures.ts";

const SEED = 2026;

describe("combineClosure", () => {
  for (const operator of BUILT_IN_OPERATORS) {
    for (const type of operator.types) {
      it(`is the literal ${operator.name} on hostile ${type} values, both ways round`, () => {
        const term = operator.term(type);
        const combine = combineClosure(term);
        const swapped = combineClosure(swapSides([term])[0]);
        for (const first of hostileScalars(type)) {
          for (const second of hostileScalars(type)) {
            const expected = toHex(type, evaluateTerm(term, first, second));
            expect(`${first}, ${second}: ${toHex(type, combine(first, second))}`).toBe(
              `${first}, ${second}: ${expected}`,
            );
            expect(toHex(type, swapped(second, first))).toBe(expected);
          }
        }
      });
    }
  }

  it("gives elements, never something that only has the same bits", () => {
    expect(combineClosure(binary("add", left("u32"), right("u32")))(0xffffffff, 0xffffffff)).toBe(0xfffffffe);
    expect(combineClosure(binary("or", left("u32"), right("u32")))(0x80000000, 1)).toBe(0x80000001);
    expect(combineClosure(binary("multiply", left("i64"), right("i64")))(2n ** 62n, 2n)).toBe(-(2n ** 63n));
  });

  it("runs treeHash and its near relatives alike, written out or step by step", () => {
    const term = treeHash.term("u64");
    const relative = binary("xor", term, constant("u64", 1n));
    for (const first of hostileScalars("u64")) {
      for (const second of hostileScalars("u64")) {
        const hash = combineClosure(term)(first, second) as bigint;
        expect(combineClosure(relative)(first, second)).toBe(hash ^ 1n);
        expect(hash).toBe(evaluateTerm(term, first, second));
      }
    }
  });

  it("carries between the halves of treeHash as 64-bit integers do", () => {
    const term = treeHash.term("u64");
    const combine = combineClosure(term);
    const swapped = combineClosure(swapSides([term])[0]);
    const word = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(word, word, (first, second) => {
        const expected = evaluateTerm(term, first, second);
        expect(combine(first, second)).toBe(expected);
        expect(swapped(second, first)).toBe(expected);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it.each(everyOperation())("is the literal $name", ({ term, operandType }) => {
    const combine = combineClosure(term);
    const swapped = combineClosure(swapSides([term])[0]);
    for (const first of hostileScalars(operandType)) {
      for (const second of hostileScalars(operandType)) {
        const expected = evaluateTerm(term, first, second);
        const message = `${first}, ${second}: ${toHex(term.type, expected)}`;
        // Not expect for each of 100,000 pairs, which takes minutes.
        if (!isSameScalar(term.type, combine(first, second), expected)) {
          expect(`${first}, ${second}: ${combine(first, second)}`).toBe(message);
        }
        if (!isSameScalar(term.type, swapped(second, first), expected)) {
          expect(`swapped ${second}, ${first}: ${swapped(second, first)}`).toBe(message);
        }
      }
    }
  });

  it("is the literal value of random terms", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCALAR_TYPES), fc.gen(), (type, generate) => {
        const pick = (length: number): number => generate(fc.nat, { max: length - 1 });
        const term = randomTerm(type, pick);
        const combine = combineClosure(term);
        for (let i = 0; i < 8; i++) {
          const [first, second] = randomValue(
            [
              { path: [], type },
              { path: [], type },
            ],
            pick,
          );
          expect(toHex(type, combine(first, second))).toBe(toHex(type, evaluateTerm(term, first, second)));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("combineRecords", () => {
  it("is the literal value of random bodies, column by column", () => {
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const pick = (length: number): number => generate(fc.nat, { max: length - 1 });
        const body = randomBody(pick);
        const combine = combineRecords(body);
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

  it("gives elements of each type, with constants and operands that are columns as they stand", () => {
    const columns = columnsOf({ value: "f64", flag: "bool", inner: { word: "u64" } });
    const terms = [constant("f64", -0), right("bool", 1), binary("add", left("u64", 2), right("u64", 2))];
    expect(combineRecords({ columns, terms })([1, 1, 2n ** 64n - 1n], [2, 0, 6n])).toEqual([-0, 0, 5n]);
  });

  it("gives a fresh list for each combine, and keeps none of its operands", () => {
    const columns = columnsOf({ first: "i32", second: "i32" });
    const terms = [binary("add", left("i32", 0), right("i32", 0)), left("i32", 1)];
    const combine = combineRecords({ columns, terms });
    const once = combine([1, 2], [3, 4]);
    const again = combine(once, once);
    expect([once, again]).toEqual([
      [4, 2],
      [8, 2],
    ]);
  });

  it("runs a subterm once that doublings share", () => {
    let term = left("u32");
    for (let i = 0; i < 100; i++) term = binary("add", term, term);
    expect(combineRecords({ columns: columnsOf({ value: "u32" }), terms: [term] })([1], [1])).toEqual([0]);
  });
});
