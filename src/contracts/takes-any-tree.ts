import type { Contract } from "./contract.ts";

/**
 * Whether any tree over the elements, in their order, gives the contract's bits: the operator is proved associative, and where the contract's
 * own tree takes its operands in another order, commutative too. Interleaved lanes do that, and a caller's own trees may.
 */
export function takesAnyTree(contract: Contract): boolean {
  if (contract.kind === "function") return false;
  const { kind } = contract.expression;
  const isAssociative =
    contract.kind === "record"
      ? contract.operator.isAssociative
      : contract.operator.isAssociative(contract.accumulate);
  return isAssociative && (contract.operator.isCommutative || (kind !== "interleaved" && kind !== "custom"));
}
