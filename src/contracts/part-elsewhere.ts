import { isOrderFree, iteratedPairwise } from "../expressions/expression.ts";
import { type ColumnContract, derivedContract } from "./column-contract.ts";
import type { FunctionContract } from "./contract.ts";
import { takesAnyTree } from "./takes-any-tree.ts";

/** Why an entry point without the part that a contract needs cannot serve it, and which one can. Undefined where none is needed: any tree may serve for a network's. */
export function partElsewhere(
  contract: ColumnContract | FunctionContract,
): { readonly reason: string; readonly remedy: string } | undefined {
  const { expression } = contract;
  if (isOrderFree(expression)) {
    return {
      reason: "this entry point has no accumulators",
      remedy: 'use the same function of "samebits/sums"',
    };
  }
  if (expression.kind !== "network" || takesAnyTree(contract)) return undefined;
  return {
    reason: "this entry point has no networks",
    remedy: 'use the same function of "samebits/networks"',
  };
}

/** The contracts of a dyadic tree of dyadic trees: of the parts, and of the values that these have. The initial value is the second's. */
export function contractsInTwo(contract: ColumnContract): {
  readonly inner: ColumnContract;
  readonly outer: ColumnContract;
} {
  const expression = iteratedPairwise;
  return {
    inner: derivedContract(contract, { expression, initial: undefined }),
    outer: derivedContract(contract, { expression, types: contract.sums }),
  };
}
