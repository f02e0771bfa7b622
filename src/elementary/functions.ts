// Every elementary function for every float type, as fast as it is here: all of them have the bits of the definition.

import { evaluateBinary, evaluateUnary } from "./exact/evaluate.ts";
import { isOddInteger, specialValue, specialValueOfTwo } from "./exact/special-values.ts";
import { acos, asin, atan, atan2, cos, sin, tan } from "./fast/angles.ts";
import { exp, exp32 } from "./fast/exp.ts";
import { cosh, exp2, expm1, sinh, tanh } from "./fast/exponentials.ts";
import { type Guess, log, log32 } from "./fast/log.ts";
import { cbrt, hypot, log1p, log2, log10, pow } from "./fast/logarithms.ts";
import type { BinaryFunction, FloatType, UnaryFunction } from "./names.ts";
import type { OnFloat, OnFloats } from "./provided.ts";

const FAST: Readonly<Record<FloatType, Partial<Record<UnaryFunction, OnFloat>>>> = {
  f64: { exp, log },
  f32: { exp: exp32, log: log32 },
};

/** Values at operands that are not special, with bounds of their errors. */
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
  return (x) => {
    const special = specialValue(name, x);
    if (special !== undefined) return special;
    const value = decided(guess(x), type);
    return Number.isNaN(value) ? evaluateUnary(name, type, x) : value;
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
