// What a device serves, and in which place: refusals before anything runs, and the contract with the same bits whose kernels are faster.

import { NO_DOUBLE_FUNCTIONS } from "../../codegen/wgsl/operation-text.ts";
import { type ColumnContract, derivedContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import { unaskedQuadratic } from "../../contracts/quadratic-scan.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { someElementaryFunction } from "../../operators/elementary-terms.ts";
import type { Term } from "../../operators/term.ts";
import { UnsupportedError } from "../../values/errors.ts";
import type { Refusal, Request } from "../executor.ts";
import { NEEDED_LIMITS } from "./device/device-facts.ts";
import { EXECUTOR_NAME } from "./device/gpu-core.ts";
import { cellBracket } from "./families/cell-bracket.ts";
import { familyOf } from "./families.ts";
import type { TileLimits } from "./kernels/tile-shape.ts";
import { FIRST_COLUMN, wordCount } from "./kernels/value.wgsl.ts";
import { deviceType } from "./memory/buffers.ts";
import type { Machine } from "./primitives/machine.ts";
import { tileLimits } from "./setting.ts";

/** What serves where a device does not. */
export const ELSEWHERE = 'use the wasm executor ("samebits") or the workers ("samebits/workers")';

/** The expression in whose place an associative operator is computed: any has the same bits, and this one has the fastest kernels. */
export const SERVING_EXPRESSION = blockDyadic(32);

const known = new WeakMap<ColumnContract, ColumnContract>(); // what is kept of a contract, as its key, is then found again

/**
 * What a plan computes in the place of a contract: the same bits. Narrow elements are widened on their way to the device. To a sum without an order an initial value is one more term, wherever it stands; blocks by Sklansky's
 * network of a power of two of wires are dyadic blocks, of any length.
 */
export function servedContract(contract: ColumnContract): ColumnContract {
  const served = known.get(contract) ?? inPlaceOf(contract);
  known.set(contract, served);
  return served;
}

function inPlaceOf(given: ColumnContract): ColumnContract {
  const types = given.types.map(deviceType);
  const isOnDevice = types.every((type, i) => type === given.types[i]);
  const contract = isOnDevice ? given : derivedContract(given, { types });
  const { expression, initial } = contract;
  const { sum, standIn } = familyOf(expression);
  if (sum !== undefined && initial !== undefined) {
    return derivedContract(contract, { initial: { ...initial, placement: "outside" } });
  }
  if (takesAnyTree(contract)) return derivedContract(contract, { expression: SERVING_EXPRESSION });
  const other = standIn?.();
  return other === undefined ? contract : derivedContract(contract, { expression: other });
}

/** Why a device of these limits cannot serve a request, and who can. */
export function refusalOf(request: Request, limits: TileLimits): Refusal | undefined {
  const { contract, observation, product } = request;
  if (contract.kind === "function") {
    return {
      reason: "a plain function cannot be sent to a GPU",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  familyOf(contract.expression).check?.();
  const served = servedContract(contract);
  const terms = product === undefined ? served.terms : [...served.terms, product];
  const called = someElementaryFunction(terms, "f64");
  if (called !== undefined) {
    const { reason, remedy } = NO_DOUBLE_FUNCTIONS;
    return { reason: `the operator calls ${called} of f64: ${reason}`, remedy };
  }
  // A chain in each of many threads is as parallel as a tree.
  if (product !== undefined && cellBracket(served, Number.POSITIVE_INFINITY) !== undefined) return undefined;
  return (
    tooManyColumns(served, limits.bindings) ??
    refusedExpression(served, observation, limits) ??
    unaskedQuadratic({ ...request, contract: served })
  );
}

function tooManyColumns(
  { types, sums, expression }: ColumnContract,
  bindings: number = NEEDED_LIMITS.maxStorageBuffersPerShaderStage,
): Refusal | undefined {
  const table = familyOf(expression).hasTable === true ? 1 : 0;
  const needed = FIRST_COLUMN + types.length + sums.length + table;
  if (needed <= bindings) return undefined;
  return {
    reason: `${types.length} columns, in and out, need ${needed} storage buffers in one kernel, and this device binds ${bindings}`,
    remedy: ELSEWHERE,
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

/** That there are kernels for a fold: callers that know their contract only when they run have not asked before. @throws UnsupportedError before anything is recorded */
export function checkServed({ device }: Machine, contract: ColumnContract, observation: Observation): void {
  const refused = refusalOf({ contract, observation, allowQuadratic: false }, tileLimits(device));
  if (refused === undefined) return;
  const subject = `${observation} of ${contract.operator.name} by ${printExpression(contract.expression)}`;
  throw new UnsupportedError(`${subject} on executor "${EXECUTOR_NAME}"`, refused.reason, refused.remedy);
}

/** That there is WGSL for terms which no contract has. @throws UnsupportedError before anything is recorded */
export function checkTermsServed(terms: readonly Term[]): void {
  const called = someElementaryFunction(terms, "f64");
  if (called === undefined) return;
  const { reason, remedy } = NO_DOUBLE_FUNCTIONS;
  throw new UnsupportedError(`${called} of f64 on executor "${EXECUTOR_NAME}"`, reason, remedy);
}
