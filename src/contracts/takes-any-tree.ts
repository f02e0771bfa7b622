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
