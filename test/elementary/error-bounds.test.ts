import { describe, expect, it } from "vitest";
import { type Approximation, dyadicOf, shifted } from "../../src/elementary/exact/dyadic.ts";
import { APPROXIMATE, approximateOfTwo } from "../../src/elementary/exact/evaluate.ts";
import { specialValue, specialValueOfTwo } from "../../src/elementary/exact/special-values.ts";
import { expParts } from "../../src/elementary/fast/exp.ts";
import { type Guess, logParts } from "../../src/elementary/fast/log.ts";
import { GUESSES, GUESSES_OF_TWO } from "../../src/elementary/functions.ts";
import { BINARY_FUNCTIONS, type BinaryFunction, type UnaryFunction } from "../../src/elementary/names.ts";

/** The error of a guess in parts of its slack, from the real value to 256 bits. */
function errorOf(guess: Guess, real: Approximation): number {
  const scale = 2400;
  const fixed = (value: number): bigint => {
    const { mantissa, exponent } = dyadicOf(value);
    return shifted(mantissa, exponent + scale);
  };
  const error = fixed(guess.high) + fixed(guess.low) - shifted(real.mantissa, real.exponent + scale);
  return Number(((error < 0n ? -error : error) * 1000n) / fixed(guess.slack)) / 1000;
}

/** Numbers of a kind at the places of a sequence that fills an interval evenly: of usual sizes, next to 1, small, and angles. */
const NUMBERS = Array.from({ length: 3000 }, (_, i) => (i * 0.6180339887498949) % 1).flatMap((u, i) => {
  const sign = i % 2 === 0 ? 1 : -1;
  const near = sign * u * 2 ** -(i % 50);
  return [
    sign * u,
    1 + near,
    near,
    40 * (u - 0.5),
    1200 * (u - 0.5),
    sign * 2 ** (30 * u - 10),
    Math.round(99 * u) * 1.57,
  ];
});

function worst(errors: readonly number[]): number {
  expect(errors.length).toBeGreaterThan(1000);
  return errors.reduce((most, each) => Math.max(most, each), 0);
}

const EXP_SLACK = 2 ** -71;

const UNARY: Readonly<Partial<Record<UnaryFunction, (x: number) => Guess | undefined>>> = {
  ...GUESSES,
  exp(x) {
    if (Math.abs(x) > 600) return undefined;
    const { high, low, exponent } = expParts(x, 0);
    return { high: high * 2 ** exponent, low: low * 2 ** exponent, slack: EXP_SLACK * 2 ** exponent };
  },
  log: (x) => (x > 0 ? logParts(x, 0) : undefined),
};

describe("errors of fast paths are below what they are said to be", () => {
  // Of roots the definition gives the bits that round them, and no more.
  const others = (Object.keys(UNARY) as UnaryFunction[]).filter((name) => name !== "cbrt");

  it.each(others)("%s", (name) => {
    const errors = NUMBERS.flatMap((x) => {
      const guess = specialValue(name, x) === undefined ? UNARY[name]?.(x) : undefined;
      return guess === undefined ? [] : [errorOf(guess, APPROXIMATE[name](dyadicOf(x), 256))];
    });
    const most = worst(errors);
    expect(most).toBeLessThan(0.7);
  });

  it.each(BINARY_FUNCTIONS.filter((name) => name !== "hypot"))("%s", (name: BinaryFunction) => {
    const errors = NUMBERS.flatMap((x, i) => {
      const [first, second] = [name === "pow" ? Math.abs(x) : x, NUMBERS[(i * 31 + 7) % NUMBERS.length]];
      if (specialValueOfTwo(name, first, second) !== undefined) return [];
      const guess = GUESSES_OF_TWO[name](first, second);
      return guess === undefined ? [] : [errorOf(guess, approximateOfTwo(name, first, second, 256))];
    });
    const most = worst(errors);
    expect(most).toBeLessThan(0.7);
  });
});
