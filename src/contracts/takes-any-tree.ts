// Why: where no tree can change a bit, executors may take the fastest. When that is so is decided here, once for all of them.
import { isOrderFree } from "../expressions/expression.ts";
import type { ColumnContract } from "./column-contract.ts";
import type { FunctionContract } from "./contract.ts";

/**
 * Whether any tree over the elements, in their order, gives the contract's bits: the operator is proved associative, and where the contract's
 * own tree takes its operands in another order, commutative too. Interleaved lanes do that, and a caller's own trees may.
 */
export function takesAnyTree(contract: ColumnContract | FunctionContract): boolean {
  if (contract.kind === "function" || !contract.isAssociative) return false;
  const { kind } = contract.expression;
  return contract.operator.isCommutative || (kind !== "interleaved" && kind !== "custom");
}

/**
 * The operation of a contract that other trees and orders change by rounding only: one sum or one product of floats and nothing else.
 * Undefined for all others.
 *
 * Levels below "everywhere" leave a choice here and nowhere else. Of an operator that is proved associative, and of a sum without an
 * order, no tree changes a bit; for any other it is unknown whether another tree has anything to do with the result, even where it is
 * commutative, as the mean of two is.
 */
export function roundedOperation(
  contract: ColumnContract | FunctionContract,
): "add" | "multiply" | undefined {
  if (contract.kind === "function" || isOrderFree(contract.expression)) return undefined;
  const { operator, sums, terms } = contract;
  if (operator.kind === "record-operator" || (sums[0] !== "f64" && sums[0] !== "f32")) return undefined;
  const [term] = terms;
  if (term.kind !== "binary" || term.first.kind !== "left" || term.second.kind !== "right") return undefined;
  return term.operation === "add" || term.operation === "multiply" ? term.operation : undefined;
}
