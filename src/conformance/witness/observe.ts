import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import { type AwaitedElementPlan, awaitedElementPlan, type Executor } from "../../executors/executor.ts";
import type { Expression } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { hashBytes } from "../../values/hash.ts";
import { type ColumnArray, type Columns, newColumn, type Row } from "../../values/value-types.ts";
import { compareRecords } from "../compare.ts";
import { columnContractOf } from "../contract-of.ts";

/** One contract on one input. */
export interface Asked {
  readonly contract: ColumnContract;
  readonly observation: "reduce" | "inclusive-scan";
  readonly input: Columns;
}

/** What an executor made of a request. */
export type Outcome =
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "skipped" } // not asked
  | { readonly kind: "failed"; readonly message: string } // it threw
  | {
      readonly kind: "served";
      readonly hash: string; // of the scan, or of the reduce as an array of one, column after column, bits as they stand
      readonly lastIsReduce: boolean;
    };

/** Lets an executor scan (or only reduce) an input of its own, and hashes what comes; whatever it throws is an outcome. */
export async function observe(executor: Executor, asked: Asked): Promise<Outcome> {
  try {
    const { contract, observation, input } = asked;
    const refusal = executor.refusal({ contract, observation, allowQuadratic: false });
    if (refusal !== undefined) return { kind: "refused", message: `${refusal.reason}; ${refusal.remedy}` };
    return await observeServed(executor, { ...asked, input: input.map((column) => column.slice()) });
  } catch (error) {
    return { kind: "failed", message: String(error) };
  }
}

async function observeServed(executor: Executor, { contract, observation, input }: Asked): Promise<Outcome> {
  const plan = executor.plan(contract);
  const reduced = await plan.reduce(input);
  const values = observation === "reduce" ? alone(contract, reduced) : await plan.inclusiveScan(input);
  const last = values.map((column) => column[column.length - 1]);
  const lastIsReduce = compareRecords(contract.columns, reduced, last) === undefined;
  return { kind: "served", hash: hashOfBits(...values), lastIsReduce };
}

/** A value as columns of one element. */
export function alone({ sums }: ColumnContract, row: Row): Columns {
  return sums.map((type, index) => {
    const column = newColumn(type, 1);
    column[0] = row[index] as never;
    return column;
  });
}

/** The hash of the bytes of one array after the other as they stand, so that a NaN that is not canonical shows. */
export function hashOfBits(...arrays: readonly ColumnArray[]): string {
  const bytes = new Uint8Array(arrays.reduce((sum, array) => sum + array.byteLength, 0));
  let offset = 0;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += array.byteLength;
  }
  return hashBytes(bytes);
}

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
