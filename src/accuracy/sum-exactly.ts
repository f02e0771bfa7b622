// The exact sum of floats as a ratio of integers: what every measured error is measured against.
import { InvalidArgumentError } from "../values/errors.ts";
import { binaryDigits, toScaledInteger } from "../values/scaled-integers.ts";

/** A non-negative number without rounding, in units of 2^−1074 as scaled integers are. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint; // positive
}

/** Binary digits that a quotient keeps before it is rounded to a number, which has 53. */
const KEPT_DIGITS = 64;

/** A quotient of non-negative integers as a number, to its last binary digit or the one next to it; infinite beyond what numbers reach. */
export function quotientOf(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  if (denominator === 0n) return Number.POSITIVE_INFINITY;
  const shift = KEPT_DIGITS - binaryDigits(numerator) + binaryDigits(denominator);
  const quotient =
    shift >= 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  return scaledBy(Number(quotient), -shift);
}

/** In two steps, because 2^−shift alone may be beyond what numbers reach. */
function scaledBy(number: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return number * 2 ** half * 2 ** (exponent - half);
}

/** What is true of the terms of a sum, without rounding: scaled integers (values/scaled-integers.ts). */
export interface SumFacts {
  readonly count: number;
  readonly sum: bigint;
  readonly magnitude: bigint; // Σ|x|
  readonly largest: bigint; // max|x|
}

const BINS = 2048; // biased exponents of f64

/** Terms between two carries: the low halves of so many significands stay below 2^53. */
const TERMS_PER_CARRY = 1 << 20;

/**
 * Sum, sum of magnitudes and largest magnitude of floats, exactly. About 10 ns an element.
 *
 * Significands are added up for each exponent by itself, in halves that cannot overflow, and the bins are joined as integers of any
 * length: it shares nothing with the expression `exact`, which it judges.
 *
 * @throws InvalidArgumentError for NaN and the infinities, which have no error
 */
export function sumExactly(input: Float64Array | Float32Array): SumFacts {
  const terms = exactTerms();
  terms.add(input);
  return terms.facts();
}

/** Terms of one sum that come in chunks. */
interface ExactTerms {
  /** @throws as `sumExactly`, with the place in the chunk */
  add(chunk: Float64Array | Float32Array): void;
  facts(): SumFacts;
}

export function exactTerms(): ExactTerms {
  const bins = newBins();
  let [sum, magnitude] = [0n, 0n];
  let [count, largest, room] = [0, 0, TERMS_PER_CARRY];
  const empty = (): void => {
    const carried = carry(bins);
    sum += carried.sum;
    magnitude += carried.magnitude;
    room = TERMS_PER_CARRY;
  };
  return {
    add(chunk) {
      for (let start = 0; start < chunk.length; ) {
        const end = Math.min(start + room, chunk.length);
        largest = Math.max(largest, addTerms(bins, chunk, start, end));
        room -= end - start;
        start = end;
        if (room === 0) empty();
      }
      count += chunk.length;
    },
    facts() {
      empty();
      return { count, sum, magnitude, largest: toScaledInteger(largest) };
    },
  };
}

interface Bins {
  readonly sumHigh: Float64Array;
  readonly sumLow: Float64Array;
  readonly magnitudeHigh: Float64Array;
  readonly magnitudeLow: Float64Array;
}

function newBins(): Bins {
  const [sumHigh, sumLow, magnitudeHigh, magnitudeLow] = [1, 2, 3, 4].map(() => new Float64Array(BINS));
  return { sumHigh, sumLow, magnitudeHigh, magnitudeLow };
}

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);

/** Gives the largest magnitude among them. */
function addTerms(bins: Bins, input: Float64Array | Float32Array, start: number, end: number): number {
  const { sumHigh, sumLow, magnitudeHigh, magnitudeLow } = bins;
  let largest = 0;
  for (let i = start; i < end; i++) {
    value[0] = input[i];
    const exponent = (words[1] >>> 20) & 0x7ff;
    if (exponent === 0x7ff) throw new InvalidArgumentError("input", "finite", `${input[i]} at ${i}`);
    const high = exponent === 0 ? words[1] & 0xf_ffff : (words[1] & 0xf_ffff) | 0x10_0000;
    const low = words[0];
    magnitudeHigh[exponent] += high;
    magnitudeLow[exponent] += low;
    const sign = 1 - 2 * (words[1] >>> 31);
    sumHigh[exponent] += sign * high;
    sumLow[exponent] += sign * low;
    largest = Math.max(largest, Math.abs(input[i]));
  }
  return largest;
}

/** Empties the bins into integers. */
function carry({ sumHigh, sumLow, magnitudeHigh, magnitudeLow }: Bins) {
  let [sum, magnitude] = [0n, 0n];
  for (let exponent = 0; exponent < BINS; exponent++) {
    if (magnitudeHigh[exponent] === 0 && magnitudeLow[exponent] === 0) continue;
    const shift = BigInt(Math.max(exponent, 1) - 1);
    sum += ((BigInt(sumHigh[exponent]) << 32n) + BigInt(sumLow[exponent])) << shift;
    magnitude += ((BigInt(magnitudeHigh[exponent]) << 32n) + BigInt(magnitudeLow[exponent])) << shift;
  }
  for (const bins of [sumHigh, sumLow, magnitudeHigh, magnitudeLow]) bins.fill(0);
  return { sum, magnitude };
}
