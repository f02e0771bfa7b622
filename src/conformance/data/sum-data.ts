import { checkSeed } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { newElementArray } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { frozen } from "../../values/frozen.ts";
import { cancellingProducts, cancellingTerms } from "./cancelling-terms.ts";
import { generateData } from "./generate-data.ts";
import { shuffled } from "./other-orders.ts";
import { splitmix64 } from "./splitmix64.ts";

/** Data whose sums are hard, or that people try sums on. */
export type SumKind = keyof typeof SUM_KINDS;

interface KindFacts {
  readonly terms: string; // what they are
  readonly fill: (terms: FloatArray, request: Filled) => void;
}

type FloatArray = Float64Array | Float32Array;

interface Filled {
  readonly type: "f64" | "f32";
  readonly seed: bigint;
  readonly condition: number;
}

/** Terms of a sum, named in full: the same request gives the same bits everywhere. */
export interface SumRequest<T extends "f64" | "f32" = "f64" | "f32"> {
  readonly kind: SumKind;
  readonly type: T;
  readonly length: number;
  readonly seed: bigint;
  readonly condition?: number | undefined; // of gen-sum and gen-dot; default: 1/u, 2^53 for f64 and 2^24 for f32
}

/** What cannot be a condition number, or takes exponents that products of two do not have. */
const LARGEST_CONDITION = { f64: 1e300, f32: 1e30 } as const;

const DEFAULT_CONDITION = { f64: 2 ** 53, f32: 2 ** 24 } as const;

/** Every kind, by name. */
export const SUM_KINDS = frozen({
  uniform: {
    terms: "uniform in [0, 1)",
    fill: (terms, { seed }) => each(terms, drawUnits(seed)),
  },
  signed: {
    terms: "uniform in [−1, 1)",
    fill: (terms, { seed }) => {
      const unit = drawUnits(seed);
      each(terms, () => 2 * unit() - 1);
    },
  },
  narrow: {
    terms: "random signs, exponents over 17 powers of two",
    fill: (terms, request) => fillHostile(terms, request, "narrow"),
  },
  wide: {
    terms: "random signs, exponents over 127 powers of two",
    fill: (terms, request) => fillHostile(terms, request, "wide"),
  },
  tenths: {
    terms: "0.1, again and again",
    fill: (terms) => terms.fill(0.1),
  },
  harmonic: {
    terms: "1/i, largest first",
    fill: (terms) => each(terms, (i) => 1 / (i + 1)),
  },
  "harmonic-backward": {
    terms: "1/i, smallest first",
    fill: (terms) => each(terms, (i) => 1 / (terms.length - i)),
  },
  squares: {
    terms: "1/i², largest first",
    fill: (terms) => each(terms, (i) => 1 / ((i + 1) * (i + 1))),
  },
  "squares-backward": {
    terms: "1/i², smallest first",
    fill: (terms) => each(terms, (i) => 1 / ((terms.length - i) * (terms.length - i))),
  },
  kahan: {
    terms: "1, but −6 at every seventh",
    fill: (terms) => each(terms, (i) => (i > 0 && i % 7 === 0 ? -6 : 1)),
  },
  cancelling: {
    terms: "1e16, 1, −1e16, 1 (f32: 1e8), again and again",
    fill: (terms, { type }) => repeat(terms, type === "f64" ? [1e16, 1, -1e16, 1] : [1e8, 1, -1e8, 1]),
  },
  swamped: {
    terms: "1, 1e100, 1, −1e100 (f32: 1e30), again and again",
    fill: (terms, { type }) => repeat(terms, type === "f64" ? [1, 1e100, 1, -1e100] : [1, 1e30, 1, -1e30]),
  },
  anderson: {
    terms: "x, −x and 1 in random order, x uniform in [0, 1)",
    fill: fillAnderson,
  },
  mirrored: {
    terms: "z·exp(10z), z normal; the second half is the first, negative and backward",
    fill: fillMirrored,
  },
  "gen-sum": {
    terms: "Ogita, Rump and Oishi's, of a wanted condition number, in random order",
    fill: (terms, request) => fillCancelling(terms, request, cancellingTerms),
  },
  "gen-dot": {
    terms: "the same for a dot product, each product as two terms",
    fill: (terms, request) => fillCancelling(terms, request, cancellingProducts),
  },
  dust: {
    terms: "one large term, then many that are too small for its three bins of f32",
    fill: fillDust,
  },
} satisfies Readonly<Record<string, KindFacts>>);

/** Their names. */
export const SUM_KIND_NAMES = frozen(Object.keys(SUM_KINDS) as readonly SumKind[]);

/**
 * Float data of a kind, the same on every machine: from draws of splitmix64 by additions, multiplications and divisions only.
 *
 * Elements are computed in f64 and rounded to the type. Costs 5 to 500 ns an element.
 *
 * @throws InvalidArgumentError for an unknown kind, and for a condition below 1 or beyond 1e300 (f64), 1e30 (f32)
 */
