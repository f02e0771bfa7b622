import { operationClosure } from "../../../codegen/operation-closures.ts";
import type { Term } from "../../../operators/term.ts";
import { type TermList, termList } from "../../../operators/term-list.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import { STEP_TEXTS } from "./step-loops.ts";
import type { CellValue, Step } from "./step-types.ts";

/*
 * An operator as one function of two cells, composed of small ones, without code from text.
 *
 * V8 puts a function into its caller where it knows which one is called: by what a call has seen, or by what a closure has captured and never changes.
 * The loop that calls a step has seen one only, and all that the step calls is captured. So the operator stands in its loop as if it had been written
 * there, numbers unboxed, and one text of the loop for each operator is enough.
 */

type Leaf = Extract<Term, { readonly kind: "left" | "right" }>;

/** The step of an operator's terms over columns. */
export function termStep(terms: readonly Term[], columns: readonly ColumnArray[]): Step {
  const list = termList(terms);
  const { roots, nodes } = list;
  const writes = writesOf(list);
  const kept = keptNodes(list, writes);
  const termOf = cellValues(list, columns, kept);
  const steps: Step[] = [];
  for (const [slot, cell] of kept) {
    steps.push(STEP_TEXTS[0].cells[nodes[slot].term.type].keep(cell, termOf(slot, true)));
  }
  for (const column of writes.columns) {
    steps.push(STEP_TEXTS[0].cells[terms[column].type].write(columns[column], termOf(roots[column])));
  }
  return steps.reduceRight((rest, step, k) => STEP_TEXTS[k % 2 === 0 ? 0 : 1].both(step, rest));
}

/** What is written, and which of it has a cell before. */
interface Writes {
  readonly columns: readonly number[]; // in an order in which nothing is written before it is read
  readonly kept: ReadonlySet<number>; // columns that would be
}

/** Of columns that read each other's places one is kept, and so on. */
function writesOf(list: TermList): Writes {
  const { roots } = list;
  const reads = roots.map((root) => readColumns(list, root));
  const waiting = new Set(roots.keys());
  const kept = new Set<number>();
  const columns: number[] = [];
  const isRead = (column: number): boolean =>
    [...waiting].some((other) => other !== column && !kept.has(other) && reads[other].has(column));
  while (waiting.size > 0) {
    const column = [...waiting].find((each) => !isRead(each));
    if (column === undefined) kept.add([...waiting].find((each) => !kept.has(each)) as number);
    else {
      columns.push(column);
      waiting.delete(column);
    }
  }
  return { columns, kept };
}

/** The columns of the right cell that a node reads. */
function readColumns({ nodes }: TermList, root: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const visit = (slot: number): void => {
    if (seen.has(slot)) return;
    seen.add(slot);
    for (const operand of nodes[slot].operands) visit(operand);
  };
  visit(root);
  const leaves = [...seen].map((slot) => nodes[slot].term).filter(({ kind }) => kind === "right");
  return new Set(leaves.map((term) => (term as Leaf).column));
}

/**
 * Nodes with a cell for their value, in the order of the list: operations that are used more than once, columns that are kept, and 64-bit integers that are
 * one of two values.
 *
 * Of these V8 11.3 (Node 20) aborts the process where what is done with them has 64-bit registers: "Phi of kRepTagged (SignedBigInt64) cannot be changed to
 * kRepWord64". What comes out of an array it can tell.
 */
function keptNodes({ nodes, roots }: TermList, { kept }: Writes): ReadonlyMap<number, ColumnArray> {
  const keptRoots = new Set([...kept].map((column) => roots[column]));
  const cells = new Map<number, ColumnArray>();
  nodes.forEach(({ term, operands, uses }, slot) => {
    const isShared = operands.length > 0 && uses > 1;
    if (isShared || keptRoots.has(slot) || isOneOfTwo(term)) cells.set(slot, newColumn(term.type, 1));
  });
  return cells;
}

/** Whether a closure has a branch for a value of 64 bits. */
function isOneOfTwo(term: Term): boolean {
  if (term.type !== "i64" && term.type !== "u64") return false;
  if (term.kind === "binary") return BRANCHES.has(term.operation);
  return (
    term.kind === "select" || term.kind === "convert" || term.kind === "bitcast" || term.kind === "unary"
  );
}

const BRANCHES: ReadonlySet<string> = new Set(["min", "max", "divide", "remainder"]);

/** The value of a node; `isMade` where it is made for its cell and not read from it. Texts take turns: see STEP_TEXTS. */
function cellValues(
  { nodes }: TermList,
  columns: readonly ColumnArray[],
  kept: ReadonlyMap<number, ColumnArray>,
): (slot: number, isMade?: boolean) => CellValue {
  const build = (slot: number, turn: 0 | 1, isMade: boolean): CellValue => {
    const { term, operands } = nodes[slot];
    const texts = STEP_TEXTS[turn];
    const cell = isMade ? undefined : kept.get(slot);
    if (cell !== undefined) return texts.cells[term.type].kept(cell);
    if (term.kind === "constant") return texts.constant(term.value);
    if (term.kind === "left") return texts.cells[term.type].left(columns[term.column]);
    if (term.kind === "right") return texts.cells[term.type].right(columns[term.column]);
    const [first, second, third] = operands.map((operand) => build(operand, turn === 0 ? 1 : 0, false));
    if (term.kind === "select") return texts.select(first, texts.pick(second, third));
    const apply = operationClosure(term);
    return second === undefined
      ? texts.unary(apply as (first: Scalar) => Scalar, first)
      : texts.binary(apply as (first: Scalar, second: Scalar) => Scalar, first, second);
  };
  return (slot, isMade = false) => build(slot, 0, isMade);
}
