/*
 * exp and log on the lanes of vectors: the algorithms of elementary/fast, statement by statement, on two doubles at once.
 *
 *     value, isSure = fast path of all lanes      an f32x4 as two halves in f64x2
 *     all sure?   value : the scalar function of every lane
 *
 * 1. The integer in the low bits of x · 64 / ln 2 + 3 · 2^51 is taken from there: its last six bits are a place in the table, the others an exponent.
 * 2. Results are scaled by adding to their exponents, which is right where they are normal: no other operands are sure.
 * 3. Halves are cut off by a mask, and polynomials summed in pairs: fewer instructions, and fewer that wait. The bounds of errors hold as they are.
 * 4. Tables lie in the memory of this module, by entry: lanes load whole entries, and shuffle them into columns.
 */

import {
  LOGARITHMS_HIGH,
  LOGARITHMS_LOW,
  POWERS_HIGH,
  POWERS_LOW,
  RECIPROCALS,
} from "../../../elementary/fast/tables.ts";
import {
  type Code,
  choose,
  get,
  i32Const,
  type Local,
  load,
  lowHalf,
  set,
  shuffleLanes,
  vector,
} from "../code.ts";
import type { FunctionBuilder } from "../module.ts";
import { splatConst } from "../vector-operations.ts";

const ENTRY_BYTES = { exp: 16, log: 32 } as const;
const LOG_TABLE = ENTRY_BYTES.exp * POWERS_HIGH.length;

/** What the module's memory begins with: 2^(i/64) in two parts, and then c, −ln c in two parts, and nothing. */
export function elementaryTables(): Float64Array {
  const powers = POWERS_HIGH.flatMap((high, i) => [high * 2 ** -25, POWERS_LOW[i] * 2 ** -78]);
  const logarithms = RECIPROCALS.flatMap((c, i) => [
    c * 2 ** -10,
    LOGARITHMS_HIGH[i] * 2 ** -42,
    LOGARITHMS_LOW[i] * 2 ** -78,
    0,
  ]);
  return Float64Array.of(...powers, ...logarithms);
}

const add = (first: Code, second: Code): Code => vector(0xf0, first, second);
const subtract = (first: Code, second: Code): Code => vector(0xf1, first, second);
const multiply = (first: Code, second: Code): Code => vector(0xf2, first, second);
const both = (first: Code, second: Code): Code => vector(0x4e, first, second);
const number = (value: number): Code => splatConst("f64", value, 8);
const bits = (value: bigint): Code => splatConst("i64", value, 8);
const magnitude = (value: Code): Code => vector(0xec, value);
const isEqual = (first: Code, second: Code): Code => vector(0x47, first, second);
const isAtMost = (first: Code, second: Code): Code => vector(0x4b, first, second);
const sum = (...parts: readonly Code[]): Code => parts.slice(1).reduce(add, parts[0]);

/** Statements that keep values in locals. */
class Statements {
  readonly lines: Code[] = [];
  readonly #builder: FunctionBuilder;

  constructor(builder: FunctionBuilder) {
    this.#builder = builder;
  }

  keep(value: Code): Code {
    const local: Local = this.#builder.local("v128");
    this.lines.push(set(local, value));
    return get(local);
  }

  /** The sum of two numbers and what its rounding lost. */
  exactSum(first: Code, second: Code): readonly [Code, Code] {
    const total = this.keep(add(first, second));
    const part = this.keep(subtract(total, first));
    return [total, add(subtract(first, subtract(total, part)), subtract(second, part))];
  }

  /** The upper 26 bits of each number: products of two of them are exact. */
  upperHalf(value: Code): Code {
    return this.keep(both(value, bits(-(2n ** 27n))));
  }

  /** c0 + c1 x + c2 x² + …: pairs first, which wait for nothing but x, and then by x². */
  polynomial(x: Code, coefficients: readonly number[]): Code {
    const square = this.keep(multiply(x, x));
    const pairs = coefficients.flatMap((each, i) => {
      if (i % 2 === 1) return [];
      const next = coefficients[i + 1];
      return [next === undefined ? number(each) : add(number(each), multiply(x, number(next)))];
    });
    return pairs.reduceRight((rest, pair) => add(pair, multiply(square, rest)));
  }

  /** Two doubles from the table entry of each lane. */
  entries(places: Code, table: number, entryBytes: number): readonly [Code, Code] {
    const shift = Math.log2(entryBytes);
    const address = (lane: number): Code =>
      lowHalf([vector(0x1d, vector(0xcb, places, i32Const(shift))), lane]);
    const [one, two] = [0, 1].map((lane) => this.keep(load("v128", address(lane), table)));
    return [shuffleLanes(8, [0, 2], one, two), shuffleLanes(8, [1, 3], one, two)];
  }
}

