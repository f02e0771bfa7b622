import { iteratedPairwise } from "../expressions/expression.ts";
import { type ColumnContract, derivedContract } from "./column-contract.ts";

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
