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
