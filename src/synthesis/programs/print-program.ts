// Programs and terms as people read them.
import { directionIn } from "../../networks/direction.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { add, integer, isSameTerm, subtract, variable } from "./build-terms.ts";
import { decodeCondition, decodeProgram, decodeTerm } from "./decode-program.ts";
import { expandProgram } from "./expand-program.ts";
import {
  type IndexCondition,
  type IndexOperation,
  type IndexTerm,
  type NetworkProgram,
  type ProgramPhase,
  type ProgramStatement,
  statementsOf,
} from "./network-program.ts";
import { substituteInCondition, substituteInTerm } from "./substitute.ts";

/** How tightly an operation binds, as in C; `and` stands in parentheses wherever it is an operand. */
const BINDING: Readonly<
  Record<Exclude<IndexOperation, "minimum" | "maximum">, [sign: string, binding: number]>
> = {
  multiply: ["*", 4],
  divide: ["/", 4],
  modulo: ["%", 4],
  add: ["+", 3],
  subtract: ["-", 3],
  shiftLeft: ["<<", 2],
  shiftRight: [">>", 2],
  and: ["&", 1],
};

const COMPARISONS = { equal: "==", notEqual: "!=", less: "<", lessOrEqual: "<=" } as const;

/** A term as text: `(j >> i << i) - 1`. A shifted one is a power, `2^i`; `x & -x` is `lowestBit(x)`; division rounds down, `%` is never negative. */
export function printTerm(term: IndexTerm): string {
  return print(decodeTerm(term, "term"), 0);
}

/** A condition as text: `2^i <= j && (j + 1) % 4 == 0`; `true` where nothing is asked. */
export function printCondition(condition: IndexCondition): string {
  return printAll(decodeCondition(condition, "condition"));
}

function printAll(condition: IndexCondition): string {
  if (condition.kind === "all") return condition.conditions.map(printAll).join(" && ") || "true";
  return `${print(condition.left, 2)} ${COMPARISONS[condition.comparison]} ${print(condition.right, 2)}`;
}

function print(term: IndexTerm, least: number): string {
  switch (term.kind) {
    case "integer":
      return term.value < 0 && least > 0 ? `(${term.value})` : String(term.value);
    case "variable":
      return term.name;
    case "ceilLog2":
      return `ceilLog2(${print(term.of, 0)})`;
    case "binary":
      return printBinary(term, least);
    default:
      return term satisfies never;
  }
}

function printBinary(term: Extract<IndexTerm, { kind: "binary" }>, least: number): string {
  const { operation, left, right } = term;
  if (operation === "minimum" || operation === "maximum") {
    return `${operation === "minimum" ? "min" : "max"}(${print(left, 0)}, ${print(right, 0)})`;
  }
  if (operation === "shiftLeft" && left.kind === "integer" && left.value === 1) {
    const exponent = print(right, 0);
    return /^\w+$/.test(exponent) ? `2^${exponent}` : `2^(${exponent})`;
  }
  const isLowestBit = operation === "and" && isSameTerm(right, subtract(integer(0), left));
  if (isLowestBit) return `lowestBit(${print(left, 0)})`;
  const [sign, binding] = BINDING[operation];
  const text = `${print(left, binding)} ${sign} ${print(right, binding + 1)}`;
  return binding < least ? `(${text})` : text;
}

/** A width at which a program's pairs say which way they lead. */
const LOOKED_AT = 13;

/**
 * A program as text: a line for a loop, which a phase of one step at every width does without, and two for each statement in it:
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
  const body = statementsOf(phase).flatMap((each) => printStatement(each, isBackward));
  const isLoop = !isSingleStep(phase);
  return (isLoop ? [printCounter(phase), ...body.map((line) => `  ${line}`)] : body).join("\n");
}

function printStatement(
  { guard, source, destination }: ProgramStatement,
  isBackward: boolean,
): readonly string[] {
  const condition = printCondition(guard);
  const where = condition === "true" ? "" : ` where ${condition}`;
  const [mine, other] = [`a[${printTerm(destination)}]`, `a[${printTerm(source)}]`];
  const combined = isBackward ? `${mine} . ${other}` : `${other} . ${mine}`;
  return [`for all j < N${where}:`, `  ${mine} = ${combined}`];
}

/** One step at every width, in which the counter is not named. */
function isSingleStep(phase: ProgramPhase): boolean {
  const { first, count } = phase;
  if (first.kind !== "integer" || count.kind !== "integer" || count.value !== 1) return false;
  const renamed = { i: variable("another") };
  return statementsOf(phase).every(
    ({ guard, source, destination }) =>
      printCondition(substituteInCondition(guard, renamed)) === printCondition(guard) &&
      [source, destination].every((term) => isSameTerm(substituteInTerm(term, renamed), term)),
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
