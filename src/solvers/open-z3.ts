// Z3 in its two roles: for SMT-LIB scripts and for propositional formulas. Both share one running engine.
import { printDimacs } from "./dimacs.ts";
import { checkCnf, type SatSolver } from "./sat.ts";
import type { SmtSolver } from "./smt.ts";
import { openZ3Session } from "./z3-engine.ts";
import { readZ3Model } from "./z3-query.ts";

/**
 * Opens Z3, from the optional package z3-solver. The first one takes about 0.3 s to start. `load` imports the package, where a page's bundle is to
 * hold it: `() => import("z3-solver")`.
 *
 * Does not work in browsers without cross-origin isolation, because Z3 needs shared memory.
 *
 * @throws UnsupportedError where z3-solver is not installed, or does not start
 */
export async function openZ3(load?: () => Promise<unknown>): Promise<SmtSolver> {
  const session = await openZ3Session("proving by an SMT solver", load);
  return {
    name: "z3",
    version: session.version,
    check: (script, timeoutMs) => session.ask({ text: script, readModel: readZ3Model }, timeoutMs),
    close: () => session.close(),
  };
}

/**
 * Opens the SAT solver of Z3, from the optional package z3-solver, in this process. The first one takes about 0.3 s to start; `load` imports
 * the package, where a page's bundle is to hold it: `() => import("z3-solver")`. It shares its threads and its memory with every other open Z3.
 *
 * @throws UnsupportedError where z3-solver is not installed, or does not start
 */
export async function openZ3Sat(load?: () => Promise<unknown>): Promise<SatSolver> {
  const session = await openZ3Session("solving by a SAT solver", load);
  return {
    name: "z3",
    version: session.version,
    solve: async (formula, timeoutMs) => {
      checkCnf(formula);
      return session.ask(
        {
          text: printDimacs(formula),
          logic: "QF_FD",
          readModel: (Z3, context, model) =>
            readAssignment(Z3.model_to_string(context, model), formula.variableCount),
        },
        timeoutMs,
      );
    },
    close: () => session.close(),
  };
}

/** Lines "k!7 -> true", in any order. A variable that no clause needs has none, and is false. */
function readAssignment(text: string, variableCount: number): Uint8Array {
  const model = new Uint8Array(variableCount + 1);
  for (const [, variable] of text.matchAll(/^k!(\d+) -> true$/gm)) model[Number(variable)] = 1;
  return model;
}
