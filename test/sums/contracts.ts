import { contractOf } from "../../src/conformance/contract-of.ts";
import { columnContract } from "../../src/contracts/column-contract.ts";
import type { ElementContract } from "../../src/contracts/contract.ts";
import { type AwaitedElementPlan, awaitedElementPlan, type Executor } from "../../src/executors/executor.ts";
import { binned, exact, type OrderFreeExpression } from "../../src/expressions/expression.ts";
import { printExpression } from "../../src/expressions/print.ts";
import { add } from "../../src/operators/built-in.ts";
import type { ElementArray, Scalar } from "../../src/values/element-types.ts";
import { binnedSum } from "./oracle/binned.ts";
import { exactSum } from "./oracle/exact.ts";
import type { Float } from "./oracle/format.ts";

/** Every sum that no order changes. */
export const ORDER_FREE = [exact, binned(2), binned(3), binned(4)] as readonly OrderFreeExpression[];

/** An expression in a type, by its name. */
export interface Setting {
  readonly name: string; // "exact f64"
  readonly expression: OrderFreeExpression;
  readonly type: Float;
}

export const SETTINGS: readonly Setting[] = ORDER_FREE.flatMap((expression) =>
  (["f64", "f32"] as const).map((type) => ({
    name: `${printExpression(expression)} ${type}`,
    expression,
    type,
  })),
);

/** The contract of a setting. */
export function contractFor(
  { expression, type }: Setting,
  given: Partial<ElementContract> = {},
): ElementContract {
  return contractOf({ operator: add, type, expression, ...given });
}

/** An executor's plan of a setting, over single elements. */
export function planOn(
  executor: Executor,
  setting: Setting,
  given: Partial<ElementContract> = {},
): AwaitedElementPlan {
  return awaitedElementPlan(executor.plan(columnContract(contractFor(setting, given))));
}

/** Terms as an input. */
export function inputOf(type: Float, terms: Iterable<number>): Float64Array | Float32Array {
  return type === "f64" ? Float64Array.from(terms) : Float32Array.from(terms);
}

/** An output as a list of numbers. */
export function numbersOf(output: ElementArray): readonly number[] {
  return Array.from(output as ArrayLike<Scalar>, Number);
}

/** What the oracle says. */
export function oracleSum({ expression, type }: Setting, terms: Iterable<number>): number {
  return expression.kind === "exact" ? exactSum(type, terms) : binnedSum(type, expression.fold, terms);
}

/** What the oracle says of every prefix. */
export function oraclePrefixes(setting: Setting, terms: readonly number[]): readonly number[] {
  return terms.map((_, i) => oracleSum(setting, terms.slice(0, i + 1)));
}
