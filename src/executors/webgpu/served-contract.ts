import { type ColumnContract, derivedContract } from "../../contracts/column-contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { familyOf } from "./families.ts";

/** The expression in whose place an associative operator is computed: any has the same bits, and this one has the fastest kernels. */
export const SERVING_EXPRESSION = blockDyadic(32);

const known = new WeakMap<ColumnContract, ColumnContract>(); // what is kept of a contract, as its key, is then found again

/**
 * What a plan computes in the place of a contract: the same bits. To a sum without an order an initial value is one more term, wherever it stands; blocks by Sklansky's
 * network of a power of two of wires are dyadic blocks, of any length.
 */
export function servedContract(contract: ColumnContract): ColumnContract {
  const served = known.get(contract) ?? inPlaceOf(contract);
  known.set(contract, served);
  return served;
}

function inPlaceOf(contract: ColumnContract): ColumnContract {
  const { expression, initial } = contract;
  const { sum, standIn } = familyOf(expression);
  if (sum !== undefined && initial !== undefined) {
    return derivedContract(contract, { initial: { ...initial, placement: "outside" } });
  }
  if (takesAnyTree(contract)) return derivedContract(contract, { expression: SERVING_EXPRESSION });
  const other = standIn?.();
  return other === undefined ? contract : derivedContract(contract, { expression: other });
}
