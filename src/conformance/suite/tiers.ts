// Why: a tier is a table of sizes, so that what is tried, and what it costs, is read in one place.
import { DIRECTIONS } from "../../contracts/checks.ts";
import type { Direction, InitialPlacement, InitialValue } from "../../contracts/contract.ts";
import { blockLengthOf } from "../../expressions/block-length.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { dataSetsOf, generateData } from "../data/generate-data.ts";

import type { Tier } from "./report.ts";

/** What a tier tries: which expressions, and how long its inputs are. Lengths in elements. */
export interface UnderTest {
  readonly tier: Tier;
  readonly expressions: readonly Expression[]; // of the tree fingerprints
  readonly fingerprintLength: number; // the longest one
  readonly fewExpressions: readonly Expression[]; // where operators and types multiply the cases
  readonly typeLengths: readonly number[];
  readonly specialLengths: readonly number[]; // of short arrays made by hand, besides their own
  readonly customExpressions: readonly Expression[]; // of the fingerprints of users' operators
  readonly customLength: number; // the longest one
  readonly columnExpressions: readonly Expression[]; // of the fingerprints of records of one column: every family
  readonly placementLengths: readonly number[];
  readonly consistencyLengths: readonly number[];
  readonly vectorLength: number; // golden vectors of longer inputs are skipped
}

export const SUITE_SEED = 2026n;
export const INITIAL_SEED = 77n;

export const PLACEMENTS: readonly (InitialPlacement | undefined)[] = [undefined, "outside", "first"];

/** The sizes of a tier. */
export function underTest(tier: Tier): UnderTest {
  return tier === "quick" ? QUICK : FULL;
}

/**
 * Each direction with each initial value, the first of which is "none"; in the quick tier both directions without one, and each value
 * in one of them, in turns.
 */
export function* waysOf<Initial>(
  tier: Tier,
  initials: readonly Initial[],
): Generator<{ readonly direction: Direction; readonly initial: Initial }> {
  for (const [turn, direction] of DIRECTIONS.entries()) {
    for (const [i, initial] of initials.entries()) {
      if (tier === "full" || i === 0 || i % DIRECTIONS.length === turn) yield { direction, initial };
    }
  }
}

/** An initial value that is none of the data's own elements: an element of the type, from another seed. */
export function initialOf(
  type: ElementType,
  placement: InitialPlacement | undefined,
): InitialValue<Scalar> | undefined {
  if (placement === undefined) return undefined;
  const data = dataSetsOf(type).includes("narrow") ? "narrow" : "bits";
  return { value: generateData({ data, type, length: 1, seed: INITIAL_SEED })[0], placement };
}

const QUICK: UnderTest = {
  tier: "quick",
  expressions: [
    leftFold,
    iteratedPairwise,
    bisection,
    interleaved(1),
    interleaved(3),
    interleaved(16),
    blockDyadic(1),
    blockDyadic(3),
    blockDyadic(16),
    blockDyadic(32),
    blockDyadic(100),
    linearCarry(3),
    linearCarry(16),
    networkExpression("sklansky", 16),
    networkExpression("brent-kung", 8),
    networkExpression("kogge-stone", 12),
  ],
  fingerprintLength: 509,
  fewExpressions: [interleaved(3), blockDyadic(4), blockDyadic(32)],
  typeLengths: [0, 1, 2, 13, 97],
  specialLengths: [1],
  customExpressions: [leftFold, interleaved(3), blockDyadic(4)],
  customLength: 67,
  columnExpressions: [
    leftFold,
    iteratedPairwise,
    bisection,
    interleaved(2),
    interleaved(4),
    blockDyadic(16),
    linearCarry(4),
    networkExpression("brent-kung", 8),
  ],
  placementLengths: [1, 5, 33, 1000],
  consistencyLengths: [5003],
  vectorLength: 4099,
};

const FULL: UnderTest = {
  tier: "full",
  expressions: [
    ...QUICK.expressions,
    interleaved(2),
    interleaved(7),
    interleaved(128),
    interleaved(1000),
    interleaved(5000),
    blockDyadic(2),
    blockDyadic(4),
    blockDyadic(7),
    blockDyadic(64),
    blockDyadic(256),
    blockDyadic(1000),
    blockDyadic(1024),
    blockDyadic(5000),
    linearCarry(1),
    linearCarry(32),
    linearCarry(256),
    linearCarry(1024),
    networkExpression("han-carlson:1", 100),
    networkExpression("brent-kung", 256),
  ],
  fingerprintLength: 4099,
  fewExpressions: [
    leftFold,
    iteratedPairwise,
    bisection,
    interleaved(3),
    interleaved(16),
    blockDyadic(4),
    blockDyadic(7),
    blockDyadic(32),
    linearCarry(5),
    linearCarry(32),
    networkExpression("brent-kung", 8),
  ],
  typeLengths: [0, 1, 2, 3, 8, 13, 32, 97, 129, 259],
  specialLengths: [0, 1, 2],
  customExpressions: [
    ...QUICK.customExpressions,
    iteratedPairwise,
    bisection,
    interleaved(1),
    interleaved(16),
    blockDyadic(1),
    blockDyadic(7),
    blockDyadic(32),
    blockDyadic(64),
    linearCarry(1),
    linearCarry(5),
    linearCarry(32),
    networkExpression("kogge-stone", 12),
  ],
  customLength: 199,
  columnExpressions: [
    ...QUICK.columnExpressions,
    interleaved(1),
    interleaved(3),
    interleaved(16),
    blockDyadic(1),
    blockDyadic(3),
    blockDyadic(64),
    linearCarry(1),
    linearCarry(32),
    networkExpression("kogge-stone", 12),
  ],
  placementLengths: [1, 2, 5, 31, 33, 100, 1000, 4099],
  consistencyLengths: [4096, 5003, 10_007, 32_768, 65_537, 100_003],
  vectorLength: Number.POSITIVE_INFINITY,
};

/** Primes spread over the lengths: no block, lane or tile length divides them. */
const PRIMES = [
  5, 7, 11, 13, 19, 23, 37, 53, 61, 79, 97, 131, 193, 251, 307, 509, 769, 1021, 1031, 1543, 2053, 3079, 4093,
  4099,
];

/**
 * The lengths at which an expression's trees are tried, ascending, none above `longest`: 0 to 3, powers of two and their
 * neighbours, primes, and around one, two and three blocks (or lanes) of the expression's own.
 */
export function lengthsFor(expression: Expression, longest: number): readonly number[] {
  const lengths = new Set([0, 1, 2, 3, longest, ...PRIMES]);
  for (let power = 4; power <= longest; power *= 2) {
    for (const length of [power - 1, power, power + 1]) lengths.add(length);
  }
  const block = blockLengthOf(expression);
  for (const length of [block - 1, block, block + 1, 2 * block, 2 * block + 1, 3 * block, 3 * block + 1]) {
    lengths.add(length);
  }
  return [...lengths].filter((length) => length <= longest).sort((left, right) => left - right);
}

/** A few of them, where types and operators multiply the cases: the shortest, around one and three blocks, a prime, the longest. */
export function fewLengthsFor(expression: Expression, longest: number): readonly number[] {
  const block = blockLengthOf(expression);
  const lengths = new Set([0, 1, 2, 3, 13, block - 1, block, block + 1, 3 * block, 3 * block + 1, longest]);
  return [...lengths].filter((length) => length <= longest).sort((left, right) => left - right);
}
