// The interface behind which every SAT solver stands, and the check of formulas. Which one answers, a caller chooses; models are checked against the formula in `ask-solver.ts`.
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** A solver of propositional formulas in conjunctive normal form. Answers one at a time, in the order in which they were asked for. */
export interface SatSolver {
  readonly name: string;
  readonly version: string;

  /**
   * Whether some assignment makes every clause true.
   *
   * @throws InvalidArgumentError for a literal that is 0 or beyond `variableCount`; UnsupportedError after `close`
   */
  solve(formula: Cnf, timeoutMs: number): Promise<SatAnswer>;

  /** As `solve`, and an "unsat" comes with its proof in the text format of DRAT. Absent where the solver writes none. */
  prove?(formula: Cnf, timeoutMs: number): Promise<ProvedAnswer>;

  /** Gives threads and processes back. */
  close(): Promise<void>;
}

/** A SAT solver that writes proofs. */
export interface ProvingSolver extends SatSolver {
  prove(formula: Cnf, timeoutMs: number): Promise<ProvedAnswer>;
}

/** A solver's answer; with "unsat" comes the text of the proof. */
export type ProvedAnswer = SatAnswer & { readonly proof?: string };

/** Clauses of literals as in DIMACS: variable v is v, its negation −v, variables count from 1. */
export interface Cnf {
  readonly variableCount: number;
  readonly clauses: readonly (readonly number[])[];
}

/** `unknown` is no answer: neither a proof nor a refutation. */
export type SatAnswer =
  | { readonly status: "sat"; readonly model: Uint8Array } // by variable, index 0 unused: 1 true, 0 false
  | { readonly status: "unsat" }
  | { readonly status: "unknown"; readonly reason: string };

/** A model has a byte for each. */
export const MOST_VARIABLES = 2 ** 28;

/** @throws InvalidArgumentError for what is not a formula, naming the first literal that is 0, not an integer, or of a variable beyond `variableCount` */
export function checkCnf(given: unknown): Cnf {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("formula", "a formula, { variableCount, clauses }", describe(given));
  }
  const { variableCount, clauses } = given as Cnf;
  if (!Number.isInteger(variableCount) || variableCount < 0 || variableCount > MOST_VARIABLES) {
    const expected = `an integer from 0 to ${MOST_VARIABLES}`;
    throw new InvalidArgumentError("formula.variableCount", expected, describe(variableCount));
  }
  if (!Array.isArray(clauses)) {
    throw new InvalidArgumentError("formula.clauses", "an array of clauses", describe(clauses));
  }
  for (const [index, clause] of clauses.entries()) {
    checkLiterals(clause, variableCount, `formula.clauses[${index}]`);
  }
  return { variableCount, clauses };
}

/** @throws InvalidArgumentError for what is not an array of such literals */
export function checkLiterals(
  given: unknown,
  variableCount: number,
  place: string,
): asserts given is readonly number[] {
  if (!Array.isArray(given)) throw new InvalidArgumentError(place, "an array of literals", describe(given));
  for (const literal of given) {
    const variable = Math.abs(Number.isInteger(literal) ? literal : 0);
    if (variable >= 1 && variable <= variableCount) continue;
    const expected = `of literals from 1 to ${variableCount} or their negations`;
    throw new InvalidArgumentError(place, expected, describe(literal));
  }
}
