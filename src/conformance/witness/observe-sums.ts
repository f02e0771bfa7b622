import type { Observation } from "../../contracts/contract.ts";
import { type AwaitedElementPlan, awaitedElementPlan, type Executor } from "../../executors/executor.ts";
import type { Expression } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { columnContractOf } from "../contract-of.ts";

/** What an executor gives for an observation, or why there is nothing: it refuses, which is its right, or fails. */
export type Observed<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "refused" | "failed"; readonly reason: string };

/** The f64 sum of an input: all inclusive prefixes, and the reduce. */
export interface ObservedSums {
  readonly scan: Observed<Float64Array>;
  readonly reduce: Observed<number>;
}

/** Sums an input by an expression on an executor. Either observation is refused or fails by itself. */
export async function observeSums(
  executor: Executor,
  expression: Expression,
  input: Float64Array,
): Promise<ObservedSums> {
  const contract = columnContractOf({ operator: add, type: "f64", expression });
  const observe = async <Value>(
    observation: Observation,
    run: (plan: AwaitedElementPlan) => unknown,
  ): Promise<Observed<Value>> => {
    try {
      const refusal = executor.refusal({ contract, observation, allowQuadratic: false });
      if (refusal !== undefined) return { kind: "refused", reason: refusal.reason };
      return { kind: "value", value: (await run(awaitedElementPlan(executor.plan(contract)))) as Value };
    } catch (error) {
      return { kind: "failed", reason: String(error) };
    }
  };
  return {
    scan: await observe<Float64Array>("inclusive-scan", (plan) => plan.inclusiveScan(input)),
    reduce: await observe<number>("reduce", (plan) => plan.reduce(input)),
  };
}

/** What becomes of an observation's value; nothing for a missing value. */
export function mapObserved<From, To>(observed: Observed<From>, map: (value: From) => To): Observed<To> {
  return observed.kind === "value" ? { kind: "value", value: map(observed.value) } : observed;
}
