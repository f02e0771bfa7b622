import fc from "fast-check";
import { segmentedReduceCall } from "../../../src/algorithms/segments/segmented-reduce.ts";
import {
  segmentedExclusiveScanCall,
  segmentedInclusiveScanCall,
} from "../../../src/algorithms/segments/segmented-scan.ts";
import { segmentedSortCall } from "../../../src/algorithms/segments/segmented-sort.ts";
import type { Observation, RecordContract } from "../../../src/contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../../src/contracts/resolve.ts";
import type { Expression } from "../../../src/expressions/expression.ts";
import { networkExpression } from "../../../src/expressions/network-expression.ts";
import { argMax } from "../../../src/operators/combinators/arg-by.ts";
import { referenceReduce, referenceScan } from "../../../src/reference/reference.ts";
import type { ElementArray, ElementType, Scalar } from "../../../src/values/element-types.ts";
import { EmptyInputError } from "../../../src/values/errors.ts";
import { keyImages } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType } from "../../../src/values/value-types.ts";
import { anyElementType, anySegmented, segmentsOf } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";
import { contractOf, filled, joined, pick } from "./segment-pieces.ts";

// The oracle cuts the input at the offsets and evaluates the tree of each piece, literally.

type Scan = Exclude<Observation, "reduce">;

/** Lengths that a literal evaluation has time for. */
const someLength = fc.oneof(
  { weight: 6, arbitrary: fc.nat(40) },
  { weight: 3, arbitrary: fc.nat(200) },
  { weight: 1, arbitrary: fc.integer({ min: 500, max: 1100 }) },
);

/** The reduce of each piece; of nothing the initial value or the operator's start. */
function reduceOf(column: ColumnArray, offsets: Uint32Array, options: ContractOptions): ElementArray {
  const contract = contractOf(options, "reduce", columnType(column) as ElementType);
  const empty = contract.initial?.value ?? contract.operator.start(contract.accumulate);
  const values = segmentsOf(column as ElementArray, offsets).map((piece) => {
    if (piece.length > 0) return referenceReduce(contract, piece);
    if (empty === undefined) throw new EmptyInputError("segment");
    return empty;
  });
  return filled(contract.accumulate, values);
}

function scanOf(
  observation: Scan,
  column: ColumnArray,
  offsets: Uint32Array,
  options: ContractOptions,
): ElementArray {
  const contract = contractOf(options, observation, columnType(column) as ElementType);
  const pieces = segmentsOf(column as ElementArray, offsets);
  return joined(
    contract.accumulate,
    pieces.map((piece) => referenceScan(contract, observation, piece)),
  );
}

const anyDirection = fc.constantFrom<"forward" | "backward">("forward", "backward");
const anyPlacement = fc.constantFrom<"outside" | "first">("outside", "first");

/** Contracts over elements of a type, that every executor has; `isInitial`: with an initial value. */
function anyOptions(type: ElementType, isInitial: boolean): fc.Arbitrary<ContractOptions> {
  const operators = type === "u64" ? ["tree-hash", "add"] : ["add", "max", "multiply"];
  const shared = {
    operator: fc.constantFrom(...operators),
    direction: anyDirection,
    expression: fc.constantFrom("block-dyadic:32", "iterated-pairwise", "block-dyadic:64"),
  };
  const isBigInt = type === "i64" || type === "u64";
  const initial = fc.constantFrom<Scalar>(...(isBigInt ? [0n, 7n] : [0, 7]));
  return isInitial ? fc.record({ ...shared, initial, initialPlacement: anyPlacement }) : fc.record(shared);
}

function segmentedAnd(
  isInitial: (observation: Observation) => fc.Arbitrary<boolean>,
  observation: Observation,
): fc.Arbitrary<[ColumnArray, Uint32Array, ContractOptions]> {
  return fc
    .tuple(anyElementType, isInitial(observation))
    .chain(([type, has]) => fc.tuple(anySegmented([type], someLength), anyOptions(type, has)))
    .map(([{ columns, offsets }, options]) => [columns[0], offsets, options]);
}

const sometimes = () => fc.boolean();

function scanCase(observation: Scan, callOf: typeof segmentedInclusiveScanCall, name: string): OracleCase {
  return oracleCase({
    name,
    arguments: segmentedAnd(sometimes, observation).filter(
      ([, , options]) =>
        observation === "inclusive-scan" || options.operator !== "tree-hash" || options.initial !== undefined,
    ),
    run: (on, column, offsets, options) => on.call(callOf(column, { offsets }, options)),
    oracle: (column, offsets, options) => scanOf(observation, column, offsets, options),
    runs: 60,
  });
}

/** Contracts by some expressions, of doubles. */
function optionsBy(...expressions: readonly (Expression | string)[]): fc.Arbitrary<ContractOptions> {
  return fc.record({
    expression: fc.constantFrom(...expressions),
    direction: anyDirection,
    initial: fc.constantFrom(0.1, -0, 1e300),
    initialPlacement: anyPlacement,
  });
}

