import fc from "fast-check";
import { expandCall } from "../../../src/algorithms/selection/expand.ts";
import { filterCall } from "../../../src/algorithms/selection/filter.ts";
import { filterIndicesCall } from "../../../src/algorithms/selection/filter-indices.ts";
import { gatherCall } from "../../../src/algorithms/selection/gather.ts";
import { partitionCall } from "../../../src/algorithms/selection/partition.ts";
import { runLengthDecodeCall } from "../../../src/algorithms/selection/run-length-decode.ts";
import { runLengthEncodeCall } from "../../../src/algorithms/selection/run-length-encode.ts";
import { scatterCall } from "../../../src/algorithms/selection/scatter.ts";
import { uniqueCall } from "../../../src/algorithms/selection/unique.ts";
import { defineElementFunction, type ElementFunction } from "../../../src/operators/element-function.ts";
import { binary, constant, left } from "../../../src/operators/term.ts";
import {
  type ElementType,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
} from "../../../src/values/element-types.ts";
import { bitsView, keyImages } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType, SCALAR_TYPES, viewColumn } from "../../../src/values/value-types.ts";
import {
  anyColumn,
  anyColumns,
  anyElementType,
  anyFlags,
  anyIndices,
  anyLength,
  skewedKeys,
} from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

/** One typed array, or some columns of one length with names. */
type Shaped = ColumnArray | Readonly<Record<string, ColumnArray>>;

const anyType: fc.Arbitrary<ScalarType> = fc.constantFrom(...SCALAR_TYPES);

function anyShaped(length: number): fc.Arbitrary<Shaped> {
  const count = fc.constant(length);
  const record = fc
    .array(anyType, { minLength: 1, maxLength: 3 })
    .chain((types) => anyColumns(types, count))
    .map((columns) => Object.fromEntries(columns.map((column, i) => [`column${i}`, column])));
  return fc.oneof(
    anyElementType.chain((type) => anyColumn(type, count)),
    record,
  );
}

/** The elements of what is shaped at some indices, bits and all; none has those of a zero. */
function pick(shaped: Shaped, indices: readonly (number | undefined)[]): Shaped {
  return mapColumns(shaped, (column) => {
    const bits = Array.from(bitsView(column) as ArrayLike<Scalar>);
    return ofBits(
      columnType(column),
      indices.map((i) => (i === undefined ? undefined : bits[i])),
    );
  });
}

function ofBits(type: ScalarType, bits: readonly (Scalar | undefined)[]): ColumnArray {
  const { bytes } = SCALAR_TYPE_FACTS[type];
  const column = viewColumn(type, new ArrayBuffer(bytes * bits.length), 0, bits.length);
  const to = bitsView(column) as unknown as Scalar[];
  bits.forEach((each, i) => {
    if (each !== undefined) to[i] = each;
  });
  return column;
}

function mapColumns(shaped: Shaped, map: (column: ColumnArray, name: string) => ColumnArray): Shaped {
  if (ArrayBuffer.isView(shaped)) return map(shaped, "");
  return Object.fromEntries(Object.entries(shaped).map(([name, column]) => [name, map(column, name)]));
}

function columnsOf(shaped: Shaped): readonly ColumnArray[] {
  return ArrayBuffer.isView(shaped) ? [shaped] : Object.values(shaped);
}

function lengthOf(shaped: Shaped): number {
  return columnsOf(shaped)[0].length;
}

function indicesWhere(length: number, holds: (i: number) => boolean): number[] {
  return Array.from({ length }, (_, i) => i).filter(holds);
}

/** Whether element i is what the one before is, in every column. */
function isRepeat(shaped: Shaped, i: number): boolean {
  return i > 0 && columnsOf(shaped).every((column) => Object.is(column[i], column[i - 1]));
}

const anyFlagged = anyLength.chain((length) => fc.tuple(anyShaped(length), anyFlags(fc.constant(length))));

