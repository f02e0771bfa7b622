import fc from "fast-check";
import { histogramCall } from "../../../src/algorithms/histograms/histogram.ts";
import { reduceByIndexCall } from "../../../src/algorithms/histograms/reduce-by-index.ts";
import type { TypedContract } from "../../../src/contracts/contract.ts";
import { resolveContract } from "../../../src/contracts/resolve.ts";
import { argMax } from "../../../src/operators/combinators/arg-by.ts";
import { referenceReduce } from "../../../src/reference/reference.ts";
import { evenEdges } from "../../../src/values/bin-edges.ts";
import {
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../../src/values/element-types.ts";
import { type ColumnArray, columnType } from "../../../src/values/value-types.ts";
import {
  anyColumn,
  anyColumns,
  anyElementType,
  anyIndices,
  anyLength,
  anyTypedColumn,
  listOf,
} from "../arbitraries.ts";
import { canonical } from "../canonical.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

/** Which bin an element has: JavaScript compares numbers and bigints exactly. −1 below, the number of bins above. */
function binOf(x: Scalar, edges: readonly number[]): number {
  const last = edges.length - 1;
  if (x < edges[0]) return -1;
  if (x > edges[last]) return last;
  const bin = edges.findIndex((edge, k) => k > 0 && x < edge) - 1;
  return bin < 0 ? last - 1 : bin;
}

function histogramOf(column: ColumnArray, edges: readonly number[]) {
  const places = listOf(column).map((x) => (Number.isNaN(x) ? "nan" : binOf(x, edges)));
  const countOf = (place: number | "nan") => places.filter((each) => each === place).length;
  return {
    counts: Uint32Array.from(edges.slice(1), (_, k) => countOf(k)),
    belowCount: countOf(-1),
    aboveCount: countOf(edges.length - 1),
    nanCount: countOf("nan"),
  };
}

/** A result in the order of fields that the oracles have. */
function edgesFirst(histogram: object): object {
  const { edges, ...counts } = histogram as { readonly edges?: unknown };
  return { edges, ...counts };
}

const anyRange = fc.constantFrom<readonly [number, number]>(
  [0, 1],
  [-1, 1],
  [-3.25, 1e9],
  [0, 5e-324 * 64],
  [-(2 ** 31), 2 ** 31],
  [-1e300, 1e300],
  [0, 2 ** 64],
  [12345, 12346.5],
);

const anyEdges = fc
  .uniqueArray(
    fc.oneof(
      fc.double({ noNaN: true }),
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom(0, 1, -1, 0.5, 2 ** 31, 2 ** 32, 2 ** 63, 2 ** 64, 1e39, 5e-324, -(2 ** 63)),
    ),
    { minLength: 2, maxLength: 12, selector: (edge) => edge + 0 }, // one of two zeros
  )
  .map((edges) => [...edges].sort((one, other) => one - other));

interface Elements {
  readonly length: number;
  readonly type: ElementType;
}

/** Columns of a type with indices for them, some beyond the bins. */
const anyBinned = (binCount: number, type: fc.Arbitrary<ElementType> = anyElementType) =>
  fc.record({ length: anyLength, type }).chain(({ length, type: elementType }: Elements) =>
    fc.record({
      column: anyColumn(elementType, fc.constant(length)),
      indices: anyIndices(binCount, fc.constant(length), true),
      into: anyColumn(elementType, fc.constant(binCount)),
    }),
  );

function contractOf(operator: string, type: ElementType): TypedContract {
  return resolveContract({ operator }, "reduce", type) as TypedContract;
}

/** The reduce of each bin's elements, by the reference; `empty` where there are none. */
function reduceBins(
  contract: TypedContract,
  column: ElementArray,
  indices: Uint32Array,
  empty: (bin: number) => Scalar,
  into?: ElementArray,
): { readonly values: ElementArray; readonly outsideCount: number } {
  const binCount = into?.length ?? BINS;
  const values = newElementArray(contract.accumulate, binCount);
  for (let bin = 0; bin < binCount; bin++) {
    const own = column.filter((_: Scalar, i: number) => indices[i] === bin) as ElementArray;
    const value =
      own.length === 0 ? empty(bin) : joined(contract, into?.[bin], referenceReduce(contract, own));
    values.fill(value as never, bin, bin + 1);
  }
  return { values: canonical(values), outsideCount: indices.filter((index) => index >= binCount).length };
}

/** `before ∘ value`, where there is something before. */
function joined(contract: TypedContract, before: Scalar | undefined, value: Scalar): Scalar {
  if (before === undefined) return value;
  const pair = newElementArray(contract.accumulate, 2);
  pair.fill(before as never, 0, 1);
  pair.fill(value as never, 1, 2);
  return referenceReduce(contract, pair);
}

const BINS = 7;

export const histogramCases: readonly OracleCase[] = [
  oracleCase({
    name: "histogram of categories",
    arguments: fc
      .constantFrom(0, 1, 5, 300)
      .chain((categories) => fc.tuple(anyIndices(categories, anyLength, true), fc.constant(categories))),
    run: (on, keys, categories) => on.call(histogramCall(keys, { categories })),
    oracle: (keys, categories) => ({
      counts: Uint32Array.from({ length: categories }, (_, k) => keys.filter((key) => key === k).length),
      outsideCount: keys.filter((key) => key >= categories).length,
    }),
  }),
  oracleCase({
    name: "histogram of bins of one width",
    arguments: fc.tuple(anyTypedColumn(), fc.constantFrom(1, 2, 7, 64), anyRange),
    run: async (on, { column }, binCount, range) =>
      edgesFirst(await on.call(histogramCall(column, { binCount, range }))),
    oracle: ({ column }, binCount, [low, high]) => {
      const edges = evenEdges(binCount, low, high);
      return { edges, ...histogramOf(column, Array.from(edges)) };
    },
  }),
  oracleCase({
    name: "histogram between edges",
    arguments: fc.tuple(anyTypedColumn(), anyEdges),
    run: async (on, { column }, edges) => edgesFirst(await on.call(histogramCall(column, { edges }))),
    oracle: ({ column }, edges) => ({ edges, ...histogramOf(column, edges) }),
  }),
  ...(["add", "multiply", "max"] as const).map((operator) =>
    oracleCase({
      name: `reduceByIndex with ${operator}`,
      arguments: fc.tuple(anyBinned(BINS)),
      run: (on, { column, indices }) =>
        on.call(reduceByIndexCall(column, indices, { operator, binCount: BINS })),
      oracle: ({ column, indices }) => {
        const contract = contractOf(operator, columnType(column) as ElementType);
        const start = contract.operator.start(contract.accumulate) as Scalar;
        return reduceBins(contract, column as ElementArray, indices, () => start);
      },
      gpuRuns: operator === "add" ? 3 : 0,
    }),
  ),
  oracleCase({
    name: "reduceByIndex of fingerprints into bins",
    runs: 50,
    arguments: fc.tuple(anyBinned(BINS, fc.constant("u64"))),
    run: (on, { column, indices, into }) =>
      on.call(reduceByIndexCall(column, indices, { operator: "tree-hash", into })),
    oracle: ({ column, indices, into }) => {
      const before = into as ElementArray;
      return reduceBins(
        contractOf("tree-hash", "u64"),
        column as ElementArray,
        indices,
        (bin) => before[bin],
        before,
      );
    },
  }),
  oracleCase({
    name: "reduceByIndex by an expression without states", // wherever there are states for others
    arguments: fc.tuple(anyBinned(BINS, fc.constant("f32"))),
    run: (on, { column, indices }) =>
      on.call(
        reduceByIndexCall(column, indices, { expression: "block-dyadic:24", binCount: BINS, initial: 2 }),
      ),
    oracle: ({ column, indices }) => {
      const options = { expression: "block-dyadic:24", initial: 2 };
      const contract = resolveContract(options, "reduce", "f32") as TypedContract;
      return reduceBins(contract, column as ElementArray, indices, () => 2);
    },
    gpuRuns: 0,
  }),
  oracleCase({
    name: "reduceByIndex of records",
    runs: 50,
    arguments: anyLength.chain((length) =>
      fc.tuple(anyColumns(["f32", "u32"], fc.constant(length)), anyIndices(BINS, fc.constant(length))),
    ),
    run: (on, [value, index], indices) =>
      on.call(reduceByIndexCall({ value, index }, indices, { operator: argMax("f32"), binCount: BINS })),
    oracle: ([value, index], indices) => {
      const operator = argMax("f32");
      const rows = Array.from({ length: BINS }, (_, bin) => {
        const own = [value, index].map((column) =>
          column.filter((_: Scalar, i: number) => indices[i] === bin),
        ) as ColumnArray[];
        if (own[0].length === 0) return operator.start ?? [];
        const contract = resolveContract({ operator }, "reduce");
        if (contract.kind !== "record") throw new Error("not over records");
        return referenceReduce(contract, own);
      });
      return {
        values: {
          value: canonical(Float32Array.from(rows, ([first]) => Number(first))),
          index: Uint32Array.from(rows, ([, second]) => Number(second)),
        },
        outsideCount: 0,
      };
    },
    gpuRuns: 2,
  }),
];
