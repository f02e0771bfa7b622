import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { add, multiply } from "../../operators/built-in.ts";
import { affine } from "../../operators/combinators/affine.ts";
import { ELEMENT_TYPE_FACTS, type ElementType } from "../../values/element-types.ts";
import { done, type Steps } from "../call.ts";
import { resolveColumns } from "../serve.ts";

/** How a recurrence is solved. */
export interface RecurrenceOptions {
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); "left-fold" has the bits of a loop
}

/**
 * The contract of `y[i] = y[i−1]·scale[i] + offset[i]` as a scan of affine maps. What stands before the first element is the constant map
 * to it, or nothing, which begins with zero.
 */
export function affineContract(
  type: ElementType,
  { expression }: RecurrenceOptions,
  before: unknown,
): ColumnContract {
  const one = ELEMENT_TYPE_FACTS[type].isBigInt ? 1n : 1;
  const initial = before === undefined ? undefined : { scale: one, offset: before };
  const placement = initial === undefined ? {} : { initial, initialPlacement: "first" as const };
  return resolveColumns(
    { operator: affine(add, multiply, type), expression, ...placement },
    "inclusive-scan",
  );
}

/** The solution of a recurrence. */
export function* affineSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  scale: Vector,
  offset: Vector,
): Steps<Vector> {
  const [, solution] = yield* done(on.scan(contract, "inclusive-scan", [scale, offset]));
  return solution;
}