interface Guess {
  readonly value: Code;
  readonly isSure: Code; // a mask of lanes
}

/** The value where it is the same with the slack on either side. */
function decided(to: Statements, high: Code, low: Code, slack: Code, isInRange: Code): Guess {
  const value = to.keep(add(high, subtract(low, slack)));
  return { value, isSure: both(isInRange, isEqual(value, add(high, add(low, slack)))) };
}

const ROUNDER = number(3 * 2 ** 51);

/** Steps of ln 2 / 64 in x: as a number, the place in the table, and 2^n as what it adds to the bits of a number. */
function stepsOf(to: Statements, x: Code) {
  const rounded = to.keep(add(multiply(x, number(92.33248261689366)), ROUNDER));
  const place = to.keep(both(rounded, bits(63n)));
  const exponent = vector(0xcb, both(rounded, bits(-64n)), i32Const(46));
  return { steps: to.keep(subtract(rounded, ROUNDER)), place, exponent };
}

const STEP_HIGH = number(0.010830424696223417);
const STEP_LOW = number(2.572804622327669e-14);

function expLanes(to: Statements, x: Code): Guess {
  const { steps, place, exponent } = stepsOf(to, x);
  const far = to.keep(subtract(x, multiply(steps, STEP_HIGH)));
  const near = to.keep(multiply(vector(0xed, steps), STEP_LOW));
  const [r, lost] = to.exactSum(far, near);
  const rLow = to.keep(lost);
  const half = to.upperHalf(r);
  const square = to.keep(multiply(multiply(number(0.5), half), half));
  const cube = multiply(multiply(r, r), r);
  const series = to.polynomial(r, [1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320]);
  const tail = sum(
    multiply(multiply(number(0.5), add(r, half)), subtract(r, half)),
    multiply(cube, series),
    add(rLow, multiply(rLow, r)),
  );
  const total = to.keep(add(r, square));
  const totalLow = to.keep(add(add(subtract(r, total), square), tail));
  const [scaleHigh, scaleRest] = to.entries(place, 0, ENTRY_BYTES.exp);
  const scale = to.keep(scaleHigh);
  const scaleLow = to.keep(scaleRest);
  const upper = to.upperHalf(total);
  const product = to.keep(multiply(scale, upper));
  const rest = sum(
    multiply(scale, subtract(total, upper)),
    multiply(scale, totalLow),
    scaleLow,
    multiply(scaleLow, add(total, totalLow)),
  );
  const high = to.keep(add(scale, product));
  const low = to.keep(sum(subtract(scale, high), product, rest));
  const guess = decided(to, high, low, number(2 ** -71), isAtMost(magnitude(x), number(707)));
  return { ...guess, value: vector(0xce, guess.value, exponent) };
}

/** e^x in doubles, wrong by less than 2^-49 of it, of magnitudes up to 104. */
function roughExp(to: Statements, x: Code): Code {
  const { steps, place, exponent } = stepsOf(to, x);
  const r = to.keep(subtract(subtract(x, multiply(steps, STEP_HIGH)), multiply(steps, STEP_LOW)));
  const series = add(r, multiply(multiply(r, r), to.polynomial(r, [1 / 2, 1 / 6, 1 / 24, 1 / 120])));
  const [high, low] = to.entries(place, 0, ENTRY_BYTES.exp);
  const scale = to.keep(add(high, low));
  return to.keep(vector(0xce, add(scale, multiply(scale, series)), exponent));
}

const INDEX_ORIGIN = 0x3fe6000000000000n;

/** Where a positive normal number lies: its place in the table, its binary exponent n as a number, and m. */
function placeOf(to: Statements, x: Code) {
  const moved = to.keep(vector(0xd1, x, bits(INDEX_ORIGIN)));
  const place = to.keep(both(vector(0xcd, moved, i32Const(45)), bits(127n)));
  const exponent = to.keep(vector(0xcc, moved, i32Const(52)));
  const m = to.keep(vector(0xd1, x, vector(0xcb, exponent, i32Const(52))));
  // Added to the bits of 3 · 2^51, an integer adds itself to the number.
  const n = to.keep(subtract(vector(0xce, exponent, ROUNDER), ROUNDER));
  return { place, m, n };
}

