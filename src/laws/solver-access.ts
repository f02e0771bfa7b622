import { openZ3 } from "../solvers/open-z3.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import { UnsupportedError } from "../values/errors.ts";

/** A solver that is opened when first asked for, and closed if it was opened here. */
export interface SolverAccess {
  readonly open: () => Promise<SmtSolver | undefined>; // undefined: there is none, and `absence` says why
  readonly absence: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** The solver that is given; z3 when none is, where it is installed; or none. */
export function solverAccess(given: SmtSolver | "none" | undefined): SolverAccess {
  if (given === "none") return constantly(undefined, "without a solver, as asked");
  if (given !== undefined) return constantly(given, undefined);
  let opening: Promise<SmtSolver | undefined> | undefined;
  let absence: string | undefined;
  const open = (): Promise<SmtSolver | undefined> => {
    opening ??= openZ3().catch((error: unknown) => {
      if (!(error instanceof UnsupportedError)) throw error;
      absence = `no solver: ${error.reason}; ${error.remedy}`;
      return undefined;
    });
    return opening;
  };
  return { open, absence: () => absence, close: async () => (await opening)?.close() };
}

function constantly(solver: SmtSolver | undefined, absence: string | undefined): SolverAccess {
  return { open: async () => solver, absence: () => absence, close: async () => {} };
}
