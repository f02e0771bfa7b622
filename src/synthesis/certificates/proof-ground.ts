// From which width on a proof speaks, and which powers, moduli and lines of a program its terms may name.
import { add, COUNTER, integer } from "../programs/build-terms.ts";
import { compileTerm } from "../programs/evaluate-term.ts";
import {
  type IndexCondition,
  type IndexTerm,
  type NetworkProgram,
  statementsOf,
} from "../programs/network-program.ts";
import { printTerm } from "../programs/print-program.ts";
import type { ProgramStage, StageStatement } from "./program-stages.ts";

/** All terms of a program, with all that they are made of. */
function termsOf(program: NetworkProgram): readonly IndexTerm[] {
  return program.phases.flatMap((phase) => [
    ...[phase.first, phase.count].flatMap(partsOf),
    ...statementsOf(phase).flatMap(statementTerms),
  ]);
}

function statementTerms({ guard, source }: StageStatement): readonly IndexTerm[] {
  return [source, ...conditionTerms(guard)].flatMap(partsOf);
}

function conditionTerms(condition: IndexCondition): readonly IndexTerm[] {
  return condition.kind === "all"
    ? condition.conditions.flatMap(conditionTerms)
    : [condition.left, condition.right];
}

function partsOf(term: IndexTerm): readonly IndexTerm[] {
  if (term.kind === "ceilLog2") return [term, ...partsOf(term.of)];
  return term.kind === "binary" ? [term, ...partsOf(term.left), ...partsOf(term.right)] : [term];
}

/** Beyond so many levels a program is not looked into: its smaller widths would have to be tested one by one. */
const MOST_LEVELS = 10;

/**
 * The least ⌈log2 N⌉ from which on no loop of a program has a negative count, and no exponent is negative: what a proof speaks of. Smaller widths are tested.
 */
export function leastLevelsOf(program: NetworkProgram, stages: readonly ProgramStage[]): number {
  const lacking = termsOf(program).map((term) =>
    term.kind === "binary" &&
    term.operation === "subtract" &&
    term.left.kind === "ceilLog2" &&
    term.right.kind === "integer"
      ? term.right.value
      : 1,
  );
  let levels = Math.max(1, ...lacking);
  const counts = stages.flatMap((stage) => (stage.kind === "loop" ? [compileTerm(stage.count)] : []));
  while (levels < MOST_LEVELS && !counts.every((count) => count({ N: leastWidth(levels) }) >= 0)) levels++;
  return levels;
}

/** The least N with so many levels. */
export function leastWidth(levels: number): number {
  return levels === 0 ? 1 : 2 ** (levels - 1) + 1;
}

/** Block lengths that a program has to do with: its constants, what its shifts by constants make, and twice that. */
export function moduliOf(program: NetworkProgram, stages: readonly ProgramStage[]): readonly number[] {
  const inStages = stages.flatMap(({ statements }) => statements.flatMap(statementTerms));
  const found = new Set<number>();
  for (const term of [...termsOf(program), ...inStages]) {
    if (term.kind === "integer" && term.value > 1) found.add(term.value);
    if (term.kind !== "binary" || term.right.kind !== "integer") continue;
    if (term.operation === "shiftRight" && !isWidth(term.left)) found.add(2 ** term.right.value);
  }
  const widened = [...found].flatMap((value) => [value, 2 ** Math.ceil(Math.log2(value)), 2 * value]);
  return [...new Set(widened)].sort((one, other) => one - other).slice(0, 6);
}

/** The exponents that spans of a stage may name: the counter, and if need be the one before it; of a single step, numbers of levels that it names itself. */
export function exponentsOf(stage: ProgramStage, isWide = false): readonly IndexTerm[] {
  if (stage.kind === "loop" && isWide && stage.first > 0) return [COUNTER, add(COUNTER, integer(-1))];
  // Of a loop that runs down, the level above the one that comes next is done; after the last step i + 1 may be 0.
  if (stage.kind === "loop") return [stage.direction === "up" ? COUNTER : add(COUNTER, integer(1))];
  const parts = stage.statements.flatMap(statementTerms);
  const named = new Map<string, IndexTerm>();
  for (const term of parts) {
    const isShift =
      term.kind === "binary" && (term.operation === "shiftLeft" || term.operation === "shiftRight");
    if (isShift && partsOf(term.right).some(({ kind }) => kind === "ceilLog2"))
      named.set(printTerm(term.right), term.right);
  }
  return [...named.values()];
}

function isWidth(term: IndexTerm): boolean {
  return term.kind === "variable" && term.name === "N";
}

/** Slopes and offsets of `j <= slope · i + offset`: the wires at which a counter has pointed before, where a guard lets one thread work. */
export function linesOf(
  condition: IndexCondition,
): readonly { readonly slope: number; readonly offset: number }[] {
  if (condition.kind === "all") return condition.conditions.flatMap(linesOf);
  const { comparison, left, right } = condition;
  if (comparison !== "equal" || left.kind !== "variable" || left.name !== "j") return [];
  const names = partsOf(right).flatMap((term) => (term.kind === "variable" ? [term.name] : []));
  if (names.length !== 1 || names[0] !== "i") return [];
  const valueAt = compileTerm(right);
  const slope = valueAt({ i: 1 }) - valueAt({ i: 0 });
  return [{ slope, offset: valueAt({ i: 0 }) - slope }];
}