/** `value < threshold`, or of a record `column1 < threshold`, as a term. */
function isBelow(type: ElementType, threshold: Scalar, column: string | undefined): ElementFunction {
  const term = binary("less", left(type), constant(type, threshold));
  return defineElementFunction(column === undefined ? type : { [column]: type }, "bool", [
    term,
  ]) as ElementFunction;
}

const anyThreshold = fc.tuple(anyElementType, anyLength, fc.boolean()).chain(([type, length, isRecord]) => {
  const column = anyColumn(type, fc.constant(length));
  const threshold = fc.constantFrom(...(SCALAR_TYPE_FACTS[type].isBigInt ? [0n, 1n, 7n] : [0, 1, 7]));
  const input = isRecord
    ? fc.tuple(anyColumn("bool", fc.constant(length)), column).map(([flags, values]) => ({ flags, values }))
    : column;
  return fc.tuple(
    input,
    threshold.map((value) => [isBelow(type, value, isRecord ? "values" : undefined), value] as const),
  );
});

const anyRuns = anyLength.chain((length) =>
  fc.oneof(
    anyType.chain((type) => skewedKeys(type, fc.constant(length))).map((column) => ({ column }) as Shaped),
    fc
      .tuple(skewedKeys("f32", fc.constant(length)), skewedKeys("u32", fc.constant(length)))
      .map(([first, second]) => ({ first, second })),
    anyElementType.chain((type) => skewedKeys(type, fc.constant(length))),
  ),
);

const anyCounted = fc
  .oneof({ weight: 4, arbitrary: fc.nat(40) }, { weight: 1, arbitrary: fc.nat(1200) })
  .chain((length) => fc.tuple(anyShaped(length), anyIndices(5, fc.constant(length))));

const anyGathered = fc
  .oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 6, arbitrary: anyLength })
  .chain((length) => fc.tuple(anyShaped(length), anyIndices(length, anyLength, true)));

const anyScattered = fc
  .tuple(anyLength, fc.nat(400))
  .chain(([length, room]) =>
    anyShaped(length).chain((shaped) =>
      fc.tuple(
        fc.constant(shaped),
        anyIndices(room, fc.constant(length), true),
        fc.oneof(fc.constant(room), intoOf(shaped, room)),
      ),
    ),
  );

/** Other columns of the same shape. */
function intoOf(shaped: Shaped, length: number): fc.Arbitrary<Shaped> {
  const types = columnsOf(shaped).map(columnType);
  return anyColumns(types, fc.constant(length)).map((columns) => {
    let next = 0;
    return mapColumns(shaped, () => columns[next++]);
  });
}

function scattered(shaped: Shaped, indices: Uint32Array, into: Shaped | number): Shaped {
  return mapColumns(shaped, (column, name) => {
    const below =
      typeof into === "number" ? undefined : name === "" ? into : (into as Record<string, ColumnArray>)[name];
    const length = typeof into === "number" ? into : lengthOf(into);
    const bits: (Scalar | undefined)[] =
      below === undefined
        ? Array(length).fill(undefined)
        : Array.from(bitsView(below as ColumnArray) as ArrayLike<Scalar>);
    const from = bitsView(column);
    indices.forEach((index, i) => {
      if (index < length) bits[index] = from[i];
    });
    return ofBits(columnType(column), bits);
  });
}

/** Indices of records in order, by the images of their keys, the first column counting most. */
function order(shaped: Shaped): number[] {
  const images = columnsOf(shaped).map((column) => keyImages(columnType(column), column));
  return indicesWhere(lengthOf(shaped), () => true).sort((i, j) => {
    const image = images.find((each) => each[i] !== each[j]);
    return image === undefined ? i - j : image[i] < image[j] ? -1 : 1;
  });
}

function first(shaped: Shaped): number[] {
  return indicesWhere(lengthOf(shaped), (i) => !isRepeat(shaped, i));
}

