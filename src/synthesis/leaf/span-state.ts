// A fast check while searching: which interval each wire holds, as one number for each wire.
import { InvalidArgumentError } from "../../values/errors.ts";
import { compileCondition, compileTerm, type IndexValues } from "../programs/evaluate-term.ts";
import { countersOf } from "../programs/expand-program.ts";
import { type ProgramPhase, statementsOf } from "../programs/network-program.ts";

/** Which joins of two intervals are allowed: those that adjoin, or for idempotent operators those that overlap as well. */
export type JoinRule = "associative" | "idempotent";

/** What the wires of a width hold on the way: wire j the elements from `starts[j]` to j. */
export interface SpanState {
  readonly width: number;
  readonly starts: Int32Array;
}

export function initialSpans(width: number): SpanState {
  return { width, starts: Int32Array.from({ length: width }, (_, wire) => wire) };
}

/** Whether every wire holds its prefix. */
export function isScanned({ starts }: SpanState): boolean {
  return starts.every((start) => start === 0);
}

/** A phase in the owner-computes form, ready to be run at many widths. */
interface RunnablePhase {
  readonly phase: ProgramPhase;
  readonly statements: readonly RunnableStatement[];
}

interface RunnableStatement {
  readonly guard: (values: IndexValues) => boolean;
  readonly source: (values: IndexValues) => number;
}

export function runnablePhase(phase: ProgramPhase): RunnablePhase {
  const statements = statementsOf(phase).map(({ guard, source }) => ({
    guard: compileCondition(guard),
    source: compileTerm(source),
  }));
  return { phase, statements };
}

/** What the wires hold after a phase; undefined where it joins what does not adjoin, or has a pair that is not one of two wires. */
export function spansAfter(state: SpanState, runnable: RunnablePhase, rule: JoinRule): SpanState | undefined {
  const { width } = state;
  if (width === 1) return state; // as expandProgram has it
  return whereTermsHaveValues(() => {
    let starts: Int32Array | undefined = state.starts;
    for (const counter of countersOf(runnable.phase, width)) {
      for (const statement of runnable.statements) {
        starts = startsAfter(starts, statement, counter, rule);
        if (starts === undefined) return undefined;
      }
    }
    return { width, starts };
  });
}

/** What comes of running terms; undefined where one has no value at this width. */
export function whereTermsHaveValues<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return undefined;
    throw error;
  }
}

function startsAfter(
  before: Int32Array,
  { guard, source }: RunnableStatement,
  counter: number,
  rule: JoinRule,
): Int32Array | undefined {
  const after = before.slice();
  const values = { i: counter, j: 0, N: before.length };
  for (let j = 0; j < before.length; j++) {
    values.j = j;
    if (!guard(values)) continue;
    const from = source(values);
    if (from < 0 || from >= j) return undefined;
    const gap = before[j] - from - 1;
    if (gap > 0 || (gap < 0 && (rule === "associative" || before[from] > before[j]))) return undefined;
    after[j] = before[from];
  }
  return after;
}
