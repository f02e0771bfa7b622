import type { RecordContract } from "../../contracts/contract.ts";
import type { RecordPlan } from "../../executors/executor.ts";
import type { Scalar } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { Mismatch } from "../compare.ts";
import { compareColumns, compareRecords } from "../compare-columns.ts";
import type { ScanObservation } from "./checks.ts";
import type { RecordCase } from "./step.ts";

/** Runs a scan of a plan over records, into `output` where it is given. */
export async function runRecordScan(
  plan: RecordPlan,
  observation: ScanObservation,
  input: readonly ColumnArray[],
  output?: readonly ColumnArray[],
): Promise<readonly ColumnArray[]> {
  return observation === "inclusive-scan"
    ? await plan.inclusiveScan(input, output)
    : await plan.exclusiveScan(input, output);
}

/** Checks every position of a scan of a fresh input, in fresh columns or in the input's own; in fresh ones the input must stay what it was. */
export function recordScanCheck(
  { operator: { columns } }: RecordContract,
  observation: ScanObservation,
  place: "fresh" | "in place",
  input: () => readonly ColumnArray[],
  expected: () => readonly ColumnArray[],
): RecordCase["check"] {
  return async (plan) => {
    const given = input();
    if (place === "in place") {
      await runRecordScan(plan, observation, given, given);
      return compareColumns(columns, expected(), given);
    }
    const output = await runRecordScan(plan, observation, given);
    return compareColumns(columns, expected(), output) ?? changed(input(), given);
  };
}

/** Checks the value of a reduce of a fresh input. */
export function recordReduceCheck(
  { operator: { columns } }: RecordContract,
  input: () => readonly ColumnArray[],
  expected: () => readonly Scalar[],
): RecordCase["check"] {
  return async (plan) => compareRecords(columns, expected(), await plan.reduce(input()));
}

/** Checks that a reduce of nothing throws, where there is no initial value to give back. */
export function emptyRecordReduceCheck(input: () => readonly ColumnArray[]): RecordCase["check"] {
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

/** Bytes are compared, because an input's NaNs may have any payload and keep it. */
function changed(before: readonly ColumnArray[], after: readonly ColumnArray[]): Mismatch | undefined {
  for (const [index, column] of before.entries()) {
    const [first, second] = [bytesOf(column), bytesOf(after[index])];
    const byte = first.findIndex((value, i) => value !== second[i]);
    if (byte < 0) continue;
    const position = Math.floor(byte / column.BYTES_PER_ELEMENT);
    return { expected: "the input as it was", actual: `another value in column ${index}`, position };
  }
  return undefined;
}

function bytesOf(column: ColumnArray): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
