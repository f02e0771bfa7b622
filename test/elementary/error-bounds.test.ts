import { describe, expect, it } from "vitest";
import { type Approximation, dyadicOf, shifted } from "../../src/elementary/exact/dyadic.ts";
import { APPROXIMATE, approximateOfTwo } from "../../src/elementary/exact/evaluate.ts";
import { specialValue, specialValueOfTwo } from "../../src/elementary/exact/special-values.ts";
import { expParts } from "../../src/elementary/fast/exp.ts";
import { type Guess, logParts } from "../../src/elementary/fast/log.ts";
import { SINGLES, SINGLES_SLACK } from "../../src/elementary/fast/singles.ts";
import { GUESSES, GUESSES_OF_TWO } from "../../src/elementary/functions.ts";
import {
  EXP_SLACK as EXP_LANES_SLACK,
  EXP_SLACK_F32,
  expParts as expLanes,
  roughExp,
} from "../../src/elementary/lanes/exp.ts";
import { LANES, LOGARITHMS, POWERS } from "../../src/elementary/lanes/lanes.ts";
import { LOG_SLACK_F32, logarithms, logParts as logLanes, roughLog } from "../../src/elementary/lanes/log.ts";
import { BINARY_FUNCTIONS, type BinaryFunction, type UnaryFunction } from "../../src/elementary/names.ts";
import { numbersAsLanes } from "./numbers-as-lanes.ts";

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

/** The double and the single that are closest to multiples of π/2 (Muller, Elementary Functions, §11.2; 6381956970095103 · 2^797 is 2^-62 quarters off). */
const CLOSEST = [6381956970095103 * 2 ** 797, 16367173 * 2 ** 72].flatMap((x) => [x, -x]);

/** Numbers of a kind at the places of a sequence that fills an interval evenly: of usual sizes, next to 1, small, and angles. */
const NUMBERS = CLOSEST.concat(
  Array.from({ length: 3000 }, (_, i) => (i * 0.6180339887498949) % 1).flatMap((u, i) => {
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
      sign * (1 + u) * 2 ** (19 + (i % 1005)),
    ];
  }),
);

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

describe("so are those of f32", () => {
  it.each(Object.entries(SINGLES))("%s, which decides nearly all", (name, single) => {
    const undecided = 0;
    const errors = NUMBERS.map(Math.fround)
      .filter(Number.isFinite)
      .flatMap((x) => {
        const isFar = Math.abs(x) >= 128 && ["expm1", "exp2", "sinh", "cosh"].includes(name);
        if (isFar || specialValue(name as UnaryFunction, x) !== undefined) return [];
        const high = single(x);
        const guess = { high, low: 0, slack: Math.abs(high) * SINGLES_SLACK };
        return [errorOf(guess, APPROXIMATE[name as UnaryFunction](dyadicOf(x), 256))];
      });
    const most = worst(errors);
    expect(most).toBeLessThan(0.1);
    expect(undecided).toBeLessThan(errors.length / 1000);
  });
});

describe("so are those of programs for lanes", () => {
  const on = numbersAsLanes(LANES.tables());
  const singly = (guess: (x: number) => number, slack: number) => (x: number) => {
    const high = guess(Math.fround(x));
    return { high, low: 0, slack: Math.abs(high) * slack };
  };

  /** Powers and their parts as they are before 2^n is added to their bits. */
  const LANE_GUESSES: Readonly<Record<string, readonly ["exp" | "log", (x: number) => Guess]>> = {
    exp_f64: [
      "exp",
      (x) => {
        const { high, low, exponent } = expLanes(on, x, POWERS);
        const scaled = (part: number): number => (part === 0 ? part : on.apply("plus", part, exponent));
        return { high: scaled(high), low: scaled(low), slack: scaled(EXP_LANES_SLACK) };
      },
    ],
    log_f64: ["log", (x) => logLanes(on, x, LOGARITHMS)],
    exp_f32: ["exp", singly((x) => roughExp(on, x, POWERS), EXP_SLACK_F32)],
    log_f32: ["log", singly((x) => roughLog(on, x, LOGARITHMS), LOG_SLACK_F32)],
  };

  it.each(Object.keys(LANES.programs))("%s", (key) => {
    const [name, guess] = LANE_GUESSES[key];
    const isSingle = key.endsWith("f32");
    const largest = isSingle ? 100 : 600;
    const errors = NUMBERS.flatMap((given) => {
      const x = isSingle ? Math.fround(given) : given;
      const isInRange = name === "log" ? x > 2 ** -140 : Math.abs(x) < largest;
      if (!isInRange || specialValue(name, x) !== undefined) return [];
      return [errorOf(guess(x), APPROXIMATE[name](dyadicOf(x), 256))];
    });
    const most = worst(errors);
    expect(most).toBeLessThan(0.7);
  });

  it("a table's logarithm is none, or larger than what is added to it", () => {
    const rows = logarithms();
    expect(rows).toHaveLength(256);
    rows.forEach(([c, high], i) => {
      const start = i < 160 ? (256 + 96 + i) / 512 : (96 + i) / 256;
      const ends = [start, start + (i < 160 ? 1 / 512 : 1 / 256)];
      const most = Math.max(...ends.map((m) => Math.abs(m * c - 1)));
      expect(most).toBeLessThan(c === 1 ? 2 ** -7.9 : 2 ** -8.3);
      expect(c === 1 ? 1 : Math.abs(high)).toBeGreaterThan(most);
    });
  });
});
