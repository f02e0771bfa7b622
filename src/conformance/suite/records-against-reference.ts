import type { RecordContract } from "../../contracts/contract.ts";
import { referenceScan } from "../../reference/reference.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { rangeOf } from "./against-reference.ts";
import { once, type ScanObservation } from "./checks.ts";
import { emptyRecordReduceCheck, recordReduceCheck, recordScanCheck } from "./record-checks.ts";
import { type RecordCase, recordCaseOf } from "./step.ts";

/**
 * The cases of one contract over records on the prefixes (backward: the suffixes) of one input, every position against the literal
 * reference: see `againstReference`. The longest scan is also made in place.
 */
export function* recordsAgainstReference(
  contract: RecordContract,
  input: readonly ColumnArray[],
  data: string,
  lengths: readonly number[],
): Generator<RecordCase> {
  const inclusive = once(() => referenceScan(contract, "inclusive-scan", input));
  const exclusive = once(() => referenceScan(contract, "exclusive-scan", input));
  const scans: readonly (readonly [ScanObservation, () => readonly ColumnArray[]])[] =
    contract.initial === undefined
      ? [["inclusive-scan", inclusive]]
      : [
          ["inclusive-scan", inclusive],
          ["exclusive-scan", exclusive],
        ];
  const longest = input[0].length;
  for (const length of lengths) {
    const { start, end, whole } = rangeOf(contract.direction, longest, length);
    const part = (): readonly ColumnArray[] => input.map((column) => column.slice(start, end));
    const detail = `${data}, n = ${length}`;
    for (const [observation, prefixes] of scans) {
      const expected = (): readonly ColumnArray[] => prefixes().map((column) => column.subarray(start, end));
      for (const place of length === longest ? (["fresh", "in place"] as const) : (["fresh"] as const)) {
        const about = place === "fresh" ? detail : `${detail}, in place`;
        const check = recordScanCheck(contract, observation, place, part, expected);
        yield recordCaseOf({ contract, observation }, about, check);
      }
    }
    const value = (): readonly Scalar[] => inclusive().map((column) => column[whole]);
    const check = length === 0 ? reduceOfNothing(contract, part) : recordReduceCheck(contract, part, value);
    yield recordCaseOf({ contract, observation: "reduce" }, detail, check);
  }
}

function reduceOfNothing(contract: RecordContract, input: () => readonly ColumnArray[]): RecordCase["check"] {
  const { initial } = contract;
  if (initial === undefined) return emptyRecordReduceCheck(input);
  return recordReduceCheck(contract, input, () => initial.value);
}
