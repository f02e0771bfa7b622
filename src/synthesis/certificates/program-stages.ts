// A program as a proof goes through it: steps, which need no induction, and loops, which do.
import { add, integer } from "../programs/build-terms.ts";
import type { IndexCondition, IndexTerm, NetworkProgram, ProgramPhase } from "../programs/network-program.ts";
import { substituteInCondition, substituteInTerm } from "../programs/substitute.ts";

/** What a proof goes through: single steps, which need no induction, and loops, which do. */
export type ProgramStage = StepStage | LoopStage;

/** A step that there is at every width; no `i` in its terms. */
export interface StepStage {
  readonly kind: "step";
  readonly phase: number;
  readonly guard: IndexCondition;
  readonly source: IndexTerm;
}

/** Steps whose number grows with N. */
export interface LoopStage {
  readonly kind: "loop";
  readonly phase: number;
  readonly guard: IndexCondition;
  readonly source: IndexTerm;
  readonly direction: "up" | "down";
  readonly first: number; // the least counter
  readonly count: IndexTerm; // over N
  readonly enter: IndexTerm; // the counter of the first step
  readonly leave: IndexTerm; // one step beyond the last
}

/** Phases of so many steps at every width are taken step by step. */
const MOST_UNROLLED = 8;

/** The stages of a program in the owner-computes form; undefined where a loop begins at a counter that is not a constant. */
export function programStages(program: NetworkProgram): readonly ProgramStage[] | undefined {
  const stages = program.phases.map((phase, index) =>
    phase.count.kind === "integer" && phase.count.value <= MOST_UNROLLED
      ? unrolled(phase, phase.count.value, index)
      : looped(phase, index),
  );
  return stages.every((part) => part !== undefined) ? stages.flat() : undefined;
}

function unrolled(phase: ProgramPhase, count: number, index: number): readonly StepStage[] {
  const steps = Array.from({ length: count }, (_, step): StepStage => {
    const substitution = { i: add(phase.first, integer(step)) };
    return {
      kind: "step",
      phase: index,
      guard: substituteInCondition(phase.guard, substitution),
      source: substituteInTerm(phase.source, substitution),
    };
  });
  return phase.direction === "up" ? steps : steps.reverse();
}

function looped(phase: ProgramPhase, index: number): readonly LoopStage[] | undefined {
  const { first, count, direction, guard, source } = phase;
  if (first.kind !== "integer") return undefined;
  const end = add(count, first);
  const [enter, leave] =
    direction === "up" ? [first, end] : [add(end, integer(-1)), integer(first.value - 1)];
  return [{ kind: "loop", phase: index, guard, source, direction, first: first.value, count, enter, leave }];
}
