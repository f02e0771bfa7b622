import type { CnfBuilder } from "./cnf-builder.ts";

/** A literal with what it adds to a sum where it is true. */
export interface WeightedLiteral {
  readonly literal: number;
  readonly weight: number; // a whole number, at least 0
}

/**
 * Counts the weights of true literals up to `limit`, which the sum may not exceed: `reaches(total)` is a literal that is true wherever
 * the sum is at least `total`, or undefined where no sum within the limit is.
 *
 * Literal by literal, one variable for each sum that can occur, so at most (literals × limit) of them. The implications lead one way: a bound is set by
 * forbidding `reaches(bound + 1)`.
 */
export function weightedCounter(
  builder: CnfBuilder,
  literals: readonly WeightedLiteral[],
  limit: number,
): { reaches(total: number): number | undefined } {
  let sums = new Map<number, number>(); // by sum, a literal: the literals so far add up to that much or more
  const falling = literals.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { literal, weight } of falling) sums = addLiteral(builder, sums, literal, weight, limit);
  const ordered = [...sums.keys()].sort((one, other) => one - other);
  return {
    reaches: (total) => {
      const least = ordered.find((sum) => sum >= total);
      return least === undefined ? undefined : sums.get(least);
    },
  };
}

function addLiteral(
  builder: CnfBuilder,
  sums: ReadonlyMap<number, number>,
  literal: number,
  weight: number,
  limit: number,
): Map<number, number> {
  const next = new Map<number, number>();
  const variableOf = (sum: number): number => {
    const variable = next.get(sum) ?? builder.variable();
    next.set(sum, variable);
    return variable;
  };
  if (weight > limit) builder.add(-literal);
  else builder.add(-literal, variableOf(weight));
  for (const [sum, reached] of sums) {
    builder.add(-reached, variableOf(sum));
    if (sum + weight > limit) builder.add(-reached, -literal);
    else builder.add(-reached, -literal, variableOf(sum + weight));
  }
  chain(builder, next);
  return next;
}

/** A sum that is reached has passed all lesser ones. */
function chain(builder: CnfBuilder, sums: ReadonlyMap<number, number>): void {
  const ordered = [...sums].sort(([one], [other]) => one - other);
  ordered.forEach(([, reached], index) => {
    const before = ordered[index - 1];
    if (before !== undefined) builder.add(-reached, before[1]);
  });
}
