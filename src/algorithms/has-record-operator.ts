import type { ContractOptions } from "../contracts/resolve.ts";
import type { RecordOperator } from "../operators/operator.ts";

/** Whether the operator of these options, as yet unchecked, is one over records. */
export function hasRecordOperator(
  options: ContractOptions | undefined,
): options is ContractOptions & { readonly operator: RecordOperator } {
  const operator: unknown = options?.operator;
  return (
    typeof operator === "object" &&
    operator !== null &&
    "kind" in operator &&
    operator.kind === "record-operator"
  );
}
