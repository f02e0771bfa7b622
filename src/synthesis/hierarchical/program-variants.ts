import {
  add,
  all,
  ceilLog2,
  compare,
  COUNTER as i,
  integer,
  THREAD as j,
  modulo,
  WIDTH as N,
  shiftLeft,
  shiftRight,
  subtract,
} from "../programs/build-terms.ts";
import type { ProgramPhase } from "../programs/network-program.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";

/**
 * A program for blocks of any length: as it is; with the last row, which is sent, left alone by the last stage; with one more phase where the length is no power of two, in which the last row takes up by itself what
 * stands before it; or as it is, but for powers of two alone.
 */
export function programVariants(
  program: Omit<HierarchicalProgram, "lengths">,
): readonly HierarchicalProgram[] {
  const { first, last, ...rest } = program;
  const finished = { phases: last.phases.map(withoutLastRow) };
  return [
    { ...program, lengths: "any" },
    { ...program, lengths: "any", last: finished },
    { ...rest, lengths: "any", first: { phases: [...first.phases, LAST_ROW] }, last: finished },
    { ...program, lengths: "powers of two" },
  ];
}

/** N with its lowest i + 1 binary digits cleared: where the part ends that step i takes up. */
const PART = shiftLeft(shiftRight(N, add(i, integer(1))), add(i, integer(1)));

/** Row N − 1 takes up, for each binary digit of N but the highest, the part that ends there. Nothing to do where N is a power of two. */
const LAST_ROW: ProgramPhase = {
  first: integer(0),
  count: ceilLog2(N),
  direction: "up",
  guard: all([
    compare(j, "equal", subtract(N, integer(1))),
    compare(modulo(shiftRight(N, i), integer(2)), "equal", integer(1)),
    compare(integer(1), "lessOrEqual", PART),
  ]),
  source: subtract(PART, integer(1)),
  destination: j,
};

function withoutLastRow(phase: ProgramPhase): ProgramPhase {
  const notLast = compare(j, "less", subtract(N, integer(1)));
  const { guard } = phase;
  return { ...phase, guard: all(guard.kind === "all" ? [...guard.conditions, notLast] : [guard, notLast]) };
}