export function generateSumData<T extends "f64" | "f32">(
  request: SumRequest<T>,
): T extends "f64" ? Float64Array : Float32Array;
export function generateSumData(request: SumRequest): FloatArray {
  checkOptionNames(request, ["kind", "type", "length", "seed", "condition"], "request");
  const { kind, length } = request;
  checkName("kind", SUM_KIND_NAMES, kind);
  const type = checkName("type", ["f64", "f32"], request.type);
  const { condition = DEFAULT_CONDITION[type] } = request;
  const seed = checkSeed(request.seed);
  const largest = LARGEST_CONDITION[type];
  if (typeof condition !== "number" || !(condition >= 1 && condition <= largest)) {
    throw new InvalidArgumentError("condition", `from 1 to ${largest} for ${type}`, describe(condition));
  }
  const terms: FloatArray = newElementArray(type, length);
  const facts: KindFacts = SUM_KINDS[kind];
  facts.fill(terms, { type, seed, condition });
  return terms;
}

function each(terms: FloatArray, termAt: (index: number) => number): void {
  for (let i = 0; i < terms.length; i++) terms[i] = termAt(i);
}

function repeat(terms: FloatArray, pattern: readonly number[]): void {
  each(terms, (i) => pattern[i % pattern.length]);
}

function fillHostile(terms: FloatArray, { type, seed }: Filled, data: "narrow" | "wide"): void {
  terms.set(generateData({ data, type, length: terms.length, seed }) as Float64Array);
}

/** The sum is 1. Of an even length one term is 0. */
function fillAnderson(terms: FloatArray, { seed }: Filled): void {
  const unit = drawUnits(seed);
  const half = Math.floor((terms.length - 1) / 2);
  for (let i = 0; i < half; i++) {
    terms[i] = unit();
    terms[half + i] = -terms[i];
  }
  if (terms.length > 0) terms[2 * half] = 1;
  shuffleInPlace(terms, seed);
}

/** The sum is 0. Of an odd length the middle is 0. */
function fillMirrored(terms: FloatArray, { seed }: Filled): void {
  const unit = drawUnits(seed);
  for (let i = 0; i < Math.floor(terms.length / 2); i++) {
    terms[i] = heavyTailed(unit);
    terms[terms.length - 1 - i] = -terms[i];
  }
}

function fillCancelling(
  terms: FloatArray,
  { type, seed, condition }: Filled,
  make: typeof cancellingTerms,
): void {
  const unit = drawUnits(seed);
  terms.set(make({ type, length: terms.length, condition, unit }));
  shuffleInPlace(terms, seed);
}

/** The lower end of a bin of the binned sum in f32 (2^−2) and in f64 (2^−16), where three bins reach least far below a term. */
const LARGE_TERM = { f64: 2 ** -16, f32: 2 ** -2 } as const;

/** Just below half of the last of three bins' unit in f32. In f64 bins are wider, and the same terms are seen. */
function fillDust(terms: FloatArray, { type, seed }: Filled): void {
  const unit = drawUnits(seed);
  const large = LARGE_TERM[type];
  each(terms, (i) => (i === 0 ? large : large * 2 ** -26 * (1 - unit() / 16)));
}

/** By the next seed, whose draws have nothing to do with those of the terms. */
function shuffleInPlace(terms: FloatArray, seed: bigint): void {
  terms.set(shuffled(terms, seed + 1n));
}

/** Uniform numbers that make one normal deviate: 12 have variance 1. */
const UNITS_PER_NORMAL = 12;

/** Terms of the Taylor series of e^x: for |x| ≤ ln 2 what is left out is below 2^−60. */
const TAYLOR_TERMS = 18;

/**
 * `z·e^(10z)` for a normal deviate z: signed, over more than 40 orders of magnitude, most of the sum in the largest few.
 *
 * z is the sum of twelve uniform numbers, less 6, and e^x a series: additions and multiplications only, because the engines' `Math.exp`
 * and `Math.log` differ in their last bits.
 */
function heavyTailed(unit: () => number): number {
  let normal = -UNITS_PER_NORMAL / 2;
  for (let i = 0; i < UNITS_PER_NORMAL; i++) normal += unit();
  return normal * exponential(10 * normal);
}

/** e^x, about: the same bits on every engine. */
function exponential(x: number): number {
  const doublings = Math.round(x / Math.LN2);
  const rest = x - doublings * Math.LN2;
  let sum = 1;
  for (let k = TAYLOR_TERMS; k >= 1; k--) sum = 1 + (sum * rest) / k;
  return sum * 2 ** doublings;
}

/** Draws made at a time. */
const BATCH_LENGTH = 1024;

/** Numbers in [0, 1), multiples of 2^−53, one for each draw of splitmix64: `(r >>> 11)·2^−53`. */
function drawUnits(seed: bigint): () => number {
  const draw = splitmix64(seed);
  const high = new Uint32Array(BATCH_LENGTH);
  const low = new Uint32Array(BATCH_LENGTH);
  let next = BATCH_LENGTH;
  return () => {
    if (next === BATCH_LENGTH) {
      draw(high, low);
      next = 0;
    }
    const unit = high[next] * 2 ** -32 + (low[next] >>> 11) * 2 ** -53;
    next++;
    return unit;
  };
}
