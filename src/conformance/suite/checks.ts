import type { Observation } from "../../contracts/contract.ts";
import type { Plan } from "../../executors/executor.ts";
import type { ElementArray, ElementType, Scalar } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { compareArrays, compareScalars, type Mismatch } from "../compare.ts";
import type { Case } from "./step.ts";

export type ScanObservation = Exclude<Observation, "reduce">;

/** Runs a scan of a plan, into `output` where it is given. */
export async function runScan(
  plan: Plan,
  observation: ScanObservation,
  input: ElementArray,
  output?: ElementArray,
): Promise<ElementArray> {
  return observation === "inclusive-scan"
    ? await plan.inclusiveScan(input, output)
    : await plan.exclusiveScan(input, output);
}

/** Checks every position of a scan of a fresh input against the expected output; both are made only when the case runs. */
export function scanCheck(
  observation: ScanObservation,
  input: () => ElementArray,
  expected: () => ElementArray,
): Case["check"] {
  return async (plan) => compareArrays(expected(), await runScan(plan, observation, input()));
}

/** Checks the value of a reduce of a fresh input. */
export function reduceCheck(
  type: ElementType,
  input: () => ElementArray,
  expected: () => Scalar,
): Case["check"] {
  return async (plan) => compareScalars(type, expected(), await plan.reduce(input()));
}

/** Checks that a reduce of nothing throws, where there is no initial value to give back. */
export function emptyReduceCheck(input: () => ElementArray): Case["check"] {
  return async (plan) => {
    const expected = "EmptyInputError";
    try {
      return { expected, actual: String(await plan.reduce(input())), position: undefined };
    } catch (error) {
      return error instanceof EmptyInputError ? undefined : mismatchOf(expected, error);
    }
  };
}

/** The same thunk, its value made on the first call and kept. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function mismatchOf(expected: string, error: unknown): Mismatch {
  return { expected, actual: String(error), position: undefined };
}
