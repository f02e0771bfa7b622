import { type Apply, operationClosure } from "../../../codegen/operation-closures.ts";
import type { Term } from "../../../operators/term.ts";
import { type TermNode, termList } from "../../../operators/term-list.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { ColumnRun } from "./loop-types.ts";
import { MAP_LOOPS, SELECT_LOOPS, UNARY_LOOPS } from "./map-loops.ts";
import { wordLoop } from "./word-loops.ts";

/*
 * Terms as operations on columns, one after the other: each distinct subterm has a slot, which holds a column.
 *
 *     leaf:      the caller's column
 *     constant:  a column full of it
 *     operation: a column for what it gives, by a loop of its operation and type where there is one, else by its closure for each element
 */

/** One operation over slots. Operands that it lacks are the first, and it ignores them. */
interface ColumnStep {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly output: number;
  readonly run: ColumnRun;
}

/** A leaf of the terms, and its slot. */
interface Leaf {
  readonly slot: number;
  readonly side: "left" | "right";
  readonly column: number;
}

interface ColumnProgram {
  readonly nodes: readonly TermNode[]; // by slot
  readonly roots: readonly number[]; // the slot of each term
  readonly leaves: readonly Leaf[];
  readonly steps: readonly ColumnStep[];
}

export function columnProgram(terms: readonly Term[]): ColumnProgram {
  const { nodes, roots } = termList(terms);
  const leaves: Leaf[] = [];
  const steps: ColumnStep[] = [];
  nodes.forEach(({ term, operands }, slot) => {
    if (term.kind === "left" || term.kind === "right") {
      leaves.push({ slot, side: term.kind, column: term.column });
      return;
    }
    if (term.kind === "constant") return;
    const [first, second = first, third = first] = operands;
    steps.push({ first, second, third, output: slot, run: runOf(term) });
  });
  return { nodes, roots, leaves, steps };
}

/** A column for each slot but those of leaves, which are undefined. */
export function newSlots({ nodes }: ColumnProgram, length: number): readonly (ColumnArray | undefined)[] {
  return nodes.map(({ term }) => {
    if (term.kind === "left" || term.kind === "right") return undefined;
    const column = newColumn(term.type, length);
    return term.kind === "constant" ? column.fill(term.value as never) : column;
  });
}

function runOf(term: Term): ColumnRun {
  if (term.kind === "select") {
    const select = SELECT_LOOPS[term.type];
    return (first, second, third, output) => select.run(first, second, third, output);
  }
  const unary = term.kind === "unary" ? UNARY_LOOPS[term.operation]?.[term.type] : undefined;
  if (unary !== undefined) return (first, _, __, output) => unary.run(first, output);
  const loop = term.kind === "binary" ? MAP_LOOPS[term.operation]?.[term.first.type] : undefined;
  if (loop !== undefined) return (first, second, _, output) => loop.run(first, second, output);
  return wordLoop(term) ?? closureRun(operationClosure(term));
}

/** For each element a call. */
function closureRun(apply: Apply): ColumnRun {
  return (first, second, third, output) => {
    const values = output as ArrayLike<unknown> as Scalar[];
    for (let i = 0; i < output.length; i++) values[i] = apply(first[i], second[i], third[i]);
  };
}
