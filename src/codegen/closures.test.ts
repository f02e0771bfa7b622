import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_OPERATORS, treeHash } from "../operators/built-in.ts";
import { evaluateTerm } from "../operators/evaluate.ts";
import {
  type BinaryOperation,
  binary,
  constant,
  left,
  right,
  swapSides,
  type Term,
} from "../operators/term.ts";
import { bitsOf, fromBits, toHex } from "../values/bits.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementType,
  extremes,
  type Scalar,
} from "../values/element-types.ts";
import { combineClosure } from "./closures.ts";

const SEED = 2026;

describe("combineClosure", () => {
  for (const operator of BUILT_IN_OPERATORS) {
    for (const type of operator.types) {
      it(`is the literal ${operator.name} on hostile ${type} values, both ways round`, () => {
        const term = operator.term(type);
        const combine = combineClosure(term);
        const swapped = combineClosure(swapSides(term));
        for (const first of hostile(type)) {
          for (const second of hostile(type)) {
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
    for (const first of hostile("u64")) {
      for (const second of hostile("u64")) {
        const hash = combineClosure(term)(first, second) as bigint;
        expect(combineClosure(relative)(first, second)).toBe(hash ^ 1n);
        expect(hash).toBe(evaluateTerm(term, first, second));
      }
    }
  });

  it("carries between the halves of treeHash as 64-bit integers do", () => {
    const term = treeHash.term("u64");
    const combine = combineClosure(term);
    const swapped = combineClosure(swapSides(term));
    const word = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(word, word, (first, second) => {
        const expected = evaluateTerm(term, first, second);
        expect(combine(first, second)).toBe(expected);
        expect(swapped(second, first)).toBe(expected);
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });

  it("is the literal value of random terms", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ELEMENT_TYPES), fc.nat(), fc.gen(), (type, depth, generate) => {
        const pick = (length: number): number => generate(fc.nat, { max: length - 1 });
        const values = hostile(type);
        const term = randomTerm(type, 1 + (depth % 4), pick);
        const combine = combineClosure(term);
        for (let i = 0; i < 8; i++) {
          const first = values[pick(values.length)];
          const second = values[pick(values.length)];
          expect(toHex(type, combine(first, second))).toBe(toHex(type, evaluateTerm(term, first, second)));
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

const FLOAT_OPERATIONS: readonly BinaryOperation[] = ["add", "multiply", "min", "max"];
const INTEGER_OPERATIONS: readonly BinaryOperation[] = [
  ...FLOAT_OPERATIONS,
  "and",
  "or",
  "xor",
  "shiftRight",
  "rotateLeft",
];

function randomTerm(type: ElementType, depth: number, pick: (length: number) => number): Term {
  const values = hostile(type);
  if (depth === 0) {
    return [left(type), right(type), constant(type, values[pick(values.length)])][pick(3)];
  }
  const operations = ELEMENT_TYPE_FACTS[type].isFloat ? FLOAT_OPERATIONS : INTEGER_OPERATIONS;
  const first = randomTerm(type, depth - 1, pick);
  const second = pick(4) === 0 ? first : randomTerm(type, pick(depth), pick);
  return binary(operations[pick(operations.length)], first, second);
}

function hostile(type: ElementType): readonly Scalar[] {
  const { smallest, largest } = extremes(type);
  switch (type) {
    case "f64":
      return [
        0,
        -0,
        1,
        -1,
        0.1,
        1e16,
        -1e16,
        5e-324,
        -5e-324,
        2 ** -1022,
        1.7976931348623157e308,
        smallest,
        largest,
        Number.NaN,
      ];
    case "f32":
      return [
        0,
        -0,
        1,
        -1,
        Math.fround(0.1),
        16777216,
        1.401298464324817e-45,
        3.4028234663852886e38,
        smallest,
        largest,
        Number.NaN,
      ];
    default:
      return [0n, 1n, 2n, 3n, 29n, 31n, 32n, 33n, 63n, 64n, 0x9e3779b97f4a7c15n, 0x80000000n, 2n ** 63n]
        .map((bits) => fromBits(type, ELEMENT_TYPE_FACTS[type].bytes === 4 ? BigInt.asUintN(32, bits) : bits))
        .concat([smallest, largest, fromBits(type, bitsOf(type, largest) - 1n)]);
  }
}
