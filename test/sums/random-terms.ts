import { BINS, gridOf } from "./oracle/binned.ts";
import { type Float, FORMATS, nearest } from "./oracle/format.ts";

/** Draws below a bound, from a seed: splitmix64, written here so that these tests share nothing with the library. */
export interface Draws {
  bits(): bigint;
  below(bound: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** The draws of a seed. */
export function drawsFrom(seed: number): Draws {
  let state = BigInt(seed);
  const bits = (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  const below = (bound: number): number => Number(bits() % BigInt(bound));
  return { bits, below, pick: (choices) => choices[below(choices.length)] };
}

/** What the terms of one set look like. */
type Kind = "any exponent" | "narrow" | "halves of grids" | "near the largest" | "tiny" | "zeros and more";

export const KINDS: readonly Kind[] = [
  "any exponent",
  "narrow",
  "halves of grids",
  "near the largest",
  "tiny",
  "zeros and more",
];

/** Finite terms of a kind: those that a bin's rounding, its ends, and the ends of the format get wrong most easily. */
export function randomTerms(type: Float, kind: Kind, count: number, draws: Draws): number[] {
  return Array.from({ length: count }, () => randomTerm(type, kind, draws));
}

function randomTerm(type: Float, kind: Kind, draws: Draws): number {
  const { precision, largest, smallest } = FORMATS[type];
  const range = largest - smallest;
  switch (kind) {
    case "any exponent":
      return term(type, mantissa(precision, draws), draws.below(range - precision + 1), draws);
    case "narrow":
      return term(type, mantissa(precision, draws), -smallest - precision + draws.below(17) - 8, draws);
    case "halves of grids": {
      const grid = gridOf(type, draws.below(BINS[type].last + 1));
      const near = BigInt(draws.below(3) - 1); // a unit to either side
      return value(type, (BigInt(2 * draws.below(1024) + 1) * grid) / 2n + near, draws);
    }
    case "near the largest":
      return term(type, mantissa(precision, draws), range - precision - draws.below(3), draws);
    case "tiny":
      return term(type, mantissa(precision, draws) >> BigInt(draws.below(precision)), draws.below(12), draws);
    case "zeros and more":
      return draws.below(4) > 0 ? draws.pick([0, -0]) : randomTerm(type, draws.pick(KINDS), draws);
    default:
      return kind satisfies never;
  }
}

/** All digits, one digit, all ones, or the largest below a power of two and its neighbour. */
function mantissa(precision: number, draws: Draws): bigint {
  const full = 1n << BigInt(precision);
  const random = BigInt.asUintN(precision - 1, draws.bits()) | (full >> 1n);
  return draws.pick([random, random, random, full >> 1n, full - 1n, (full >> 1n) + 1n]);
}

function term(type: Float, digits: bigint, shift: number, draws: Draws): number {
  return value(type, digits << BigInt(shift), draws);
}

function value(type: Float, units: bigint, draws: Draws): number {
  return nearest(type, draws.below(2) === 0 ? units : -units);
}

/** Puts a NaN, infinities or zeros among terms, now and then several. */
export function withOthers(terms: number[], draws: Draws): void {
  const others = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0];
  for (let count = draws.below(3); count >= 0; count--) {
    terms.splice(draws.below(terms.length + 1), 0, draws.pick(others));
  }
}
