import type { ProofStep } from "./proof-step.ts";

/** A variable by its literals in clauses and steps. */
type LiteralLists = Iterable<readonly number[]>;

/**
 * What to call variables so that tables by variable are no longer than the clauses: as they are where their numbers are no larger than the literals
 * are many, which those of solvers are; else by when they are met.
 */
export function denseVariables(lists: readonly LiteralLists[]): {
  readonly variableCount: number;
  readonly literalOf: (literal: number) => number;
} {
  let [largest, literalCount] = [0, 0];
  for (const clauses of lists) {
    for (const literals of clauses) {
      literalCount += literals.length;
      for (const literal of literals) largest = Math.max(largest, Math.abs(literal));
    }
  }
  if (largest <= literalCount) return { variableCount: largest, literalOf: (literal) => literal };
  const numbers = new Map<number, number>();
  const literalOf = (literal: number): number => {
    const variable = Math.abs(literal);
    const number = numbers.get(variable) ?? numbers.size + 1;
    numbers.set(variable, number);
    return literal < 0 ? -number : number;
  };
  return { variableCount: literalCount, literalOf };
}

/** The literals of the steps of a proof. */
export function* literalsOfSteps(proof: readonly ProofStep[]): Generator<readonly number[]> {
  for (const { literals } of proof) yield literals;
}
