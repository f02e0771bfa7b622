// One use of a function over arrays while it is laid out, and what all such uses ask of their operands.

import type { Steps } from "../../algorithms/call.ts";
import { operandsOf, type Term } from "../../operators/term.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import type { Type } from "../types/type.ts";
import type { Frame } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";
import {
  hostScalar,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedFilter,
  stagedArray,
} from "./staged.ts";

/** One use of a function over arrays: its operands, none of which is of a map's elements. */
export interface ArrayUse {
  readonly name: ArrayFunction;
  readonly at: number;
  readonly operands: readonly Staged[];
  readonly expression?: string | undefined;
  readonly type?: Type | undefined; // of what it gives, where the program has it whole
}

export type ArrayStep = (use: ArrayUse, context: StageContext) => Steps<Staged>;

export function arrayAt({ operands }: ArrayUse, index: number): StagedArray {
  return stagedArray(operands[index]);
}

/** An operand of a use that takes what a filter leaves as well. */
export function elementsAt({ operands }: ArrayUse, index: number): StagedArray | StagedFilter {
  const operand = operands[index];
  return operand.kind === "filtered" ? operand : stagedArray(operand);
}

/** Indices are u32. */
export const LONGEST = 2 ** 32 - 1;

/** An operand that says how many. @throws ProgramError for a negative number, and for more than columns have */
export function countAt({ operands, at, name }: ArrayUse, index: number, context: StageContext): number {
  const count = Number(hostScalar(operands[index]));
  if (count < 0) context.fail(at, `${name} with a length that is not negative`, String(count));
  if (count > LONGEST) context.fail(at, `${name} with a length of at most ${LONGEST}`, String(count));
  return count;
}

/** @throws ProgramError unless the arrays are equally long */
export function checkLengths(
  { at, name }: ArrayUse,
  arrays: readonly StagedArray[],
  context: StageContext,
): void {
  if (arrays.every(({ length }) => length === arrays[0].length)) return;
  context.fail(
    at,
    `${name} of arrays of one length`,
    `lengths ${arrays.map(({ length }) => length).join(" and ")}`,
  );
}

/** An array over what a frame has gathered. */
export function arrayOfFrame(frame: Frame, element: Staged): StagedArray {
  return { kind: "array", sources: frame.sources, element, length: frame.length };
}

/** Beyond so many sources or operations an element is made, and not computed wherever it is used. */
const MOST_SOURCES = 16;
const MOST_OPERATIONS = 256;

/** Whether an array, or other terms over its sources, has grown beyond what one kernel should compute. */
export function isLarge({ sources, element }: StagedArray, others: readonly Term[] = []): boolean {
  if (sources.length > MOST_SOURCES) return true;
  const open = leavesOf(element).flatMap((leaf) => (leaf.kind === "term" ? [leaf.term] : []));
  open.push(...others);
  const seen = new Set<Term>();
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    if (seen.size > MOST_OPERATIONS) return true;
    open.push(...operandsOf(term));
  }
  return false;
}
