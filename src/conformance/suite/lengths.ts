import type { Expression } from "../../expressions/expression.ts";

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
  const block = blockOf(expression);
  for (const length of [block - 1, block, block + 1, 2 * block, 2 * block + 1, 3 * block, 3 * block + 1]) {
    lengths.add(length);
  }
  return [...lengths].filter((length) => length <= longest).sort((left, right) => left - right);
}

/** A few of them, where types and operators multiply the cases: the shortest, around one and three blocks, a prime, the longest. */
export function fewLengthsFor(expression: Expression, longest: number): readonly number[] {
  const block = blockOf(expression);
  const lengths = new Set([0, 1, 2, 3, 13, block - 1, block, block + 1, 3 * block, 3 * block + 1, longest]);
  return [...lengths].filter((length) => length <= longest).sort((left, right) => left - right);
}

function blockOf(expression: Expression): number {
  switch (expression.kind) {
    case "blockDyadic":
    case "linearCarry":
      return expression.blockLength;
    case "network":
      return expression.network.width;
    case "interleaved":
      return expression.laneCount;
    case "leftFold":
    case "iteratedPairwise":
    case "bisection":
    case "binned":
    case "exact":
    case "custom":
      return 1;
    default:
      return expression satisfies never;
  }
}