/** The reciprocal c of each lane's entry, and n ln 2 − ln c in two parts. */
function baseOf(to: Statements, place: Code, n: Code) {
  const [c, logHigh] = to.entries(place, LOG_TABLE, ENTRY_BYTES.log);
  const [logLow] = to.entries(place, LOG_TABLE + 16, ENTRY_BYTES.log);
  return {
    c: to.keep(c),
    base: to.keep(add(multiply(n, number(0.6931471805598903)), logHigh)),
    baseLow: to.keep(add(multiply(n, number(5.497923018708371e-14)), logLow)),
  };
}

const inverses = (from: number, until: number): readonly number[] =>
  Array.from({ length: until - from + 1 }, (_, i) => (-1) ** i / (from + i));

function logLanes(to: Statements, x: Code): Guess {
  const { place, m, n } = placeOf(to, x);
  const { c, base, baseLow } = baseOf(to, place, n);
  const upper = to.upperHalf(m);
  const far = to.keep(subtract(multiply(upper, c), number(1)));
  const near = to.keep(multiply(subtract(m, upper), c));
  const [z, lost] = to.exactSum(far, near);
  const zLow = to.keep(lost);
  const half = to.upperHalf(z);
  const square = to.keep(multiply(multiply(number(-0.5), half), half));
  const series = multiply(multiply(multiply(z, z), z), to.polynomial(z, inverses(3, 10)));
  const crossed = multiply(multiply(number(0.5), add(z, half)), subtract(z, half));
  const tail = sum(subtract(subtract(zLow, multiply(zLow, z)), crossed), baseLow, series);
  const [total, totalLow] = to.exactSum(base, z);
  const high = to.keep(add(total, square));
  const low = to.keep(add(add(subtract(total, high), square), add(totalLow, tail)));
  const nextTo1 = multiply(magnitude(z), number(2 ** -65));
  const slack = to.keep(vector(0x52, nextTo1, number(2 ** -74), isEqual(base, number(0))));
  const isNormal = both(isAtMost(number(2 ** -1022), x), isAtMost(x, number(Number.MAX_VALUE)));
  return decided(to, high, low, slack, isNormal);
}

/** ln x in doubles, wrong by less than 2^-44 of it, of f32s above 0. */
function roughLog(to: Statements, x: Code): Code {
  const { place, m, n } = placeOf(to, x);
  const { c, base, baseLow } = baseOf(to, place, n);
  const z = to.keep(subtract(multiply(m, c), number(1)));
  const square = multiply(
    multiply(z, z),
    subtract(number(0.5), multiply(z, to.polynomial(z, inverses(3, 8)))),
  );
  return to.keep(add(base, add(baseLow, subtract(z, square))));
}

/** Four f32s by way of doubles: sure where the doubles on both sides of the value, moved by a part of it, round to one f32. */
function byDoubles(rough: (to: Statements, x: Code) => Code, slack: number, isInRange: (x: Code) => Code) {
  return (to: Statements, x: Code): Guess => {
    const halves = [x, shuffleLanes(8, [1, 1], x, x)].map((half) => rough(to, to.keep(vector(0x5f, half))));
    const rounded = (sign: 1 | -1): Code => {
      const [first, second] = halves.map((value) =>
        vector(0x5e, add(value, multiply(value, number(sign * slack)))),
      );
      return to.keep(shuffleLanes(8, [0, 2], first, second));
    };
    const value = rounded(1);
    return { value, isSure: both(isInRange(x), vector(0x41, value, rounded(-1))) };
  };
}

const single = (value: number): Code => splatConst("f32", value, 4);

/** The functions that have lanes of their own. */
export const LANE_GUESSES: Readonly<Record<string, (to: Statements, x: Code) => Guess>> = {
  exp_f64: expLanes,
  log_f64: logLanes,
  exp_f32: byDoubles(roughExp, 2 ** -49, (x) => vector(0x45, vector(0xe0, x), single(104))),
  log_f32: byDoubles(roughLog, 2 ** -44, (x) =>
    both(vector(0x44, x, single(0)), vector(0x45, x, single(3.4028234663852886e38))),
  ),
};

/** A function's lanes: by a guess where that is sure, else by `otherwise`. */
export function guessed(builder: FunctionBuilder, name: string, lanes: 2 | 4, otherwise: Code): Code {
  const to = new Statements(builder);
  const { value, isSure } = LANE_GUESSES[name](to, get(builder.parameters[0]));
  const result = to.keep(value);
  return [to.lines, choose("v128", vector(lanes === 2 ? 0xc3 : 0xa3, isSure), result, otherwise)];
}
