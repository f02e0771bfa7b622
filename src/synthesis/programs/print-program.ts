import { directionIn } from "../../networks/direction-in.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { add, integer, isSameTerm, variable } from "./build-terms.ts";
import { decodeProgram } from "./decode-program.ts";
import { expandProgram } from "./expand-program.ts";
import type { NetworkProgram, ProgramPhase } from "./network-program.ts";
import { printCondition, printTerm } from "./print-term.ts";
import { substituteInCondition, substituteInTerm } from "./substitute.ts";

/** A width at which a program's pairs say which way they lead. */
const LOOKED_AT = 13;

/**
 * A program as text, three lines a phase, two where it has one step at every width:
 *
 *     for (i = 0; i < ceilLog2(N); i++)
 *       for all j < N where (j >> i) % 2 == 1:
 *         a[j] = a[(j >> i << i) - 1] . a[j]
 */
export function printProgram(given: NetworkProgram): string {
  const program = decodeProgram(given);
  const isBackward = isBackwardProgram(program);
  return program.phases.map((phase) => `${printPhase(phase, isBackward)}\n`).join("");
}

/** The lower wire stands on the left: of a program for suffixes that is the thread's own. */
function isBackwardProgram(program: NetworkProgram): boolean {
  try {
    return directionIn(expandProgram(program, LOOKED_AT)) === "backward";
  } catch (error) {
    if (error instanceof InvalidArgumentError) return false; // it has further names
    throw error;
  }
}

function printPhase(phase: ProgramPhase, isBackward: boolean): string {
  const { guard, source, destination } = phase;
  const condition = printCondition(guard);
  const where = condition === "true" ? "" : ` where ${condition}`;
  const [mine, other] = [`a[${printTerm(destination)}]`, `a[${printTerm(source)}]`];
  const combined = isBackward ? `${mine} . ${other}` : `${other} . ${mine}`;
  const body = [`for all j < N${where}:`, `  ${mine} = ${combined}`];
  const isLoop = !isSingleStep(phase);
  return (isLoop ? [printCounter(phase), ...body.map((line) => `  ${line}`)] : body).join("\n");
}

/** One step at every width, in which the counter is not named. */
function isSingleStep({ first, count, guard, source, destination }: ProgramPhase): boolean {
  if (first.kind !== "integer" || count.kind !== "integer" || count.value !== 1) return false;
  const renamed = { i: variable("another") };
  return (
    printCondition(substituteInCondition(guard, renamed)) === printCondition(guard) &&
    [source, destination].every((term) => isSameTerm(substituteInTerm(term, renamed), term))
  );
}

/** The head of a phase's loop, as C has it. */
function printCounter(phase: Pick<ProgramPhase, "first" | "count" | "direction">): string {
  const { first, direction } = phase;
  const end = add(phase.count, first);
  return direction === "up"
    ? `for (i = ${printTerm(first)}; i < ${printTerm(end)}; i++)`
    : `for (i = ${printTerm(add(end, integer(-1)))}; i >= ${printTerm(first)}; i--)`;
}
