import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Direction } from "../../contracts/contract.ts";
import type { Columns } from "../../values/value-types.ts";
import { referencePlan } from "../reference-executor.ts";
import {
  type Case,
  caseOf,
  emptyReduceCheck,
  once,
  type Place,
  reduceCheck,
  type ScanObservation,
  scanCheck,
} from "./checks.ts";

/**
 * The cases of one contract on the prefixes (backward: the suffixes) of one input, every position against the literal reference.
 *
 * One reference scan serves all lengths, because a prefix's value does not depend on what follows it: `scan(x[0..n))[i]` is
 * `reduce(x[0..i])` for every n > i. Backward, the trees are anchored at the end, so it is suffixes that share. A reduce is the
 * last (backward: the first) value of the inclusive scan. The reference's own tests hold it to both at every length. `places` are those of
 * the longest scan.
 */
export function* againstReference(
  contract: ColumnContract,
  input: Columns,
  data: string,
  lengths: readonly number[],
  places: readonly Place[] = ["fresh"],
): Generator<Case> {
  const { columns } = contract;
  const reference = referencePlan(contract);
  const inclusive = once(() => reference.inclusiveScan(input));
  const exclusive = once(() => reference.exclusiveScan(input));
  const scans: readonly (readonly [ScanObservation, () => Columns])[] =
    contract.initial === undefined
      ? [["inclusive-scan", inclusive]]
      : [
          ["inclusive-scan", inclusive],
          ["exclusive-scan", exclusive],
        ];
  const longest = input[0].length;
  for (const length of lengths) {
    const { start, end, whole } = rangeOf(contract.direction, longest, length);
    const part = (): Columns => partOf(input, start, end);
    const detail = `${data}, n = ${length}`;
    for (const [observation, prefixes] of scans) {
      const expected = (): Columns => prefixes().map((column) => column.subarray(start, end));
      for (const place of length === longest ? places : (["fresh"] as const)) {
        const about = place === "fresh" ? detail : `${detail}, ${place}`;
        yield caseOf(
          { contract, observation },
          about,
          scanCheck(columns, observation, place, part, expected),
        );
      }
    }
    const check =
      length === 0
        ? reduceOfNothingCheck(contract, part)
        : reduceCheck(columns, part, () => inclusive().map((column) => column[whole]));
    yield caseOf({ contract, observation: "reduce" }, detail, check);
  }
}

/** The reduces alone, each against a literal evaluation of its own. */
export function* reducesAgainstReference(
  contract: ColumnContract,
  input: Columns,
  data: string,
  lengths: readonly number[],
): Generator<Case> {
  const reference = referencePlan(contract);
  for (const length of lengths) {
    const { start, end } = rangeOf(contract.direction, input[0].length, length);
    const part = (): Columns => partOf(input, start, end);
    const check = reduceCheck(contract.columns, part, () => reference.reduce(part()));
    yield caseOf({ contract, observation: "reduce" }, `${data}, n = ${length}`, check);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly whole: number; // where the scan covers all of the range
}

/** Where the prefix of that length, or backward the suffix, lies in the longest input. */
function rangeOf(direction: Direction, longest: number, length: number): Range {
  return direction === "forward"
    ? { start: 0, end: length, whole: length - 1 }
    : { start: longest - length, end: longest, whole: longest - length };
}

function partOf(columns: Columns, start: number, end: number): Columns {
  return columns.map((column) => column.slice(start, end));
}

function reduceOfNothingCheck({ columns, initial }: ColumnContract, input: () => Columns): Case["check"] {
  return initial === undefined ? emptyReduceCheck(input) : reduceCheck(columns, input, () => initial.value);
}
