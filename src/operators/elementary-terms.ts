import {
  type BinaryFunction,
  type FloatType,
  isBinaryFunction,
  isUnaryFunction,
  type UnaryFunction,
} from "../elementary/names.ts";
import type { Term } from "./term.ts";
import { termList } from "./term-list.ts";

/** The elementary function that a node is an application of; undefined for all other nodes. */
export function elementaryFunctionOf(term: Term): UnaryFunction | BinaryFunction | undefined {
  if (term.kind === "unary" && isUnaryFunction(term.operation)) return term.operation;
  return term.kind === "binary" && isBinaryFunction(term.operation) ? term.operation : undefined;
}

/** An elementary function that terms apply somewhere, of floats of one type or of any; undefined where they apply none. */
export function someElementaryFunction(
  terms: readonly Term[],
  type?: FloatType,
): UnaryFunction | BinaryFunction | undefined {
  for (const { term } of termList(terms).nodes) {
    const found = elementaryFunctionOf(term);
    if (found !== undefined && (type === undefined || term.type === type)) return found;
  }
  return undefined;
}
