import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { Refusal, Request } from "../executor.ts";
import { familyOf } from "./families.ts";
import type { TileLimits } from "./kernels/tile-shape.ts";
import { wordCount } from "./kernels/value.wgsl.ts";
import { servedContract } from "./served-contract.ts";

/** Buffers that kernels bind beside the columns: parameters and state. */
const OTHER_BINDINGS = 2;

/** What every device has. */
const FEWEST_BINDINGS = 8;

/** Why a device of these limits cannot serve a request, and who can. */
export function refusalOf({ contract, observation }: Request, limits: TileLimits): Refusal | undefined {
  if (contract.kind === "function") {
    return {
      reason: "a plain function cannot be sent to a GPU",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  familyOf(contract.expression).check?.();
  const served = servedContract(contract);
  return tooManyColumns(served, limits.bindings) ?? refusedExpression(served, observation, limits);
}

function tooManyColumns(
  { types, sums, expression }: ColumnContract,
  bindings = FEWEST_BINDINGS,
): Refusal | undefined {
  const table = familyOf(expression).hasTable === true ? 1 : 0;
  const needed = types.length + sums.length + OTHER_BINDINGS + table;
  if (needed <= bindings) return undefined;
  return {
    reason: `${types.length} columns, in and out, need ${needed} storage buffers in one kernel, and this device binds ${bindings}`,
    remedy: 'use the wasm executor ("samebits") or the workers ("samebits/workers")',
  };
}

function refusedExpression(
  { expression, sums }: ColumnContract,
  observation: Observation,
  limits: TileLimits,
): Refusal | undefined {
  const { serves, refusal, unfit } = familyOf(expression);
  return serves.includes(observation) ? unfit?.(wordCount(sums), limits) : refusal;
}
