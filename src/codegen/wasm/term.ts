// Terms as WebAssembly, each distinct subterm once, for one value or for the lanes of a vector.

import type { Term } from "../../operators/term.ts";
import { type TermList, termList } from "../../operators/term-list.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { type Code, get, i32Const, instruction, type Local, select, tee } from "./code.ts";
import {
  type NewLocal,
  scalarBinary,
  scalarBitcast,
  scalarConst,
  scalarConvert,
  scalarUnary,
  valueTypeOf,
} from "./scalar-operations.ts";
import {
  hasLaneForm,
  type LaneBytes,
  laneBinary,
  laneBitcast,
  laneBytesOf,
  laneConvert,
  laneSelect,
  laneUnary,
  splatConst,
} from "./vector-operations.ts";

/** On single elements, or on lanes of so many bytes. */
export type Shape = "scalar" | LaneBytes;

/** The terms of an operator, ready to be emitted any number of times. */
export interface EmittableTerms {
  readonly columns: readonly ScalarType[];
  readonly list: TermList;
  readonly laneBytes: LaneBytes | undefined; // of the lanes on which all terms can run; undefined where they cannot
  readonly single: Extract<Term, { readonly kind: "binary" }> | undefined; // where that is all: left operand, operation, right operand
  readonly isMarked?: true; // `i32.const k`, `drop` after the code of node k, for those who read a listing
}

/** See EmittableTerms. */
export function emittableTerms(columns: readonly ScalarType[], terms: readonly Term[]): EmittableTerms {
  const list = termList(terms);
  const laneBytes = laneBytesOf(columns);
  const hasLanes = laneBytes !== undefined && list.nodes.every(({ term }) => hasLaneForm(term, laneBytes));
  const [only] = terms;
  const isSingle =
    terms.length === 1 &&
    only.kind === "binary" &&
    only.first.kind === "left" &&
    only.second.kind === "right";
  return { columns, list, laneBytes: hasLanes ? laneBytes : undefined, single: isSingle ? only : undefined };
}

/**
 * Code that pushes `combine(left, right)`, column by column. Operands are codes by column that may be evaluated more than once and
 * do not use the locals lent by `newLocal`: locals, loads, constants.
 */
export function emitTerms(
  { list, single, isMarked }: EmittableTerms,
  shape: Shape,
  left: readonly Code[],
  right: readonly Code[],
  newLocal: NewLocal,
): Code {
  if (single !== undefined) {
    // One operation, which most operators are: no bookkeeping for a kernel that holds hundreds of them.
    const { operation, first, second } = single;
    return shape === "scalar"
      ? scalarBinary(operation, first.type, left[0], right[0], newLocal)
      : laneBinary(operation, first.type, left[0], right[0], second, newLocal);
  }
  const kept = new Map<number, Local>();
  const marked = (place: number, code: Code): Code =>
    isMarked && !isLocal(code) ? [code, instruction(0x1a, i32Const(place))] : code;
  const build = (place: number): Code => {
    const local = kept.get(place);
    if (local !== undefined) return get(local);
    const { term, uses } = list.nodes[place];
    const code = emitNode(place);
    if (uses < 2 || term.kind === "constant" || isLocal(code)) return marked(place, code);
    const fresh = newLocal(shape === "scalar" ? valueTypeOf(term.type) : "v128");
    kept.set(place, fresh);
    return marked(place, tee(fresh, code));
  };
  const emitNode = (place: number): Code => {
    const { term, operands } = list.nodes[place];
    if (term.kind === "left") return left[term.column];
    if (term.kind === "right") return right[term.column];
    // Built in the order in which they will run, so that the first use of a shared operand keeps it for the others: select comes last.
    const [head, ...others] = operands;
    const runs = term.kind === "select" ? [...others, head] : operands;
    const codes = runs.map(build);
    return shape === "scalar" ? scalarNode(term, codes, newLocal) : laneNode(term, codes, shape, newLocal);
  };
  return list.roots.map(build);
}

/** `codes` are of the operands, a select's condition last. */
function scalarNode(term: Term, codes: readonly Code[], newLocal: NewLocal): Code {
  switch (term.kind) {
    case "constant":
      return scalarConst(term.type, term.value);
    case "unary":
      return scalarUnary(term.operation, term.type, codes[0], newLocal);
    case "binary":
      return scalarBinary(term.operation, term.first.type, codes[0], codes[1], newLocal);
    case "select":
      return select(codes[0], codes[1], codes[2]);
    case "convert":
      return scalarConvert(term.operand.type, term.type, codes[0]);
    case "bitcast":
      return scalarBitcast(term.operand.type, term.type, codes[0], newLocal);
    default:
      return [];
  }
}

function laneNode(term: Term, codes: readonly Code[], laneBytes: LaneBytes, newLocal: NewLocal): Code {
  switch (term.kind) {
    case "constant":
      return splatConst(term.type, term.value, laneBytes);
    case "unary":
      return laneUnary(term.operation, term.type, codes[0]);
    case "binary":
      return laneBinary(term.operation, term.first.type, codes[0], codes[1], term.second, newLocal);
    case "select":
      return laneSelect(codes[0], codes[1], codes[2]);
    case "convert":
      return laneConvert(term.operand.type, term.type, codes[0], laneBytes);
    case "bitcast":
      return laneBitcast(term.operand.type, codes[0], laneBytes, newLocal);
    default:
      return [];
  }
}

/** Whether code is a mere look at a local. */
function isLocal(code: Code): boolean {
  return typeof code !== "number" && code.length === 2 && code[0] === 0x20;
}
