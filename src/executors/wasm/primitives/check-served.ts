import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { WasmParts } from "./parts.ts";

/** That a primitive serves a contract: callers that know theirs only when they run have not asked before. @throws UnsupportedError before anything has run */
export function checkServed(
  { executor }: Pick<WasmParts, "executor">,
  asked: string,
  contract: ColumnContract,
  observation: Observation,
): void {
  const refused = executor.refusal({ contract, observation, allowQuadratic: false });
  if (refused === undefined) return;
  const subject = `${asked} of ${contract.operator.name} by ${printExpression(contract.expression)}`;
  throw new UnsupportedError(`${subject} on executor "${executor.name}"`, refused.reason, refused.remedy);
}
