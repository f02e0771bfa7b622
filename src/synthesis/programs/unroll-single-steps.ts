import { integer } from "./build-terms.ts";
import type { NetworkProgram, ProgramPhase } from "./network-program.ts";
import { substituteInCondition, substituteInTerm } from "./substitute.ts";

/** The same program, with the counter's value in the place of `i` where a phase has one step at every width. */
export function unrollSingleSteps(program: NetworkProgram): NetworkProgram {
  return { phases: program.phases.map((phase) => (isSingle(phase) ? unrolled(phase) : phase)) };
}

function isSingle({ first, count }: ProgramPhase): boolean {
  return count.kind === "integer" && count.value === 1 && first.kind === "integer";
}

function unrolled(phase: ProgramPhase): ProgramPhase {
  const substitution = { i: phase.first };
  return {
    ...phase,
    first: integer(0),
    direction: "up",
    guard: substituteInCondition(phase.guard, substitution),
    source: substituteInTerm(phase.source, substitution),
  };
}
