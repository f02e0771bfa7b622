import type { Observation } from "../../contracts/contract.ts";
import type { Awaitable } from "../../executors/executor.ts";
import { EmptyInputError } from "../../values/errors.ts";
import type { Column, ColumnArray, Columns, Row } from "../../values/value-types.ts";
import { firstDifference, type Mismatch } from "../compare.ts";
import { compareColumns, compareRecords } from "../compare-columns.ts";
import type { Case } from "./step.ts";

export type ScanObservation = Exclude<Observation, "reduce">;

/** Where a scan's output lies. */
export type Place = "fresh" | "in place";

/** The scans of a plan over columns, or over single elements. */
interface Scans<Arrays> {
  inclusiveScan(input: Arrays, output?: Arrays): Awaitable<Arrays>;
  exclusiveScan(input: Arrays, output?: Arrays): Awaitable<Arrays>;
}

/** Runs a scan of a plan, into `output` where it is given. */
export async function runScan<Arrays>(
  plan: Scans<Arrays>,
  observation: ScanObservation,
  input: Arrays,
  output?: Arrays,
): Promise<Arrays> {
  return observation === "inclusive-scan"
    ? await plan.inclusiveScan(input, output)
    : await plan.exclusiveScan(input, output);
}

/**
 * Checks every position of a scan of a fresh input against the expected output, both made only when the case runs; in fresh columns the
 * input must stay what it was.
 */
export function scanCheck(
  columns: readonly Column[],
  observation: ScanObservation,
  place: Place,
  input: () => Columns,
  expected: () => Columns,
): Case["check"] {
  return async (plan) => {
    const given = input();
    if (place === "in place") {
      await runScan(plan, observation, given, given);
      return compareColumns(columns, expected(), given);
    }
    const output = await runScan(plan, observation, given);
    return compareColumns(columns, expected(), output) ?? changed(input(), given);
  };
}

/** Checks the value of a reduce of a fresh input. */
export function reduceCheck(
  columns: readonly Column[],
  input: () => Columns,
  expected: () => Row,
): Case["check"] {
  return async (plan) => compareRecords(columns, expected(), await plan.reduce(input()));
}

/** Checks that a reduce of nothing throws, unless there is an initial value to give back. */
export function emptyReduceCheck(input: () => Columns): Case["check"] {
  return async (plan) => {
    const expected = "EmptyInputError";
    try {
      return { expected, actual: String(await plan.reduce(input())), position: undefined };
    } catch (error) {
      return error instanceof EmptyInputError
        ? undefined
        : { expected, actual: String(error), position: undefined };
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

/** What of an input is no longer what it was. Raw bits are compared, because an input's NaNs may have any payload and keep it. */
export function changed(before: Columns, after: Columns): Mismatch | undefined {
  for (const [index, column] of before.entries()) {
    const position = differenceOf(column, after[index]);
    if (position === undefined) continue;
    return { expected: "the input as it was", actual: `another value in column ${index}`, position };
  }
  return undefined;
}

function differenceOf(before: ColumnArray, after: ColumnArray): number | undefined {
  if (!(before instanceof Uint8Array) && !(after instanceof Uint8Array))
    return firstDifference(before, after);
  const position = before.findIndex((value: unknown, index: number) => value !== after[index]);
  return position < 0 ? undefined : position;
}
