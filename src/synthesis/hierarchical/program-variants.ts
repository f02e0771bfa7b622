import * as t from "../programs/build-terms.ts";
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

const { COUNTER: i, THREAD: j, WIDTH: N, integer } = t;

/** N with its lowest i + 1 binary digits cleared: where the part ends that step i takes up. */
const PART = t.shiftLeft(t.shiftRight(N, t.add(i, integer(1))), t.add(i, integer(1)));

/** Row N − 1 takes up, for each binary digit of N but the highest, the part that ends there. Nothing to do where N is a power of two. */
const LAST_ROW: ProgramPhase = {
  first: integer(0),
  count: t.ceilLog2(N),
  direction: "up",
  guard: t.all([
    t.compare(j, "equal", t.subtract(N, integer(1))),
    t.compare(t.modulo(t.shiftRight(N, i), integer(2)), "equal", integer(1)),
    t.compare(integer(1), "lessOrEqual", PART),
  ]),
  source: t.subtract(PART, integer(1)),
  destination: j,
};

function withoutLastRow(phase: ProgramPhase): ProgramPhase {
  const notLast = t.compare(j, "less", t.subtract(N, integer(1)));
  const { guard } = phase;
  return { ...phase, guard: t.all(guard.kind === "all" ? [...guard.conditions, notLast] : [guard, notLast]) };
}
