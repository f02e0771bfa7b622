import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { EXECUTOR_NAME } from "../device/gpu-core.ts";
import { tileLimits } from "../gpu-setting.ts";
import { refusalOf } from "../refusal.ts";
import type { Machine } from "./machine.ts";

/** That there are kernels for a fold: callers that know their contract only when they run have not asked before. @throws UnsupportedError before anything is recorded */
export function checkServed({ device }: Machine, contract: ColumnContract, observation: Observation): void {
  const refused = refusalOf({ contract, observation, allowQuadratic: false }, tileLimits(device));
  if (refused === undefined) return;
  const subject = `${observation} of ${contract.operator.name} by ${printExpression(contract.expression)}`;
  throw new UnsupportedError(`${subject} on executor "${EXECUTOR_NAME}"`, refused.reason, refused.remedy);
}
