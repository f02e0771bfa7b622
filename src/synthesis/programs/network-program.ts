import type { IndexCondition, IndexTerm } from "./index-term.ts";

/**
 * A scan network of every width as a loop program: phases, one after another, each a loop of steps whose threads work at once.
 *
 *     for (const phase of phases)
 *       for (let i of phase.counter)                      // one step each, in the direction of the counter
 *         for all j in [0, N) at once                      // reads before writes
 *           if (guard(i, j)) a[destination(i, j)] = a[source(i, j)] ∘ a[destination(i, j)]
 *
 * In the owner-computes form `destination` is `j` itself. In the pair-index form (pair j of step i is
 * (f(i, j), g(i, j))) it is g, and the guard says that g is below N. Steps without a pair are left out of the network.
 */
export interface NetworkProgram {
  readonly phases: readonly ProgramPhase[];
}

/** `i` takes the values `first`, `first + 1`, … (or downwards from `first + count − 1`), `count` of them; none where `count` ≤ 0. Both are terms over `N`. */
export interface ProgramPhase {
  readonly first: IndexTerm;
  readonly count: IndexTerm;
  readonly direction: "up" | "down";
  readonly guard: IndexCondition;
  readonly source: IndexTerm;
  readonly destination: IndexTerm;
}
