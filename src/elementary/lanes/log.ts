import { logParts as partsOfNumber } from "../fast/log.ts";
import { arithmeticOn } from "./arithmetic.ts";
import type { LaneCode, LaneGuess, LaneTable } from "./lane-code.ts";

/*
 * ln x = n · ln 2 − ln c + ln(1 + z), with x = 2^n · m, m from 0.6875 to 1.375, c of 10 bits next to 1/m, and z = m · c − 1
 *
 *   n · ln 2 − ln c   exact but for a double below 2^-42 · 2^10: both have an upper part of whole units of 2^-42
 *   z                 as a sum of two doubles, exactly; |z| < 2^-8.3, and below 2^-7.9 where c is 1
 *   ln(1 + z)         = z − z² (1/2 − z/3 + …), up to z^8, of which z is kept exactly
 *
 * Errors: of z² and its factor 2^-70, of the series' end 2^-78, of sums below 2^-16 2^-69, of constants 2^-74: less than 2^-68. Where c is 1 and
 * n is 0, x is next to 1, and relative to z they are 2^-62. The slacks are twice that.
 */
const SLACK = 2 ** -67;
const SLACK_NEXT_TO_1 = 2 ** -61;

/** Of an f64 for an f32, relatively: of the series' end 2^-44.6 next to 1, and 4 times that. */
export const LOG_SLACK_F32: number = 2 ** -42;

const LN2_HIGH = 0.6931471805598903; // 42 bits
const LN2_LOW = 5.497923018708371e-14;

const PLACES = 256;
const PLACE_BITS = 8;

/** The bits of 0.6875, where the mantissas begin, and of 1, and what moves an exponent of the first to that of the second. */
const FIRST = 0x3fe6000000000000n;
const ONE = 0x3ff0000000000000n;
const EXPONENT = 0xfff0000000000000n;

const UNITS = 2 ** 42;

/** Of the middle of each of 256 intervals from 0.6875 to 1.375: its reciprocal c to 10 bits, −ln c in two parts and, as the nearest double, whole. */
export function logarithms(): readonly (readonly number[])[] {
  return Array.from({ length: PLACES }, (_, i) => {
    const place = i + (PLACES * 3) / 8; // of 256 in the binade of 0.5 to 1
    const isBelow = place < PLACES;
    const start = isBelow ? (PLACES + place) / (2 * PLACES) : place / PLACES;
    const end = start + (isBelow ? 1 / (2 * PLACES) : 1 / PLACES);
    const c = start === 1 || end === 1 ? 1 : Math.round(2048 / (start + end)) / 1024;
    const { high, low } = c === 1 ? { high: 0, low: 0 } : partsOfNumber(c, 0);
    const whole = high + low;
    const upper = Math.round(whole * UNITS) / UNITS;
    return [c, 0 - upper, upper - high - low, 0 - whole];
  });
}

/** Where a positive normal number lies: its place in the table, its binary exponent n as a number, and m. */
function placeOf<Value>(on: LaneCode<Value>, x: Value) {
  const { subtract, and } = arithmeticOn(on);
  const moved = on.keep(on.apply("plus", x, on.bits(ONE - FIRST))); // its upper 12 bits are n + 1023
  const place = and(on.shift("right", moved, 52 - PLACE_BITS), on.bits(BigInt(PLACES - 1)));
  const lowered = on.apply("minus", x, and(moved, on.bits(EXPONENT)));
  const whole = on.apply("or", on.shift("right", moved, 52), on.bits(0x4330000000000000n)); // 2^52 + n + 1023
  return {
    place,
    m: on.keep(on.apply("plus", lowered, on.bits(ONE))),
    n: on.keep(subtract(whole, on.number(2 ** 52 + 1023))),
  };
}

/** 1/from − x/(from + 1) + …, up to 1/until. */
const inverses = (from: number, until: number): readonly number[] =>
  Array.from({ length: until - from + 1 }, (_, i) => (-1) ** i / (from + i));

const MINUS_INVERSES = /* @__PURE__ */ inverses(2, 8).map((each) => -each);

/** ln x of positive normal numbers as high + low, wrong by less than slack. */
export function logParts<Value>(on: LaneCode<Value>, x: Value, table: LaneTable) {
  const { add, subtract, multiply, and, polynomial } = arithmeticOn(on);
  const { place, m, n } = placeOf(on, x);
  const rows = on.rows(table, place);
  const [cRead, logHigh] = rows.columns(0);
  const c = on.keep(cRead);
  const base = on.keep(add(multiply(n, on.number(LN2_HIGH)), logHigh));
  const baseLow = add(multiply(n, on.number(LN2_LOW)), rows.column(2));
  const upper = on.keep(and(m, on.bits(-(2n ** 27n))));
  const far = on.keep(subtract(multiply(upper, c), on.number(1)));
  const near = on.keep(multiply(subtract(m, upper), c));
  const z = on.keep(add(far, near));
  const zLow = subtract(near, subtract(z, far));
  const square = on.keep(multiply(z, z));
  const series = multiply(square, polynomial(z, square, MINUS_INVERSES));
  const high = on.keep(add(base, z));
  const lost = subtract(z, subtract(high, base));
  const low = on.keep(add(lost, add(series, add(baseLow, zLow))));
  const nextTo1 = multiply(on.apply("magnitude", z), on.number(SLACK_NEXT_TO_1));
  const isNextTo1 = on.apply("isEqual", base, on.number(0));
  const slack = on.keep(on.apply("pick", nextTo1, on.number(SLACK), isNextTo1));
  return { high, low, slack };
}

export function logLanes<Value>(on: LaneCode<Value>, x: Value, table: LaneTable): LaneGuess<Value> {
  const { and, decided } = arithmeticOn(on);
  const { high, low, slack } = logParts(on, x, table);
  const isNormal = and(
    on.apply("isAtMost", on.number(2 ** -1022), x),
    on.apply("isAtMost", x, on.number(Number.MAX_VALUE)),
  );
  return decided(high, low, slack, isNormal);
}

/** ln x in doubles, of f32s above 0. */
export function roughLog<Value>(on: LaneCode<Value>, x: Value, table: LaneTable): Value {
  const { add, subtract, multiply, polynomial } = arithmeticOn(on);
  const { place, m, n } = placeOf(on, x);
  const rows = on.rows(table, place);
  const z = on.keep(subtract(multiply(m, rows.column(0)), on.number(1))); // exact: 24 bits times 11
  const base = add(multiply(n, on.number(Math.LN2)), rows.column(3));
  const square = on.keep(multiply(z, z));
  return on.keep(add(base, subtract(z, multiply(square, polynomial(z, square, inverses(2, 5))))));
}

export function logLanes32<Value>(on: LaneCode<Value>, x: Value, table: LaneTable): LaneGuess<Value> {
  const { and, byDoubles } = arithmeticOn(on);
  const isInRange = and(
    on.apply("isLess32", on.number32(0), x),
    on.apply("isAtMost32", x, on.number32(3.4028234663852886e38)),
  );
  return byDoubles(x, (half) => roughLog(on, half, table), LOG_SLACK_F32, isInRange);
}
