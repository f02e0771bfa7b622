import { bitsOf } from "../../../src/values/bits.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../src/values/element-types.ts";
import { hostileScalars, type Pick } from "../operators/terms.ts";

/*
 * Support for tests of WGSL: pairs of bits at which integer code for floats goes wrong. Bits, not values, so that NaNs have payloads.
 */

export type BitPair = readonly [left: bigint, right: bigint];

/** A repeatable choice of whole numbers (mulberry32). */
export function seededPick(seed: number): Pick {
  let state = seed;
  return (length) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * length);
  };
}

/** Every two hostile values of a type, then random pairs until there are `length`. */
export function hostilePairs(type: ScalarType, length: number, pick: Pick): readonly BitPair[] {
  const edges = hostileScalars(type).map((value) => bitsOf(type, value));
  const pairs: BitPair[] = edges.flatMap((left) => edges.map((right): BitPair => [left, right]));
  while (pairs.length < length) pairs.push(randomPair(type, edges, pick));
  return pairs;
}

function randomPair(type: ScalarType, edges: readonly bigint[], pick: Pick): BitPair {
  if (type === "bool") return [BigInt(pick(2)), BigInt(pick(2))];
  const kind = pick(4);
  const left = randomBits(type, pick);
  if (kind === 0) return [left, edges[pick(edges.length)]];
  if (kind === 1) return [left, randomBits(type, pick)];
  return [left, kind === 2 ? neighbour(type, left, pick) : related(type, left, pick)];
}

/** Almost the same value, often with the other sign: cancellation, comparisons, quotients near 1. */
function neighbour(type: ScalarType, bits: bigint, pick: Pick): bigint {
  const width = SCALAR_TYPE_FACTS[type].bytes * 8;
  const moved = BigInt.asUintN(width, bits + BigInt(pick(9) - 4) * 2n ** BigInt(pick(width / 2)));
  return pick(2) === 0 ? moved : moved ^ (1n << BigInt(width - 1));
}

/** Of a float, an exponent near that of `bits`, so that bits fall off in sums; of an integer, a short one: divisors, distances. */
function related(type: ScalarType, bits: bigint, pick: Pick): bigint {
  if (type !== "f32" && type !== "f64") return BigInt.asUintN(pick(40), randomBits(type, pick));
  const { fraction, exponents } = SHAPES[type];
  const exponent = Number((bits >> fraction) & (exponents - 1n));
  const near = Math.min(
    Math.max(exponent + pick(2 * Number(fraction) + 8) - Number(fraction) - 4, 0),
    Number(exponents) - 2,
  );
  return floatBits(type, BigInt(near), pick);
}

const SHAPES = {
  f32: { fraction: 23n, exponents: 2n ** 8n },
  f64: { fraction: 52n, exponents: 2n ** 11n },
} as const;

/** Pairs of f32 whose sums, products and quotients are normal or zero: no device may get those wrong that rounds as IEEE 754 does. */
export function cleanPairs(length: number, pick: Pick): readonly BitPair[] {
  const value = (): bigint => floatBits("f32", BigInt(107 + pick(40)), pick);
  return Array.from({ length }, (): BitPair => [value(), value()]);
}

function randomBits(type: ScalarType, pick: Pick): bigint {
  const bits = (BigInt(pick(2 ** 32)) << 32n) | BigInt(pick(2 ** 32));
  if (type !== "f32" && type !== "f64") {
    return BigInt.asUintN(SCALAR_TYPE_FACTS[type].bytes * 8, bits >> BigInt(pick(2) * pick(64)));
  }
  const { exponents } = SHAPES[type];
  const bias = exponents / 2n - 1n;
  const kinds = [
    BigInt(pick(Number(exponents))), // any, infinite and NaN included
    BigInt(pick(3)), // subnormal and the smallest
    exponents - 1n - BigInt(pick(3)), // the largest, infinite, NaN
    bias - 3n + BigInt(pick(72)), // about the integers
    bias + BigInt(pick(3)) - 1n,
  ];
  return floatBits(type, kinds[pick(kinds.length)], pick);
}

/** A float of that exponent, its fraction random, of few bits, of almost all, or 0 to 3: ties and their neighbours. */
function floatBits(type: "f32" | "f64", exponent: bigint, pick: Pick): bigint {
  const { fraction, exponents } = SHAPES[type];
  const random = (BigInt(pick(2 ** 32)) << 32n) | BigInt(pick(2 ** 32));
  const sparse =
    (1n << BigInt(pick(Number(fraction)))) ^ (1n << BigInt(pick(Number(fraction)))) ^ BigInt(pick(2));
  const dense = sparse ^ (2n ** fraction - 1n);
  const part = BigInt.asUintN(Number(fraction), [random, sparse, dense, BigInt(pick(4))][pick(4)]);
  return (BigInt(pick(2)) * exponents + exponent) * 2n ** fraction + part;
}
