import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Approximation, dyadicOf, shifted, sizeOf } from "../../src/elementary/exact/dyadic.ts";
import {
  APPROXIMATE,
  approximateOfTwo,
  evaluateBinary,
  evaluateUnary,
} from "../../src/elementary/exact/evaluate.ts";
import { type Guess, logParts } from "../../src/elementary/fast/log.ts";
import { pow } from "../../src/elementary/fast/logarithms.ts";
import { binaryFunction, unaryFunction } from "../../src/elementary/functions.ts";
import * as elementary from "../../src/elementary.ts";
import { fromHex } from "../../src/values/bits.ts";

interface HardCase {
  readonly name: string;
  readonly x: number;
  readonly y: number; // of pow; NaN of log
  readonly value: number; // by MPFR
  readonly distance: number; // log2, in units of the last place
}

/** Of a line: see hard-cases.c. */
function hardCase(line: string): HardCase {
  const fields = line.split(" ");
  const numbers = fields.slice(2, -1).map((bits) => Number(fromHex("f64", bits)));
  const [x, y, value] = numbers.length === 2 ? [numbers[0], Number.NaN, numbers[1]] : numbers;
  const distance = Number(fields[fields.length - 1]);
  return { name: fields[0], x, y, value, distance };
}

const lines = readFileSync(new URL("hard-cases.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const cases = lines.map(hardCase);
const logarithms = cases.filter(({ name }) => name === "log");
const powers = cases.filter(({ name }) => name === "pow");

/** How far the real value is from the middle between two doubles, as in the file: all here are normal. */
function distanceOf(real: Approximation): number {
  const bits = 200;
  const inUnits = shifted(real.mantissa, real.exponent + 53 + bits - sizeOf(real));
  const part = inUnits & ((1n << BigInt(bits)) - 1n);
  const fromMiddle = part - (1n << BigInt(bits - 1));
  return Math.log2(Number(fromMiddle < 0n ? -fromMiddle : fromMiddle)) - bits;
}

/** Whether the fast path decides: both ends of what it may stand for round to one double. */
const isDecided = ({ high, low, slack }: Guess): boolean => high + (low - slack) === high + (low + slack);

describe("operands that are hard to round", () => {
  it("are 12 of log and 12 of pow, and as hard as they are said to be, by 256 bits", () => {
    expect([logarithms.length, powers.length]).toEqual([12, 12]);
    for (const { x, distance } of logarithms) {
      expect(distanceOf(APPROXIMATE.log(dyadicOf(x), 256))).toBeCloseTo(distance, 1);
    }
    for (const { x, y, distance } of powers) {
      expect(distanceOf(approximateOfTwo("pow", x, y, 256))).toBeCloseTo(distance, 1);
    }
    expect(cases.every(({ distance }) => distance < -31)).toBe(true);
  });

  it("no fast path decides, and all forms have the bits of MPFR", () => {
    for (const { x, value } of logarithms) {
      expect(isDecided(logParts(x, 0))).toBe(false);
      expect([evaluateUnary("log", "f64", x), unaryFunction("log", "f64")(x)]).toEqual([value, value]);
    }
    for (const { x, y, value } of powers) {
      const guess = pow(x, y);
      expect(guess !== undefined && isDecided(guess)).toBe(false);
      expect([evaluateBinary("pow", "f64", x, y), binaryFunction("pow", "f64")(x, y)]).toEqual([
        value,
        value,
      ]);
    }
  });

  it("among others in an array that goes by lanes too", () => {
    const operands = Float64Array.from({ length: 4099 }, (_, i) => logarithms[(i * i) % 12].x);
    const expected = Float64Array.from({ length: 4099 }, (_, i) => logarithms[(i * i) % 12].value);
    expect(elementary.log(operands)).toEqual(expected);
  });
});
