import type { Direction, TypedContract } from "../../contracts/contract.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { emptyReduceCheck, once, reduceCheck, type ScanObservation, scanCheck } from "./checks.ts";
import { type Case, caseOf } from "./step.ts";

/**
 * The cases of one contract on the prefixes (backward: the suffixes) of one input, every position against the literal reference.
 *
 * One reference scan serves all lengths, because a prefix's value does not depend on what follows it: `scan(x[0..n))[i]` is
 * `reduce(x[0..i])` for every n > i. Backward, the trees are anchored at the end, so it is suffixes that share. A reduce is the
 * last (backward: the first) value of the inclusive scan. The reference's own tests hold it to both at every length.
 */
export function* againstReference(
  contract: TypedContract,
  input: ElementArray,
  data: string,
  lengths: readonly number[],
): Generator<Case> {
  const inclusive = once(() => referenceScan(contract, "inclusive-scan", input));
  const exclusive = once(() => referenceScan(contract, "exclusive-scan", input));
  for (const length of lengths) {
    const range = rangeOf(contract.direction, input.length, length);
    const part = (): ElementArray => input.slice(range.start, range.end);
    const detail = `${data}, n = ${length}`;
    yield scanCase(contract, "inclusive-scan", detail, part, () =>
      inclusive().subarray(range.start, range.end),
    );
    if (contract.initial !== undefined) {
      yield scanCase(contract, "exclusive-scan", detail, part, () =>
        exclusive().subarray(range.start, range.end),
      );
    }
    yield caseOf(
      { contract, observation: "reduce" },
      detail,
      length === 0
        ? reduceOfNothingCheck(contract, part)
        : reduceCheck(contract.accumulate, part, () => inclusive()[range.whole]),
    );
  }
}

/** The reduces alone, each against a literal evaluation of its own. */
export function* reducesAgainstReference(
  contract: TypedContract,
  input: ElementArray,
  data: string,
  lengths: readonly number[],
): Generator<Case> {
  for (const length of lengths) {
    const range = rangeOf(contract.direction, input.length, length);
    const part = (): ElementArray => input.slice(range.start, range.end);
    const check = reduceCheck(contract.accumulate, part, () => referenceReduce(contract, part()));
    yield caseOf({ contract, observation: "reduce" }, `${data}, n = ${length}`, check);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly whole: number; // where the scan covers all of the range
}

/** Where the prefix of that length, or backward the suffix, lies in the longest input. */
export function rangeOf(direction: Direction, longest: number, length: number): Range {
  return direction === "forward"
    ? { start: 0, end: length, whole: length - 1 }
    : { start: longest - length, end: longest, whole: longest - length };
}

function scanCase(
  contract: TypedContract,
  observation: ScanObservation,
  detail: string,
  input: () => ElementArray,
  expected: () => ElementArray,
): Case {
  return caseOf({ contract, observation }, detail, scanCheck(observation, input, expected));
}

function reduceOfNothingCheck(contract: TypedContract, input: () => ElementArray): Case["check"] {
  const { initial } = contract;
  if (initial === undefined) return emptyReduceCheck(input);
  return reduceCheck(contract.accumulate, input, (): Scalar => initial.value);
}
