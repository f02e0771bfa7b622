// A program as a proof goes through it: steps, which need no induction, and loops, which do.
import { add, integer } from "../programs/build-terms.ts";
import {
  type IndexTerm,
  type NetworkProgram,
  type ProgramPhase,
  type ProgramStatement,
  statementsOf,
} from "../programs/network-program.ts";
import { substituteInCondition, substituteInTerm } from "../programs/substitute.ts";

/** What a proof goes through: single steps, which need no induction, and loops, which do. */
export type ProgramStage = StepStage | LoopStage;

/** What the threads of a step do, each to its own wire. */
export type StageStatement = Pick<ProgramStatement, "guard" | "source">;

/** A step that there is at every width; no `i` in its terms. */
export interface StepStage {
  readonly kind: "step";
  readonly phase: number;
  readonly statements: readonly StageStatement[]; // one
}

/** Steps whose number grows with N. */
export interface LoopStage {
  readonly kind: "loop";
  readonly phase: number;
  readonly statements: readonly StageStatement[]; // of a turn, a step each
  readonly direction: "up" | "down";
  readonly first: number; // the least counter
  readonly count: IndexTerm; // over N
  readonly enter: IndexTerm; // the counter of the first turn
  readonly leave: IndexTerm; // one turn beyond the last
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
  const turns = Array.from({ length: count }, (_, turn) => {
    const substitution = { i: add(phase.first, integer(turn)) };
    return statementsOf(phase).map(({ guard, source }): StepStage => {
      const statement = {
        guard: substituteInCondition(guard, substitution),
        source: substituteInTerm(source, substitution),
      };
      return { kind: "step", phase: index, statements: [statement] };
    });
  });
  return (phase.direction === "up" ? turns : turns.reverse()).flat();
}

function looped(phase: ProgramPhase, index: number): readonly LoopStage[] | undefined {
  const { first, count, direction } = phase;
  if (first.kind !== "integer") return undefined;
  const end = add(count, first);
  const [enter, leave] =
    direction === "up" ? [first, end] : [add(end, integer(-1)), integer(first.value - 1)];
  const statements = statementsOf(phase);
  return [{ kind: "loop", phase: index, statements, direction, first: first.value, count, enter, leave }];
}
