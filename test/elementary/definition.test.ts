import { describe, expect, it } from "vitest";
import { evaluateBinary, evaluateUnary } from "../../src/elementary/exact/evaluate.ts";
import { binaryFunction, unaryFunction } from "../../src/elementary/functions.ts";
import { BINARY_FUNCTIONS, type FloatType, UNARY_FUNCTIONS } from "../../src/elementary/names.ts";
import { toHex } from "../../src/values/bits.ts";
import { type ElementaryVector, elementaryVectors } from "./vectors.ts";

const vectors = elementaryVectors();

type Apply = (vector: ElementaryVector) => number;

const definition: Apply = ({ unary, binary, type, operands }) => {
  if (unary !== undefined) return evaluateUnary(unary, type, operands[0]);
  return evaluateBinary(binary ?? "pow", type, operands[0], operands[1]);
};

const fast: Apply = ({ unary, binary, type, operands }) => {
  if (unary !== undefined) return unaryFunction(unary, type)(operands[0]);
  return binaryFunction(binary ?? "pow", type)(operands[0], operands[1]);
};

describe.each([
  ["the definition", definition],
  ["the functions", fast],
])("%s", (_, apply) => {
  it.each([...UNARY_FUNCTIONS, ...BINARY_FUNCTIONS])("has the bits of MPFR: %s", (name) => {
    const mine = vectors.filter(({ unary, binary }) => (unary ?? binary) === name);
    expect(mine.length).toBeGreaterThan(200);
    for (const vector of mine) {
      const actual = `${vector.line} is ${toHex(vector.type, apply(vector))}`;
      expect(actual).toBe(`${vector.line} is ${vector.bits}`);
    }
  });
});

describe("the functions and the definition agree", () => {
  /** Of usual sizes, next to 1, of any exponent, at the ends of exponentials, next to multiples of π/2. */
  function operandsAt(random: () => number, type: FloatType): readonly number[] {
    const sign = random() < 0.5 ? -1 : 1;
    const given = [
      sign * random(),
      1 + sign * random() * 2 ** (-40 * random()),
      sign * 2 ** (60 * random() - 30),
      sign * 2 ** (2000 * random() - 1000),
      sign * 2 ** (277 * random() - 149),
      sign * 2 ** (60 * random() - 1074),
      sign * (700 + 50 * random()),
      sign * (87 + 20 * random()),
      Math.round(100 * random()) * (Math.PI / 2),
      sign * Math.round(1000 * random()),
    ];
    return type === "f32" ? given.map(Math.fround) : given;
  }

  const SEED = 20261123;

  /** mulberry32 */
  function randomNumbers(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  it.each(UNARY_FUNCTIONS)(`at random operands: %s (seed ${SEED})`, (name) => {
    for (const type of ["f64", "f32"] as const) {
      const random = randomNumbers(SEED);
      for (let round = 0; round < 250; round++) {
        for (const x of operandsAt(random, type)) {
          const actual = toHex(type, unaryFunction(name, type)(x));
          expect(`${type} ${x}: ${actual}`).toBe(
            `${type} ${x}: ${toHex(type, evaluateUnary(name, type, x))}`,
          );
        }
      }
    }
  });

  it.each(BINARY_FUNCTIONS)(`at random operands: %s (seed ${SEED})`, (name) => {
    for (const type of ["f64", "f32"] as const) {
      const random = randomNumbers(SEED);
      for (let round = 0; round < 60; round++) {
        const seconds = operandsAt(random, type);
        for (const [i, x] of operandsAt(random, type).entries()) {
          for (const y of [seconds[i], seconds[(i + round) % seconds.length]]) {
            const actual = toHex(type, binaryFunction(name, type)(x, y));
            const expected = toHex(type, evaluateBinary(name, type, x, y));
            expect(`${type} ${x} ${y}: ${actual}`).toBe(`${type} ${x} ${y}: ${expected}`);
          }
        }
      }
    }
  });
});
