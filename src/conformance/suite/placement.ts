import { DIRECTIONS } from "../../contracts/checks.ts";
import { type ColumnContract, scalarTypesOf } from "../../contracts/column-contract.ts";
import type { Plan } from "../../executors/executor.ts";
import {
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, max, treeHash } from "../../operators/built-in.ts";
import { type ColumnArray, type Columns, newColumn } from "../../values/value-types.ts";
import { compareColumns, compareRecords, type Mismatch } from "../compare.ts";

import { columnContractOf } from "../contract-of.ts";
import { type DataSet, generateColumns } from "../data/generate-data.ts";

import { type Case, caseOf, changed, runScan, type ScanObservation } from "./checks.ts";

import { initialOf, SUITE_SEED, type UnderTest } from "./tiers.ts";

/**
 * Where an array lies may not matter: views at odd offsets, the caller's output, in place, input and output in one buffer. Nothing
 * but the output is written, and a result stays what it was when the next one is made. Compared with a plain run of the same plan.
 */
export function* placement(sizes: UnderTest): Generator<Case> {
  for (const contract of contracts()) {
    // Past what any executor stages at once, the default expression stands for all.
    const isLong = sizes.tier === "full" && contract.expression === DEFAULT_EXPRESSION;
    for (const length of isLong ? [...sizes.placementLengths, LONG] : sizes.placementLengths) {
      yield* placementOf(contract, inputFor(contract, length));
    }
  }
}

const LONG = 70_001;

/** An input of a contract: wide floats, bits of integers. */
export function inputFor(contract: ColumnContract, length: number, data: DataSet = "wide"): Columns {
  const { columns } = contract;
  const types = scalarTypesOf(contract);
  const given = columns.map((column, i) => ({ ...column, type: types[i] }));
  return generateColumns({ columns: given, data, length, seed: SUITE_SEED });
}

/** Every placement of one input under one contract. */
export function* placementOf(contract: ColumnContract, input: Columns): Generator<Case> {
  for (const observation of ["inclusive-scan", "exclusive-scan"] as const) {
    if (observation === "exclusive-scan" && contract.initial === undefined) continue;
    for (const [name, run] of Object.entries(SCANS)) {
      if (name === "in place" && contract.types.some((type, i) => type !== contract.sums[i])) continue;
      const check = (plan: Plan): Promise<Mismatch | undefined> =>
        run(plan, observation, copyOf(input), contract);
      yield caseOf({ contract, observation }, `n = ${input[0].length}, ${name}`, check);
    }
  }
  yield caseOf(
    { contract, observation: "reduce" },
    `n = ${input[0].length}, view at offset 3`,
    async (plan) =>
      compareRecords(
        contract.columns,
        await plan.reduce(copyOf(input)),
        await plan.reduce(viewsAt(3, input)),
      ),
  );
}

type PlacedScan = (
  plan: Plan,
  observation: ScanObservation,
  input: Columns,
  contract: ColumnContract,
) => Promise<Mismatch | undefined>;

const SCANS: Readonly<Record<string, PlacedScan>> = {
  "view at offset 1": (...given) => scanOfView(...given, 1),
  "view at offset 7": (...given) => scanOfView(...given, 7),
  "caller's output": (...given) => scanInto(...given, 0),
  "caller's output at offset 3": (...given) => scanInto(...given, 3),
  "in place": async (plan, observation, input, { columns }) => {
    const expected = await plainScan(plan, observation, input);
    const both = viewsAt(1, input);
    const result = await runScan(plan, observation, both, both);
    return sameArrays(both, result) ?? compareColumns(columns, expected, both) ?? guardsOf(both);
  },
  "result kept": async (plan, observation, input, { columns }) => {
    const first = await runScan(plan, observation, copyOf(input));
    const kept = copyOf(first);
    await runScan(plan, observation, reversed(input));
    await plan.reduce(reversed(input));
    return compareColumns(columns, kept, first);
  },
};

