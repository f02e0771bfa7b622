import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Executor } from "../../executors/executor.ts";
import { type ElementArray, newElementArray, type Scalar } from "../../values/element-types.ts";
import { hashBytes } from "../../values/hash.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import { compareScalars } from "../compare.ts";
import { compareRecords } from "../compare-columns.ts";

/** One contract on one input. */
export type Asked =
  | {
      readonly kind: "elements";
      readonly contract: TypedContract;
      readonly observation: "reduce" | "inclusive-scan";
      readonly input: ElementArray;
    }
  | {
      readonly kind: "records";
      readonly contract: RecordContract;
      readonly observation: "reduce" | "inclusive-scan";
      readonly input: readonly ColumnArray[];
    };

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
    const { contract, observation } = asked;
    const refusal = executor.refusal({ contract, observation, allowQuadratic: false });
    if (refusal !== undefined) return { kind: "refused", message: `${refusal.reason}; ${refusal.remedy}` };
    return asked.kind === "elements"
      ? await observeElements(executor, { ...asked, input: asked.input.slice() })
      : await observeRecords(executor, { ...asked, input: asked.input.map((column) => column.slice()) });
  } catch (error) {
    return { kind: "failed", message: String(error) };
  }
}

async function observeElements(
  executor: Executor,
  { contract, observation, input }: Extract<Asked, { kind: "elements" }>,
): Promise<Outcome> {
  const plan = executor.plan(contract);
  const reduced = await plan.reduce(input);
  const values = observation === "reduce" ? alone(contract, reduced) : await plan.inclusiveScan(input);
  const last = values[values.length - 1];
  const lastIsReduce = compareScalars(contract.accumulate, reduced, last) === undefined;
  return { kind: "served", hash: hashOfBits(values), lastIsReduce };
}

async function observeRecords(
  executor: Executor,
  { contract, observation, input }: Extract<Asked, { kind: "records" }>,
): Promise<Outcome> {
  const plan = executor.planRecords?.(contract);
  if (plan === undefined) return { kind: "failed", message: "it neither refuses records nor plans them" };
  const reduced = await plan.reduce(input);
  const values =
    observation === "reduce" ? aloneInColumns(contract, reduced) : await plan.inclusiveScan(input);
  const last = values.map((column) => column[column.length - 1]);
  const lastIsReduce = compareRecords(contract.operator.columns, reduced, last) === undefined;
  return { kind: "served", hash: hashOfBits(...values), lastIsReduce };
}

/** A value as an array of one element. */
export function alone({ accumulate }: TypedContract, value: Scalar): ElementArray {
  const array = newElementArray(accumulate, 1);
  array[0] = value as never;
  return array;
}

/** The same by column. */
export function aloneInColumns(
  { operator }: RecordContract,
  value: readonly Scalar[],
): readonly ColumnArray[] {
  return operator.columns.map(({ type }, index) => {
    const column = newColumn(type, 1);
    column[0] = value[index] as never;
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
