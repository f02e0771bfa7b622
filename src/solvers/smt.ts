/** A solver of SMT-LIB 2 scripts. Answers one at a time, in the order in which they were asked for. */
export interface SmtSolver {
  readonly name: string;
  readonly version: string;

  /**
   * Whether the assertions of a script can hold together.
   *
   * The script declares and asserts; commands that ask (check-sat, get-model) are read over. Nothing of one script is there for the next.
   * Preparing the answer counts towards `timeoutMs`, reading the script does not.
   *
   * @throws FormatError for a script that the solver does not understand; UnsupportedError after `close`
   */
  check(script: string, timeoutMs: number): Promise<SmtAnswer>;

  /** Gives the solver's threads back, when what was asked before is answered. Until then a process does not end by itself. */
  close(): Promise<void>;
}

/** `unknown` is no answer: neither a proof nor a refutation. */
export type SmtAnswer =
  | { readonly status: "unsat" }
  | { readonly status: "sat"; readonly model: ReadonlyMap<string, string> } // values as SMT-LIB text, by constant
  | { readonly status: "unknown"; readonly reason: string };
