import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { Scalar } from "../../values/element-types.ts";

/** The initial value by column where it is the first element of the sequence: if it is placed so, and in a sum without an order. */
export function firstTermOf(contract: TypedContract | RecordContract): readonly Scalar[] | undefined {
  const { initial, expression } = contract;
  if (initial === undefined || (initial.placement !== "first" && !isOrderFree(expression))) return undefined;
  return contract.kind === "record" ? contract.initial?.value : [initial.value as Scalar];
}
