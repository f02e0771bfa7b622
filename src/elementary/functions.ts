// Every elementary function for every float type, as fast as it is here: all of them have the bits of the definition.

import { evaluateBinary, evaluateUnary } from "./exact/evaluate.ts";
import { isOddInteger, specialValue, specialValueOfTwo } from "./exact/special-values.ts";
import { acos, asin, atan, atan2, cos, sin, tan } from "./fast/angles.ts";
import { exp, exp32 } from "./fast/exp.ts";
import { cosh, exp2, expm1, sinh, tanh } from "./fast/exponentials.ts";
import { type Guess, log, log32 } from "./fast/log.ts";
import { cbrt, hypot, log1p, log2, log10, pow } from "./fast/logarithms.ts";
import { SINGLES, SINGLES_SLACK } from "./fast/singles.ts";
import type { BinaryFunction, FloatType, UnaryFunction } from "./names.ts";
import type { OnFloat, OnFloats } from "./provided.ts";

const FAST: Readonly<Record<FloatType, Partial<Record<UnaryFunction, OnFloat>>>> = {
  f64: { exp, log },
  f32: { exp: exp32, log: log32 },
};

/** Values at operands that are not special, with bounds of their errors; of functions next to the identity, at operands of 2^-60 and more. */
export const GUESSES: Readonly<
  Record<Exclude<UnaryFunction, "exp" | "log">, (x: number) => Guess | undefined>
> = {
  expm1,
  exp2,
  log1p,
  log2,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  cbrt,
};

/** Likewise of two; powers of positive bases. */
export const GUESSES_OF_TWO: Readonly<
  Record<BinaryFunction, (first: number, second: number) => Guess | undefined>
> = {
  pow,
  atan2,
  hypot,
};

/** Results that a guess decides lie between: nothing in them is subnormal. */
const SMALLEST = 2 ** -900;
const LARGEST = 2 ** 900;

/** Functions x + c·x² + … or x + c·x³ + … with |c| ≤ 1/2. */
const NEXT_TO_IDENTITY: ReadonlySet<UnaryFunction> = new Set([
  "expm1",
  "log1p",
  "sin",
  "tan",
  "asin",
  "atan",
  "sinh",
  "tanh",
]);

/** Below it what such a function adds is less than 2^-60 of its operand, so that the operand is the nearest float: half of the gap to the next is 2^-54 of it, or more. */
const NEGLIGIBLE = 2 ** -60;

/** From it on powers overflow, and those of its negative are less than half of the least subnormal. */
const SATURATED: Readonly<Record<FloatType, number>> = { f64: 1280, f32: 256 };

const MADE_OF_POWERS: ReadonlySet<UnaryFunction> = new Set(["expm1", "exp2", "sinh", "cosh"]);

/** The float of a type to which all numbers within the bound round; NaN where there are several. */
function decided(guess: Guess | undefined, type: FloatType): number {
  if (guess === undefined) return Number.NaN;
  const { high, low, slack } = guess;
  const size = Math.abs(high);
  if (!(size > SMALLEST && size < LARGEST)) return Number.NaN;
  if (type === "f64") {
    const value = high + (low - slack);
    return value === high + (low + slack) ? value : Number.NaN;
  }
  const margin = slack + size * 2 ** -52; // the sum is rounded twice
  const value = Math.fround(high + (low - margin));
  return value === Math.fround(high + (low + margin)) ? value : Number.NaN;
}

/** A function of one float of a type, correctly rounded to it. */
export function unaryFunction(name: UnaryFunction, type: FloatType): OnFloat {
  const fast = FAST[type][name];
  if (fast !== undefined || name === "exp" || name === "log") return fast ?? exp;
  const guess = GUESSES[name];
  const nextToZero = NEXT_TO_IDENTITY.has(name) ? NEGLIGIBLE : 0;
  const saturated = MADE_OF_POWERS.has(name) ? SATURATED[type] : Number.POSITIVE_INFINITY;
  const byGuess = (x: number): number => {
    const special = specialValue(name, x);
    if (special !== undefined) return special;
    const size = Math.abs(x);
    if (size < nextToZero) return x;
    if (size > saturated) return specialValue(name, x * Number.POSITIVE_INFINITY) as number;
    const value = decided(guess(x), type);
    return Number.isNaN(value) ? evaluateUnary(name, type, x) : value;
  };
  if (type === "f64") return byGuess;
  const single = SINGLES[name];
  return (x) => {
    const size = Math.abs(x);
    if (!(size > nextToZero && size < saturated)) return byGuess(x);
    const value = single(x);
    const rounded = Math.fround(value + value * SINGLES_SLACK);
    return rounded === Math.fround(value - value * SINGLES_SLACK) ? rounded : byGuess(x);
  };
}

/** A function of two floats likewise. */
export function binaryFunction(name: BinaryFunction, type: FloatType): OnFloats {
  const guess = GUESSES_OF_TWO[name];
  return (first, second) => {
    const special = specialValueOfTwo(name, first, second);
    if (special !== undefined) return special;
    const isPower = name === "pow" && first < 0;
    const value = decided(guess(isPower ? -first : first, second), type);
    if (Number.isNaN(value)) return evaluateBinary(name, type, first, second);
    return isPower && isOddInteger(second) ? -value : value;
  };
}
