// What the functions are at zeros, infinities, NaN and outside their domains: IEEE 754-2019, clause 9.2.1.

import type { BinaryFunction, UnaryFunction } from "../names.ts";

const { NaN: NAN, POSITIVE_INFINITY: INFINITY } = Number;

/** The values at +0, at +∞ and at −∞; `odd` where −0 gives −0. */
interface Ends {
  readonly zero: number;
  readonly top: number;
  readonly bottom: number;
  readonly odd?: true;
}

const ODD = { zero: 0, odd: true } as const;

const ENDS: Readonly<Record<UnaryFunction, Ends>> = {
  exp: { zero: 1, top: INFINITY, bottom: 0 },
  expm1: { ...ODD, top: INFINITY, bottom: -1 },
  exp2: { zero: 1, top: INFINITY, bottom: 0 },
  log: { zero: -INFINITY, top: INFINITY, bottom: NAN },
  log1p: { ...ODD, top: INFINITY, bottom: NAN },
  log2: { zero: -INFINITY, top: INFINITY, bottom: NAN },
  log10: { zero: -INFINITY, top: INFINITY, bottom: NAN },
  sin: { ...ODD, top: NAN, bottom: NAN },
  cos: { zero: 1, top: NAN, bottom: NAN },
  tan: { ...ODD, top: NAN, bottom: NAN },
  asin: { ...ODD, top: NAN, bottom: NAN },
  acos: { zero: NAN, top: NAN, bottom: NAN }, // of 0 it is π/2, which is computed
  atan: { ...ODD, top: NAN, bottom: NAN }, // of infinities ±π/2, which is computed
  sinh: { ...ODD, top: INFINITY, bottom: -INFINITY },
  cosh: { zero: 1, top: INFINITY, bottom: INFINITY },
  tanh: { ...ODD, top: 1, bottom: -1 },
  cbrt: { ...ODD, top: INFINITY, bottom: -INFINITY },
};

/** The value at a zero, an infinity, NaN, where the function has none, and where it is 0; else undefined. */
export function specialValue(name: UnaryFunction, x: number): number | undefined {
  if (Number.isNaN(x)) return NAN;
  if (name === "atan" && !Number.isFinite(x)) return undefined;
  if (x === INFINITY) return ENDS[name].top;
  if (x === -INFINITY) return ENDS[name].bottom;
  if (x === 0) {
    if (name === "acos") return undefined;
    return ENDS[name].odd ? x : ENDS[name].zero;
  }
  return outsideOrRoot(name, x);
}

/** Of a finite number other than 0. */
function outsideOrRoot(name: UnaryFunction, x: number): number | undefined {
  switch (name) {
    case "log":
    case "log2":
    case "log10":
      if (x === 1) return 0;
      return x < 0 ? NAN : undefined;
    case "log1p":
      if (x === -1) return -INFINITY;
      return x < -1 ? NAN : undefined;
    case "acos":
      if (x === 1) return 0;
      return Math.abs(x) > 1 ? NAN : undefined;
    case "asin":
      return Math.abs(x) > 1 ? NAN : undefined;
    default:
      return undefined;
  }
}

/** Likewise of two operands: where the value is no more than a sign, a zero, an infinity, one of the operands or NaN. */
export function specialValueOfTwo(name: BinaryFunction, first: number, second: number): number | undefined {
  switch (name) {
    case "pow":
      return specialPower(first, second);
    case "hypot":
      return specialHypotenuse(first, second);
    case "atan2":
      return specialAngle(first, second);
    default:
      return name satisfies never;
  }
}

function specialPower(base: number, exponent: number): number | undefined {
  if (exponent === 0 || base === 1) return 1; // also of NaN
  if (Number.isNaN(base) || Number.isNaN(exponent)) return NAN;
  if (!Number.isFinite(exponent)) return powerAtInfinity(Math.abs(base), exponent);
  const isOdd = isOddInteger(exponent);
  if (base === 0 || !Number.isFinite(base)) {
    const magnitude = (base === 0) === exponent > 0 ? 0 : INFINITY;
    const isNegative = base < 0 || Object.is(base, -0);
    return isNegative && isOdd ? -magnitude : magnitude;
  }
  if (base === -1 && Number.isInteger(exponent)) return isOdd ? -1 : 1;
  return base < 0 && !Number.isInteger(exponent) ? NAN : undefined;
}

function powerAtInfinity(base: number, exponent: number): number {
  if (base === 1) return 1;
  return base > 1 === exponent > 0 ? INFINITY : 0;
}

/** Whether a float is an odd integer, which the largest ones are not. */
export function isOddInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value % 2) === 1;
}

function specialHypotenuse(x: number, y: number): number | undefined {
  if (!Number.isFinite(x) && !Number.isNaN(x)) return INFINITY; // also with NaN
  if (!Number.isFinite(y) && !Number.isNaN(y)) return INFINITY;
  if (Number.isNaN(x) || Number.isNaN(y)) return NAN;
  if (x === 0) return Math.abs(y);
  return y === 0 ? Math.abs(x) : undefined;
}

function specialAngle(y: number, x: number): number | undefined {
  if (Number.isNaN(x) || Number.isNaN(y)) return NAN;
  const isToTheRight = x > 0 || Object.is(x, 0);
  const isOnTheAxis = y === 0 || (x === INFINITY && Number.isFinite(y));
  return isToTheRight && isOnTheAxis ? (y < 0 || Object.is(y, -0) ? -0 : 0) : undefined;
}
