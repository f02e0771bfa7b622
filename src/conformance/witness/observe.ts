import type { TypedContract } from "../../contracts/contract.ts";
import type { Executor } from "../../executors/executor.ts";
import { type ElementArray, newElementArray } from "../../values/element-types.ts";
import { hashBytes } from "../../values/hash.ts";
import { compareScalars } from "../compare.ts";

/** What an executor made of a request. */
export type Outcome =
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string } // it threw
  | {
      readonly kind: "served";
      readonly hash: string; // of the scan, or of the reduce as an array of one, bits as they stand
      readonly lastIsReduce: boolean;
    };

/** Lets an executor scan (or only reduce) an input, and hashes what comes; whatever it throws is an outcome. */
export async function observe(
  executor: Executor,
  contract: TypedContract,
  observation: "reduce" | "inclusive-scan",
  input: ElementArray,
): Promise<Outcome> {
  try {
    const refusal = executor.refusal({ contract, observation, allowQuadratic: false });
    if (refusal !== undefined) return { kind: "refused", message: `${refusal.reason}; ${refusal.remedy}` };
    const plan = executor.plan(contract);
    const reduced = await plan.reduce(input);
    const values = observation === "reduce" ? alone(contract, reduced) : await plan.inclusiveScan(input);
    const last = values[values.length - 1];
    const lastIsReduce = compareScalars(contract.accumulate, reduced, last) === undefined;
    return { kind: "served", hash: hashOfBits(values), lastIsReduce };
  } catch (error) {
    return { kind: "failed", message: String(error) };
  }
}

/** A value as an array of one element. */
export function alone({ accumulate }: TypedContract, value: number | bigint): ElementArray {
  const array = newElementArray(accumulate, 1);
  array[0] = value as never;
  return array;
}

/** The hash of an array's bytes as they stand, so that a NaN that is not canonical shows. */
export function hashOfBits(array: ElementArray): string {
  return hashBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}
