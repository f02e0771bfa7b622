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
