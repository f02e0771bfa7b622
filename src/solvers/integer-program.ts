/** A solver of linear programs, some or all of whose variables are integers. */
export interface IntegerProgramSolver {
  readonly name: string;
  readonly version: string;

  /** The best assignment, or that there is none. Values of integer variables are rounded and checked against every row before they are given. */
  solve(program: IntegerProgram, timeoutMs: number): Promise<IntegerProgramAnswer>;

  close(): Promise<void>;
}

export interface IntegerProgram {
  readonly objective: LinearForm; // minimised
  readonly rows: readonly {
    readonly form: LinearForm;
    readonly relation: "=" | "<=" | ">=";
    readonly bound: number;
  }[];
  readonly variables: readonly IntegerVariable[];
}

/** Coefficients by variable. */
export type LinearForm = ReadonlyMap<string, number>;

export interface IntegerVariable {
  readonly name: string;
  readonly lowest?: number; // −∞ when absent
  readonly highest?: number; // +∞ when absent
  readonly isInteger: boolean;
}

/** `unknown` is no answer: the best found so far, if there is one, comes with it. */
export type IntegerProgramAnswer =
  | { readonly status: "optimal"; readonly values: ReadonlyMap<string, number>; readonly objective: number }
  | { readonly status: "infeasible" }
  | { readonly status: "unknown"; readonly reason: string; readonly values?: ReadonlyMap<string, number> };
