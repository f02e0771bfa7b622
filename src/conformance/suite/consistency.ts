import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Plan } from "../../executors/executor.ts";
import {
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { type Columns, newColumn } from "../../values/value-types.ts";
import { compareColumns, compareRecords, type Mismatch } from "../compare.ts";

import { columnContractOf, contractOf, type Given } from "../contract-of.ts";
import { dataSetsOf, generateData } from "../data/generate-data.ts";

import { type Case, caseOf } from "./checks.ts";
import { initialOf, SUITE_SEED, type UnderTest } from "./tiers.ts";

/**
 * Laws that need no oracle, at lengths that the literal reference does not reach: a scan's value at i is the reduce of what it
 * covers, forward and backward, its last is the reduce of all, and an exclusive scan is the inclusive one shifted by one.
 */
export function* consistency(sizes: UnderTest): Generator<Case> {
  for (const expression of EXPRESSIONS) {
    for (const base of [
      contractOf({ operator: add, type: "f64", expression }),
      contractOf({ operator: add, type: "f32", expression }),
      contractOf({ operator: treeHash, type: "u64", expression }),
    ]) {
      const longest = base.operator === treeHash ? LONGEST_FINGERPRINTS : Number.POSITIVE_INFINITY;
      const lengths = sizes.consistencyLengths.filter((length) => length <= longest);
      for (const length of lengths) yield* consistencyOf(base, length);
    }
  }
}

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  interleaved(16),
  blockDyadic(16),
  blockDyadic(32),
  blockDyadic(100),
  blockDyadic(256),
  linearCarry(32),
  networkExpression("brent-kung", 32),
];

/** 64-bit integers are slow in plain JavaScript; the golden vectors have the longer fingerprints. */
const LONGEST_FINGERPRINTS = 70_000;

/** The laws of one contract, which has no initial value and is forward, at one length. */
export function* consistencyOf(base: Given, length: number): Generator<Case> {
  const data = dataSetsOf(base.type)[1] ?? "bits";
  const input = generateData({ data, type: base.type, length, seed: SUITE_SEED });
  const detail = `${data}, n = ${length}`;
  const forward = columnContractOf(base);
  yield caseOf(
    { contract: forward, observation: "inclusive-scan" },
    `${detail}, prefixes are reduces`,
    (plan) => prefixesAreReduces(plan, forward, [input.slice()]),
  );
  const initial = initialOf(base.accumulate ?? base.type, "outside");
  const withInitial = columnContractOf({ ...base, initial });
  yield caseOf(
    { contract: withInitial, observation: "exclusive-scan" },
    `${detail}, the inclusive scan shifted`,
    (plan) => exclusiveIsShifted(plan, withInitial, [input.slice()]),
  );
  const backward = columnContractOf({ ...base, direction: "backward" });
  yield caseOf(
    { contract: backward, observation: "inclusive-scan" },
    `${detail}, suffixes are reduces`,
    (plan) => prefixesAreReduces(plan, backward, [input.slice()]),
  );
}

async function prefixesAreReduces(
  plan: Plan,
  contract: ColumnContract,
  input: Columns,
): Promise<Mismatch | undefined> {
  const scan = await plan.inclusiveScan(input);
  for (const position of probesOf(input[0].length)) {
    const covered = input.map((column) =>
      contract.direction === "forward" ? column.slice(0, position + 1) : column.slice(position),
    );
    const scanned = scan.map((column) => column[position]);
    const mismatch = compareRecords(contract.columns, await plan.reduce(covered), scanned);
    if (mismatch !== undefined) return { ...mismatch, position };
  }
  return undefined;
}

/** With the initial value outside, inclusive output i − 1 and exclusive output i are both `initial·reduce(x[0..i))`. */
async function exclusiveIsShifted(
  plan: Plan,
  contract: ColumnContract,
  input: Columns,
): Promise<Mismatch | undefined> {
  const exclusive = await plan.exclusiveScan(input);
  const inclusive = await plan.inclusiveScan(input);
  const shifted = inclusive.map((column, k) => {
    const moved = newColumn(contract.sums[k], column.length);
    moved.set(column.subarray(0, column.length - 1) as never, 1);
    moved[0] = contract.initial?.value[k] as never;
    return moved;
  });
  return compareColumns(contract.columns, shifted, exclusive);
}

/** Positions around the ends, the middle and odd places: the last one first, because it is the whole. */
function probesOf(length: number): readonly number[] {
  const wanted = [length - 1, 0, length >> 1, (length >> 1) - 1, Math.floor(length / 3), length - 2];
  return wanted.filter((position) => position >= 0 && position < length);
}
