import { expParts as partsOfNumber } from "../fast/exp.ts";
import { LN2 } from "../fast/exponentials.ts";
import { multiply, type Pair, pair, scaledBy, sumOf } from "../fast/pairs.ts";
import { arithmeticOn, ROUNDER } from "./arithmetic.ts";
import type { LaneCode, LaneGuess, LaneTable } from "./lane-code.ts";

/*
 * e^x = 2^n · 2^(i/512) · e^r, with x = (512n + i) · ln 2 / 512 + r and |r| < 2^-10.5
 *
 *   p = r + r²/2 + … + r^5/120      as a double, r as far − near
 *   value = T + (t + T · p)         with 2^(i/512) as T + t
 *
 * Errors, beside a value from 1 to 2: of p 2^-64, twice as much beside T next to 2; of T · p, of the sum with t and of that with the slack 2^-63
 * each; of t · p, which is left out, 2^-63.5; of the series' end and the table 2^-71 each: 1.2 · 2^-61. Some 1 of 100 vectors have a lane that
 * rounds either way within that, and ask the function itself: less work than the 10 instructions for all that products of halves would take.
 */
export const EXP_SLACK: number = 1.5 * 2 ** -61;

/** Of an f64 for an f32, relatively: of r 2^-47 where x is 104, of the series' end 2^-46, of all roundings 2^-51; and 4 times that. */
export const EXP_SLACK_F32: number = 2 ** -43;

const STEPS = 512;

const STEPS_OF_LN2 = 738.6598609351493; // 512 / ln 2
const STEP_HIGH = 0.0013538030868858186; // ln 2 / 512: its first 33 bits, so that products with whole numbers below 2^20 are exact
const STEP_LOW = 1.4532455292992963e-13;

/** 2^(i/512), as two doubles. */
export function powers(): readonly Pair[] {
  return Array.from({ length: STEPS }, (_, i) => {
    const { high, low } = multiply(pair(i / STEPS), LN2);
    const parts = partsOfNumber(high, low);
    return scaledBy(sumOf(parts.high, parts.low), 2 ** parts.exponent);
  });
}

/** Steps of ln 2 / 512 in x: as a number, the place in the table, and 2^n as what it adds to the bits of a number. */
function stepsOf<Value>(on: LaneCode<Value>, x: Value) {
  const { add, subtract, multiply, and } = arithmeticOn(on);
  const rounded = on.keep(add(multiply(x, on.number(STEPS_OF_LN2)), on.number(ROUNDER)));
  return {
    steps: on.keep(subtract(rounded, on.number(ROUNDER))),
    place: and(rounded, on.bits(BigInt(STEPS - 1))),
    exponent: on.shift("left", and(rounded, on.bits(BigInt(-STEPS))), 43),
  };
}

/** e^x as (high + low) · 2^n, n as what it adds to the bits of a number, for magnitudes up to 707. */
export function expParts<Value>(on: LaneCode<Value>, x: Value, table: LaneTable) {
  const { add, subtract, multiply, polynomial } = arithmeticOn(on);
  const { steps, place, exponent } = stepsOf(on, x);
  const [scaleRead, scaleLow] = on.rows(table, place).columns(0);
  const high = on.keep(scaleRead);
  const far = on.keep(subtract(x, multiply(steps, on.number(STEP_HIGH))));
  const near = on.keep(multiply(steps, on.number(STEP_LOW)));
  const r = on.keep(subtract(far, near));
  const square = on.keep(multiply(r, r));
  const series = multiply(square, polynomial(r, square, [1 / 2, 1 / 6, 1 / 24, 1 / 120]));
  const p = add(far, subtract(series, near));
  return { high, low: on.keep(add(scaleLow, multiply(high, p))), exponent };
}

export function expLanes<Value>(on: LaneCode<Value>, x: Value, table: LaneTable): LaneGuess<Value> {
  const { high, low, exponent } = expParts(on, x, table);
  const isInRange = on.apply("isAtMost", on.apply("magnitude", x), on.number(707));
  const guess = arithmeticOn(on).decided(high, low, on.number(EXP_SLACK), isInRange);
  return { ...guess, value: on.apply("plus", guess.value, exponent) };
}

/** e^x of an f32 as a double, for magnitudes up to 104. */
export function roughExp<Value>(on: LaneCode<Value>, x: Value, table: LaneTable): Value {
  const { add, subtract, multiply, polynomial } = arithmeticOn(on);
  const { steps, place, exponent } = stepsOf(on, x);
  const scale = on.keep(on.rows(table, place).column(0));
  const r = on.keep(subtract(x, multiply(steps, on.number(STEP_HIGH + STEP_LOW))));
  const square = on.keep(multiply(r, r));
  const p = add(r, multiply(square, polynomial(r, square, [1 / 2, 1 / 6])));
  return on.keep(on.apply("plus", add(scale, multiply(scale, p)), exponent));
}

export function expLanes32<Value>(on: LaneCode<Value>, x: Value, table: LaneTable): LaneGuess<Value> {
  const isInRange = on.apply("isAtMost32", on.apply("magnitude32", x), on.number32(104));
  return arithmeticOn(on).byDoubles(x, (half) => roughExp(on, half, table), EXP_SLACK_F32, isInRange);
}
