import { emittableTerms } from "../../../codegen/wasm/term.ts";
import { laneBytesOf } from "../../../codegen/wasm/vector-operations.ts";
import { left, operandsOf, right, type Term, withOperands } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { Fold } from "../../primitives.ts";
import type { ColumnRead, Lift } from "../kernels/lifted-elements.ts";

/** Scalars that one kernel may look at: what variances and correlations need, and some. */
export const MOST_SCALARS = 16;

/** Terms over reads and scalars, and which scalars these are. */
export interface FoldLift {
  readonly lift: Lift;
  readonly scalars: readonly number[]; // by place in the lift
  readonly key: string;
}

/** The terms of elements over reads and scalars, where both have lanes as wide as the sum's. */
export function liftOf({ columns }: Fold, given: readonly Term[], sum: ScalarType): FoldLift | undefined {
  const reads: ColumnRead[] = [];
  const scalars: number[] = [];
  const types: ScalarType[] = [];
  const read = (column: number, type: ScalarType): Term => {
    const stored = columns[column];
    const found = reads.findIndex((each) => each.column === column && each.type === type);
    return left(type, found >= 0 ? found : reads.push({ column, stored, type }) - 1);
  };
  const known = new Map<Term, Term>();
  const made = (term: Term): Term => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const fresh = rewritten(term);
    known.set(term, fresh);
    return fresh;
  };
  const rewritten = (term: Term): Term => {
    if (term.kind === "left") return read(term.column, term.type);
    if (term.kind === "right") {
      const found = scalars.indexOf(term.column);
      if (found >= 0) return right(term.type, found);
      types.push(term.type);
      return right(term.type, scalars.push(term.column) - 1);
    }
    if (term.kind === "convert" && term.operand.kind === "left" && isReadAs(term.operand.type, term.type)) {
      return read(term.operand.column, term.type);
    }
    return withOperands(term, operandsOf(term).map(made));
  };
  const hasNumbers = termList(given).nodes.some(
    (node) => node.term.kind === "left" && node.term.column === columns.length,
  );
  if (hasNumbers) return undefined;
  const roots = given.map(made);
  if (scalars.length > MOST_SCALARS) return undefined;
  const widths = [sum, ...reads.map(({ type }) => type), ...types];
  // No single operation: that would look at column 0 on both sides.
  const terms = { ...emittableTerms(widths, roots), single: undefined };
  if (terms.laneBytes === undefined || terms.laneBytes !== laneBytesOf([sum])) return undefined;
  const { nodes, roots: places } = terms.list;
  const text = nodes.map(({ term: node, operands }) => nodeText(node, operands)).join(";");
  const key = `${reads.map(({ column, stored, type }) => `${column}:${stored}:${type}`).join()} ${text} ${places.join()}`;
  return { lift: { terms, reads, scalars: types }, scalars, key };
}

/** Whether a vector of narrower elements, or of integers for which lanes have no conversion, is read as one of doubles or long integers. */
function isReadAs(stored: ScalarType, type: ScalarType): boolean {
  if (stored === "bool") return false;
  if (type === "f64") return stored !== "f64";
  const isLong = type === "i64" || type === "u64";
  return isLong && (stored === "i32" || stored === "u32");
}