async function scanOfView(
  plan: Plan,
  observation: ScanObservation,
  input: Columns,
  { columns }: ColumnContract,
  offset: number,
): Promise<Mismatch | undefined> {
  const expected = await plainScan(plan, observation, input);
  const view = viewsAt(offset, input);
  const actual = await runScan(plan, observation, view);
  return compareColumns(columns, expected, actual) ?? changed(input, view) ?? guardsOf(view);
}

async function scanInto(
  plan: Plan,
  observation: ScanObservation,
  input: Columns,
  { columns, sums }: ColumnContract,
  offset: number,
): Promise<Mismatch | undefined> {
  const expected = await plainScan(plan, observation, input);
  const fresh = sums.map((type) => newColumn(type, input[0].length));
  const output = viewsAt(offset, fresh);
  const result = await runScan(plan, observation, input, output);
  return sameArrays(output, result) ?? compareColumns(columns, expected, output) ?? guardsOf(output);
}

async function plainScan(plan: Plan, observation: ScanObservation, input: Columns): Promise<Columns> {
  return copyOf(await runScan(plan, observation, copyOf(input)));
}

/** Elements on either side of a view that must not change. */
const GUARD_LENGTH = 8;
const GUARD_BYTE = 0xa5;

function copyOf(columns: Columns): Columns {
  return columns.map((column) => column.slice());
}

function reversed(columns: Columns): Columns {
  return columns.map((column) => column.slice().reverse());
}

/** The columns at an offset, each inside a larger buffer of its own, guards before and behind. */
function viewsAt(offset: number, columns: Columns): Columns {
  return columns.map((column) => viewAt(offset, column));
}

function viewAt(offset: number, elements: ColumnArray): ColumnArray {
  const whole = elements.slice(0, 0).constructor as new (length: number) => ColumnArray;
  const buffer = new whole(GUARD_LENGTH + offset + elements.length + GUARD_LENGTH);
  new Uint8Array(buffer.buffer).fill(GUARD_BYTE);
  const view = buffer.subarray(GUARD_LENGTH + offset, GUARD_LENGTH + offset + elements.length);
  view.set(elements as never);
  return view;
}

function guardsOf(views: Columns): Mismatch | undefined {
  return views.map(guardOf).find((mismatch) => mismatch !== undefined);
}

function guardOf(view: ColumnArray): Mismatch | undefined {
  const bytes = new Uint8Array(view.buffer);
  const end = view.byteOffset + view.byteLength;
  const touched = bytes.findIndex((byte, i) => (i < view.byteOffset || i >= end) && byte !== GUARD_BYTE);
  if (touched < 0) return undefined;
  const actual = `byte ${touched - view.byteOffset} of it changed`;
  return { expected: "nothing written outside the view", actual, position: undefined };
}

function sameArrays(outputs: Columns, results: Columns): Mismatch | undefined {
  if (outputs.every((output, i) => output === results[i])) return undefined;
  return { expected: "the caller's own output array back", actual: "another array", position: undefined };
}

function contracts(): readonly ColumnContract[] {
  const expressions: readonly Expression[] = [
    leftFold,
    iteratedPairwise,
    DEFAULT_EXPRESSION,
    blockDyadic(100),
    interleaved(16),
    linearCarry(32),
    networkExpression("kogge-stone", 12),
  ];
  return expressions.flatMap((expression) =>
    DIRECTIONS.flatMap((direction) => [
      columnContractOf({ operator: add, type: "f64", expression, direction }),
      columnContractOf({
        operator: add,
        type: "f64",
        expression,
        direction,
        initial: initialOf("f64", "outside"),
      }),
      columnContractOf({ operator: add, type: "f32", expression, direction }),
      columnContractOf({ operator: add, type: "f32", accumulate: "f64", expression, direction }),
      columnContractOf({
        operator: max,
        type: "i32",
        expression,
        direction,
        initial: initialOf("i32", "first"),
      }),
      columnContractOf({ operator: add, type: "i32", accumulate: "i64", expression, direction }),
      columnContractOf({
        operator: treeHash,
        type: "u64",
        expression,
        direction,
        initial: initialOf("u64", "first"),
      }),
    ]),
  );
}
