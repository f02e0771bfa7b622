import { type Apply, operationClosure } from "../../../codegen/operation-closures.ts";
import type { Term } from "../../../operators/term.ts";
import { type TermNode, termList } from "../../../operators/term-list.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, newColumn } from "../../../values/value-types.ts";
import { MAP_LOOPS } from "../typed/map-loops.ts";
import { canonicalise } from "../typed/stage.ts";

/*
 * Terms over columns, one operation after the other over a chunk of elements:
 *
 *     each leaf of the list of terms is a column; each other node has a column of a chunk's length for what it gives
 *     for each chunk, for each node: a loop of its operation and type where there is one, else its closure for each element
 */

/** Elements of a chunk: the columns of a term of some operations lie in the first-level cache. */
const CHUNK_LENGTH = 1024;

/** What computes a node's column of the columns of its operands. */
type Run = (operands: readonly ColumnArray[], output: ColumnArray) => void;

/** `out_k[i] = terms[k]` over the elements at i; NaNs are canonical. */
export function mapColumns(terms: readonly Term[], left: Columns, right: Columns, length: number): Columns {
  const { nodes, roots } = termList(terms);
  const output = terms.map(({ type }) => newColumn(type, length));
  const chunkLength = Math.min(length, CHUNK_LENGTH);
  const own = nodes.map(({ term }) => ownColumn(term, chunkLength));
  const runs = nodes.map(runOf);
  for (let start = 0; start < length; start += chunkLength) {
    const end = Math.min(length, start + chunkLength);
    const columns: ColumnArray[] = [];
    nodes.forEach(({ term, operands }, node) => {
      const column = own[node];
      if (column === undefined) {
        const { kind, column: given } = term as Extract<Term, { kind: "left" | "right" }>;
        columns.push((kind === "left" ? left : right)[given].subarray(start, end));
        return;
      }
      columns.push(column.subarray(0, end - start));
      runs[node]?.(
        operands.map((operand) => columns[operand]),
        columns[node],
      );
    });
    roots.forEach((root, k) => {
      (output[k] as Uint8Array).set(columns[root] as Uint8Array, start);
    });
  }
  terms.forEach(({ type }, k) => {
    if (type === "f64" || type === "f32") canonicalise(output[k], 0, length);
  });
  return output;
}

/** A column for what a node gives, full of it where it is a constant; undefined for a leaf, which has the caller's. */
function ownColumn(term: Term, length: number): ColumnArray | undefined {
  if (term.kind === "left" || term.kind === "right") return undefined;
  const column = newColumn(term.type, length);
  return term.kind === "constant" ? column.fill(term.value as never) : column;
}

function runOf({ term }: TermNode): Run | undefined {
  if (term.kind === "left" || term.kind === "right" || term.kind === "constant") return undefined;
  const loop = term.kind === "binary" ? MAP_LOOPS[term.operation]?.[term.first.type] : undefined;
  if (loop !== undefined) return ([first, second], output) => loop.run(first, second, output);
  return closureRun(operationClosure(term));
}

/** For each element a call; operands that an operation lacks are the first, and it ignores them. */
function closureRun(apply: Apply): Run {
  return ([first, second = first, third = first], output) => {
    const slots = output as ArrayLike<unknown> as Scalar[];
    for (let i = 0; i < output.length; i++) slots[i] = apply(first[i], second[i], third[i]);
  };
}