const orderFree = optionsBy("exact", "binned:3");
const lanesAndHalves = optionsBy("interleaved:4", "bisection");
/** What has no kernels of its own over segments, or not everywhere. */
const others = optionsBy(
  "linear-carry:5",
  "interleaved:4",
  "block-dyadic:7",
  networkExpression("brent-kung", 8),
);

function doublesBy(name: string, options: fc.Arbitrary<ContractOptions>, gpuRuns: number): OracleCase {
  return oracleCase({
    name: `segmentedInclusiveScan by ${name}`,
    arguments: fc.tuple(anySegmented(["f64"], someLength), options),
    run: (on, { columns: [column], offsets }, options) =>
      on.call(segmentedInclusiveScanCall(column, { offsets }, options)),
    oracle: ({ columns: [column], offsets }, options) => scanOf("inclusive-scan", column, offsets, options),
    runs: 60,
    gpuRuns,
  });
}

const shapeOf = { value: "f64", index: "u32" } as const;

/** A record of columns, with segments. */
const anyRecords = anySegmented(["f64", "u32"], someLength).map(({ columns: [value, index], offsets }) => ({
  record: { value: value as Float64Array, index: index as Uint32Array },
  offsets,
}));

function recordScanOf(
  observation: Scan,
  record: { readonly value: Float64Array; readonly index: Uint32Array },
  offsets: Uint32Array,
  options: ContractOptions,
): unknown {
  const contract = resolveContract(options, observation) as RecordContract;
  const values = segmentsOf(record.value, offsets);
  const indices = segmentsOf(record.index, offsets);
  const pieces = values.map((value, s) => referenceScan(contract, observation, [value, indices[s]]));
  return {
    value: joined(
      "f64",
      pieces.map(([value]) => value),
    ),
    index: joined(
      "u32",
      pieces.map(([, index]) => index),
    ),
  };
}

export const segmentCases: readonly OracleCase[] = [
  oracleCase({
    name: "segmentedReduce",
    arguments: segmentedAnd(sometimes, "reduce"),
    run: (on, column, offsets, options) => on.call(segmentedReduceCall(column, { offsets }, options)),
    oracle: (column, offsets, options) => reduceOf(column, offsets, options),
    runs: 60,
  }),
  scanCase("inclusive-scan", segmentedInclusiveScanCall, "segmentedInclusiveScan"),
  scanCase("exclusive-scan", segmentedExclusiveScanCall, "segmentedExclusiveScan"),
  doublesBy("sums without an order", orderFree, 1),
  doublesBy("other expressions", others, 0), // which a GPU refuses
  oracleCase({
    name: "segmentedReduce by lanes and halves",
    arguments: fc.tuple(anySegmented(["f64"], someLength), lanesAndHalves),
    run: (on, { columns: [column], offsets }, options) =>
      on.call(segmentedReduceCall(column, { offsets }, options)),
    oracle: ({ columns: [column], offsets }, options) => reduceOf(column, offsets, options),
    runs: 60,
    gpuRuns: 1,
  }),
  oracleCase({
    name: "segmentedReduce, in a wider type",
    arguments: anySegmented(["f32"], someLength).map(({ columns, offsets }): [ColumnArray, Uint32Array] => [
      columns[0],
      offsets,
    ]),
    runs: 30,
    run: (on, column, offsets) => on.call(segmentedReduceCall(column, { offsets }, { accumulate: "f64" })),
    oracle: (column, offsets) => reduceOf(column, offsets, { accumulate: "f64" }),
    gpuRuns: 1,
  }),
  oracleCase({
    name: "segmentedInclusiveScan of records",
    arguments: fc.tuple(anyRecords, anyDirection, fc.boolean()),
    run: (on, { record, offsets }, direction, isExclusive) => {
      const callOf = isExclusive ? segmentedExclusiveScanCall : segmentedInclusiveScanCall;
      const initial = { value: 3, index: 1 };
      return on.call(callOf(record, { offsets }, { operator: argMax(shapeOf.value), direction, initial }));
    },
    oracle: ({ record, offsets }, direction, isExclusive) => {
      const options = { operator: argMax(shapeOf.value), direction, initial: { value: 3, index: 1 } };
      return recordScanOf(isExclusive ? "exclusive-scan" : "inclusive-scan", record, offsets, options);
    },
    runs: 40,
    gpuRuns: 1,
  }),
  oracleCase({
    name: "segmentedSort",
    arguments: anyElementType
      .chain((type) => fc.tuple(anySegmented([type]), fc.boolean()))
      .map(
        ([{ columns, offsets }, descending]) =>
          [columns[0], offsets, descending] as [ColumnArray, Uint32Array, boolean],
      ),
    run: (on, column, offsets, descending) => on.call(segmentedSortCall(column, { offsets }, { descending })),
    oracle: (column, offsets, descending) => {
      const images = Array.from(keyImages(columnType(column), column) as ArrayLike<Scalar>, BigInt);
      const sign = descending ? -1 : 1;
      const compare = (left: number, right: number): number =>
        images[left] === images[right] ? 0 : images[left] < images[right] ? -sign : sign;
      const indices = segmentsOf(Uint32Array.from(column.keys()), offsets).flatMap((piece) =>
        Array.from(piece).sort(compare),
      );
      return pick(column, indices);
    },
  }),
];
