import type { Contract } from "./contract.ts";

/**
 * Whether any tree over the elements, in their order, gives the contract's bits: the operator is proved associative, and where the contract's
 * own tree takes its operands in another order, commutative too. Interleaved lanes do that, and a caller's own trees may.
 */
export function takesAnyTree(contract: Contract): boolean {
  if (!isAssociative(contract)) return false;
  const { kind } = contract.expression;
  const mayReorder = kind === "interleaved" || kind === "custom";
  return !mayReorder || (contract.kind !== "function" && contract.operator.isCommutative);
}

function isAssociative(contract: Contract): boolean {
  switch (contract.kind) {
    case "typed":
      return contract.operator.isAssociative(contract.accumulate);
    case "record":
      return contract.operator.isAssociative;
    case "function":
      return false;
    default:
      return contract satisfies never;
  }
}
