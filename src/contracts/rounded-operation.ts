import { isOrderFree } from "../expressions/expression.ts";
import type { Contract } from "./contract.ts";

/**
 * The operation of a contract that other trees and orders change by rounding only: one sum or one product of floats and nothing else.
 * Undefined for all others.
 *
 * Levels below "everywhere" leave a choice here and nowhere else. Of an operator that is proved associative, and of a sum without an
 * order, no tree changes a bit; of any other nobody knows that another tree has anything to do with the result, even where it is
 * commutative, as the mean of two is.
 */
export function roundedOperation(contract: Contract): "add" | "multiply" | undefined {
  if (contract.kind !== "typed" || isOrderFree(contract.expression)) return undefined;
  const { operator, accumulate } = contract;
  if (accumulate !== "f64" && accumulate !== "f32") return undefined;
  const term = operator.term(accumulate);
  if (term.kind !== "binary" || term.first.kind !== "left" || term.second.kind !== "right") return undefined;
  return term.operation === "add" || term.operation === "multiply" ? term.operation : undefined;
}