export const selectionCases: readonly OracleCase[] = [
  oracleCase({
    name: "filter by flags",
    arguments: anyFlagged,
    run: (on, input, flags) => on.call(filterCall(input, flags)),
    oracle: (input, flags) =>
      pick(
        input,
        indicesWhere(lengthOf(input), (i) => flags[i] === 1),
      ),
  }),
  oracleCase({
    name: "filter by a term",
    arguments: anyThreshold,
    run: (on, input, [predicate]) => on.call(filterCall(input, predicate)),
    oracle: (input, [, threshold]) => pick(input, below(input, threshold)),
  }),
  oracleCase({
    name: "filter by a function",
    arguments: fc.tuple(anyLength.chain(anyShaped), fc.integer({ min: 1, max: 5 })),
    run: (on, input, step) => on.call(filterCall(input, (_: unknown, i: number) => i % step === 0)),
    oracle: (input, step) =>
      pick(
        input,
        indicesWhere(lengthOf(input), (i) => i % step === 0),
      ),
    gpuRuns: 0,
  }),
  oracleCase({
    name: "filterIndices",
    arguments: anyThreshold,
    run: (on, input, [predicate]) => on.call(filterIndicesCall(input, predicate)),
    oracle: (input, [, threshold]) => Uint32Array.from(below(input, threshold)),
  }),
  oracleCase({
    name: "partition",
    arguments: anyFlagged,
    run: (on, input, flags) => on.call(partitionCall(input, flags)),
    oracle: (input, flags) => ({
      kept: pick(
        input,
        indicesWhere(lengthOf(input), (i) => flags[i] === 1),
      ),
      others: pick(
        input,
        indicesWhere(lengthOf(input), (i) => flags[i] === 0),
      ),
    }),
  }),
  oracleCase({
    name: "unique",
    arguments: fc.tuple(anyRuns),
    run: (on, input) => on.call(uniqueCall(input)),
    oracle: (input) => pick(input, first(input)),
  }),
  oracleCase({
    name: "unique anywhere",
    arguments: fc.tuple(anyRuns),
    run: (on, input) => on.call(uniqueCall(input, { anywhere: true })),
    oracle: (input) => {
      const ordered = pick(input, order(input));
      return pick(ordered, first(ordered));
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "runLengthEncode",
    arguments: fc.tuple(anyRuns),
    run: (on, input) => on.call(runLengthEncodeCall(input)),
    oracle: (input) => {
      const starts = first(input);
      const ends = [...starts.slice(1), lengthOf(input)];
      return {
        values: pick(input, starts),
        lengths: Uint32Array.from(starts, (start, k) => ends[k] - start),
      };
    },
  }),
  oracleCase({
    name: "runLengthDecode",
    arguments: anyCounted,
    run: (on, values, lengths) => on.call(runLengthDecodeCall({ values, lengths })),
    oracle: (values, lengths) =>
      pick(
        values,
        [...lengths].flatMap((length, i) => Array(length).fill(i)),
      ),
    gpuRuns: 1,
  }),
  oracleCase({
    name: "expand",
    arguments: anyCounted,
    run: (on, input, counts) => on.call(expandCall(input, counts)),
    oracle: (input, counts) =>
      pick(
        input,
        [...counts].flatMap((count, i) => Array(count).fill(i)),
      ),
  }),
  oracleCase({
    name: "gather",
    arguments: anyGathered,
    run: (on, input, indices) => on.call(gatherCall(input, indices)),
    oracle: (input, indices) =>
      pick(
        input,
        Array.from(indices, (i) => (i < lengthOf(input) ? i : undefined)),
      ),
  }),
  oracleCase({
    name: "scatter",
    arguments: anyScattered,
    run: (on, input, indices, into) => on.call(scatterCall(input, indices, into)),
    oracle: scattered,
  }),
];

function below(input: Shaped, threshold: Scalar): number[] {
  const values = ArrayBuffer.isView(input) ? input : input.values;
  return indicesWhere(values.length, (i) => values[i] < threshold);
}
