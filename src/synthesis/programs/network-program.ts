// A network of every width as a program: phases of steps with counter i, threads j and terms over i, j and N.
// All that is found, proved or emitted in this room is one of these.
/**
 * An integer as a function of loop counters, in exact arithmetic over whole numbers: what stands between the brackets of `a[…]`.
 *
 * The names that programs use: `i`, the counter of a phase; `j`, the number of a thread or of a pair; `N`, the width. Shifts and
 * `modulo` round down; `and` is that of two's complement without an end. No operand of a shift is negative.
 */
export type IndexTerm =
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "variable"; readonly name: string }
  | {
      readonly kind: "binary";
      readonly operation: IndexOperation;
      readonly left: IndexTerm;
      readonly right: IndexTerm;
    }
  | { readonly kind: "ceilLog2"; readonly of: IndexTerm }; // 0 for 1

/** What a name may look like: programs are printed as texts of other languages. */
export const INDEX_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u;

/** What terms of indices are made by, on whole numbers. */
export type IndexOperation =
  | "add"
  | "subtract"
  | "multiply"
  | "shiftLeft"
  | "shiftRight"
  | "divide" // rounded down, by a positive number
  | "modulo" // 0 ≤ result < right, by a positive number
  | "and"
  | "minimum"
  | "maximum";

/** What must hold of the counters for a thread to work. `all` of nothing holds. */
export type IndexCondition =
  | {
      readonly kind: "compare";
      readonly comparison: "equal" | "notEqual" | "less" | "lessOrEqual";
      readonly left: IndexTerm;
      readonly right: IndexTerm;
    }
  | { readonly kind: "all"; readonly conditions: readonly IndexCondition[] };

/**
 * A scan network of every width as a loop program: phases, one after another, each a loop whose turns are steps of threads that work at once.
 *
 *     for (const phase of phases)
 *       for (let i of phase.counter)                      // one turn each, in the direction of the counter
 *         for (const statement of statementsOf(phase))     // one step each: most phases have one
 *           for all j in [0, N) at once                    // reads before writes
 *             if (guard(i, j)) a[destination(i, j)] = a[source(i, j)] ∘ a[destination(i, j)]
 *
 * In the owner-computes form `destination` is `j` itself. In the pair-index form (pair j of step i is
 * (f(i, j), g(i, j))) it is g, and the guard says that g is below N. Steps without a pair are left out of the network.
 */
export interface NetworkProgram {
  readonly phases: readonly ProgramPhase[];
}

/** What the threads of a step do. */
export interface ProgramStatement {
  readonly guard: IndexCondition;
  readonly source: IndexTerm;
  readonly destination: IndexTerm;
}

/** `i` takes the values `first`, `first + 1`, … (or downwards from `first + count − 1`), `count` of them; none where `count` ≤ 0. Both are terms over `N`. */
export interface ProgramPhase extends ProgramStatement {
  readonly first: IndexTerm;
  readonly count: IndexTerm;
  readonly direction: "up" | "down";
  readonly further?: readonly ProgramStatement[]; // the steps that follow in the same turn, where there are several
}

/** The statements of a turn, in their order. */
export function statementsOf({
  guard,
  source,
  destination,
  further = [],
}: ProgramPhase): readonly ProgramStatement[] {
  return [{ guard, source, destination }, ...further];
}

/** The same loop around other statements, as many. */
export function mapStatements(
  phase: ProgramPhase,
  change: (statement: ProgramStatement) => ProgramStatement,
): ProgramPhase {
  const [own, ...further] = statementsOf(phase).map(change);
  return { ...phase, ...own, ...(further.length > 0 && { further }) };
}
