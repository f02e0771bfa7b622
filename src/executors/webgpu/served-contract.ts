import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { blockDyadic, isOrderFree } from "../../expressions/expression.ts";
import { isSklansky } from "./network/is-sklansky.ts";

/** The expression in whose place an associative operator is computed: any has the same bits, and this one has the fastest kernels. */
export const SERVING_EXPRESSION = blockDyadic(32);

/**
 * What a plan computes in the place of a contract: the same bits. To a sum without an order an initial value is one more term, wherever it stands; blocks by Sklansky's
 * network of a power of two of wires are dyadic blocks, of any length.
 */
export function servedContract<Served extends TypedContract | RecordContract>(contract: Served): Served {
  const { expression, initial } = contract;
  if (isOrderFree(expression) && initial !== undefined) {
    return { ...contract, initial: { ...initial, placement: "outside" } };
  }
  if (takesAnyTree(contract)) return { ...contract, expression: SERVING_EXPRESSION };
  if (expression.kind !== "network" || !isSklansky(expression.network)) return contract;
  return { ...contract, expression: blockDyadic(expression.network.width) };
}
