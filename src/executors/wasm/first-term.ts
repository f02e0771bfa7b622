import type { ColumnContract } from "../../contracts/column-contract.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { Row } from "../../values/value-types.ts";

/** The initial value by column where it is the first element of the sequence: if it is placed so, and in a sum without an order. */
export function firstTermOf(contract: ColumnContract): Row | undefined {
  const { initial, expression } = contract;
  if (initial === undefined || (initial.placement !== "first" && !isOrderFree(expression))) return undefined;
  return initial.value;
}
