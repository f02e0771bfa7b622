import { type Observation, reduceOfNothing, type TypedContract } from "../contracts/contract.ts";

import { storedValue } from "../values/convert.ts";
import type { Scalar, StorageArray } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { binnedPrefixes } from "./binned-sum.ts";

/** The reduce of an order-free contract: the sum of its terms, of which the initial value is one. */
export function orderFreeReduce(contract: TypedContract, input: StorageArray): Scalar {
  if (input.length === 0) return reduceOfNothing(contract);
  const prefixes = prefixesOf(contract, termsOf(contract, input));
  return prefixes[prefixes.length - 1];
}

/** A scan of an order-free contract: the sums of the terms so far, from the end for a backward contract. */
export function orderFreeScan(
  contract: TypedContract,
  observation: Exclude<Observation, "reduce">,
  input: StorageArray,
): readonly Scalar[] {
  const { initial, direction } = contract;
  const prefixes = prefixesOf(contract, termsOf(contract, input));
  if (observation === "exclusive-scan") {
    if (initial === undefined) {
      throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
    }
    prefixes[0] = Number(initial.value); // itself, whatever the sum of one term is
  }
  const skipped = observation === "inclusive-scan" && initial !== undefined ? 1 : 0;
  const values = prefixes.slice(skipped, skipped + input.length);
  return direction === "backward" ? values.reverse() : values;
}

function termsOf({ type, direction, initial }: TypedContract, input: StorageArray): number[] {
  const elements = Array.from<Scalar, number>(input, (stored) => Number(storedValue(type, stored))); // any of them in f64 is exact
  if (direction === "backward") elements.reverse();
  return initial === undefined ? elements : [Number(initial.value), ...elements];
}

function prefixesOf({ expression, accumulate }: TypedContract, terms: readonly number[]): number[] {
  const type = accumulate === "f32" ? "f32" : "f64";
  return expression.kind === "binned"
    ? binnedPrefixes(terms, expression.fold, type)
    : exactPrefixes(terms, type);
}

/** The type that a sum is rounded to: its significant digits, and the place of its smallest one in units of 2^−1074. */
const FORMATS = { f64: { digits: 53, smallest: 0 }, f32: { digits: 24, smallest: 925 } } as const;

/**
 * Every prefix sum of `terms`, exactly, as integers of any length in units of 2^−1074, each rounded once: to nearest, ties to even.
 *
 * NaN where a term is, or both infinities are; −0 where every term is.
 */
function exactPrefixes(terms: readonly number[], type: "f64" | "f32"): number[] {
  let finite = 0n;
  let others = 0; // NaN and infinities, added as they are
  let isNegativeZero = true;
  return terms.map((term) => {
    if (!Object.is(term, -0)) isNegativeZero = false;
    if (Number.isFinite(term)) finite += unitsOf(term);
    else others += term;
    if (others !== 0) return others;
    if (isNegativeZero) return -0;
    return finite < 0n ? -rounded(-finite, type) : rounded(finite, type);
  });
}

/** A finite double as a multiple of the smallest subnormal. */
function unitsOf(value: number): bigint {
  const bits = BigInt.asUintN(64, new BigInt64Array(Float64Array.of(value).buffer)[0]);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const magnitude = exponent === 0n ? fraction : (fraction + (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

function rounded(units: bigint, type: "f64" | "f32"): number {
  const { digits, smallest } = FORMATS[type];
  const length = units === 0n ? 0 : units.toString(2).length;
  const cut = Math.max(0, smallest, length - digits);
  const step = 1n << BigInt(cut);
  const below = units % step;
  let kept = units / step;
  if (2n * below > step || (2n * below === step && kept % 2n === 1n)) kept += 1n;
  // Now at most `digits` digits, or a power of two: a double, unless it is beyond the largest.
  const value = doubleOf(kept * step);
  return type === "f32" ? Math.fround(value) : value;
}

/** An integer of at most 53 significant digits, in units of 2^−1074, as a double, by its bits. */
function doubleOf(units: bigint): number {
  if (units < 1n << 53n) return Number(units) * Number.MIN_VALUE;
  const shift = units.toString(2).length - 53;
  if (shift > 2045) return Number.POSITIVE_INFINITY;
  const bits = ((units >> BigInt(shift)) - (1n << 52n)) | (BigInt(shift + 1) << 52n);
  return new Float64Array(BigUint64Array.of(bits).buffer)[0];
}
