import fc from "fast-check";
import { argsortCall } from "../../../src/algorithms/order/argsort.ts";
import { isSortedCall } from "../../../src/algorithms/order/is-sorted.ts";
import { mergeCall } from "../../../src/algorithms/order/merge.ts";
import { searchSortedCall } from "../../../src/algorithms/order/search-sorted.ts";
import { sortCall } from "../../../src/algorithms/order/sort.ts";
import { sortByCall } from "../../../src/algorithms/order/sort-by.ts";
import { sortPairsCall } from "../../../src/algorithms/order/sort-pairs.ts";
import { firstSteps, topKCall } from "../../../src/algorithms/order/top-k.ts";

import type { Primitives } from "../../../src/executors/primitives.ts";
import type { ElementType, Scalar, ScalarType } from "../../../src/values/element-types.ts";
import { bitsView, imageBits, keyImages } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType, newColumn, SCALAR_TYPES } from "../../../src/values/value-types.ts";
import { anyColumn, anyColumns, anyElementType, anyLength, listOf, skewedKeys } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

// Each oracle sorts indices with a comparison, in an engine's Array.prototype.sort, which is stable.

/** What is said of an order: no key at all is a whole sort upwards. */
interface Order {
  readonly descending?: boolean;
  readonly bits?: readonly [number, number];
}

/** Indices in the order of some columns, the first of which decides first. */
function indicesBy(columns: readonly ColumnArray[], orders: readonly Order[]): readonly number[] {
  const keys = columns.map((column, i) => keysOf(column, orders[i]));
  return listOf(columns[0])
    .map((_, i) => i)
    .sort((left, right) => {
      for (const [i, key] of keys.entries()) {
        const sign = orders[i].descending === true ? -1 : 1;
        if (key[left] !== key[right]) return key[left] < key[right] ? -sign : sign;
      }
      return 0;
    });
}

/** The bits that count, as bigints. */
function keysOf(
  column: ColumnArray,
  { bits: [low, high] = [0, imageBits(columnType(column))] }: Order,
): readonly bigint[] {
  const images = Array.from(keyImages(columnType(column), column) as ArrayLike<Scalar>, BigInt);
  return images.map((image) => BigInt.asUintN(high, image) >> BigInt(low));
}

/** The elements of a column at some indices, bits and all. */
function pick(column: ColumnArray, indices: readonly number[]): ColumnArray {
  const picked = newColumn(columnType(column), indices.length);
  const [from, to] = [bitsView(column), bitsView(picked) as unknown as Scalar[]];
  for (const [i, index] of indices.entries()) to[i] = from[index];
  return picked;
}

function sorted(column: ColumnArray, order: Order = {}): ColumnArray {
  return pick(column, indicesBy([column], [order]));
}

function anyKeys(type: ScalarType, length: fc.Arbitrary<number> = anyLength): fc.Arbitrary<ColumnArray> {
  return fc.oneof(anyColumn(type, length), skewedKeys(type, length));
}

function anyOrder(type: ElementType): fc.Arbitrary<Order> {
  const place = fc.nat(imageBits(type));
  const bits = fc.tuple(place, place).map((ends) => ends.sort((x, y) => x - y));
  return fc.record({ descending: fc.boolean(), bits }, { requiredKeys: [] });
}

/** Keys with an order for them. */
const keysAndOrder = anyElementType.chain((type) => fc.tuple(anyKeys(type), anyOrder(type)));

const columnNames = ["first", "second", "third", "fourth"];

/** A record, some of its columns by name and a direction for each. */
const recordAndKeys = fc
  .tuple(fc.array(fc.constantFrom(...SCALAR_TYPES), { minLength: 1, maxLength: 4 }), anyLength)
  .chain(([types, length]) =>
    fc.record({
      columns: fc.tuple(...types.map((type) => anyKeys(type, fc.constant(length)))),
      by: fc.shuffledSubarray(columnNames.slice(0, types.length), { minLength: 1 }),
      descending: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    }),
  )
  .map(({ columns, by, descending }) => ({
    record: Object.fromEntries(columns.map((column, i) => [columnNames[i], column])),
    by,
    descending: descending.slice(0, by.length),
  }));

type RecordOf = Readonly<Record<string, ColumnArray>>;

function sortedBy(record: RecordOf, by: readonly string[], descending: readonly boolean[]): RecordOf {
  const indices = indicesBy(
    by.map((name) => record[name]),
    descending.map((each) => ({ descending: each })),
  );
  return Object.fromEntries(Object.entries(record).map(([name, column]) => [name, pick(column, indices)]));
}

function joined(first: ColumnArray, second: ColumnArray): ColumnArray {
  const both = newColumn(columnType(first), first.length + second.length) as Uint8Array;
  both.set(first as Uint8Array);
  both.set(second as Uint8Array, first.length);
  return both;
}

/** Columns as a record, one of them in a record of its own. */
function nested([first, ...others]: readonly ColumnArray[]) {
  return { inner: { first }, ...Object.fromEntries(others.map((column, i) => [columnNames[i], column])) };
}

/** Two columns of one type, and a direction. */
const twoColumns = anyElementType.chain((type) => fc.tuple(anyKeys(type), anyKeys(type), fc.boolean()));

/** So few of some keys that they are selected before they are sorted. */
function fewOf({ length }: ColumnArray, drawn: number): number {
  return drawn % (1 + Math.floor(length / 16));
}

/** As on executors that have no selection of their own. */
function withoutLeading<Vector>(primitives: Primitives<Vector>): Primitives<Vector> {
  return new Proxy(primitives, {
    get: (all, name) => (name === "leading" ? undefined : Reflect.get(all, name)),
  });
}

/** So few that blocks of 128 are worth while. */
function fewBlocks({ length }: ColumnArray, drawn: number): number {
  return 1 + (drawn % Math.floor(length / 256));
}

/** The rows of the functions that order. */
export const orderCases: readonly OracleCase[] = [
  oracleCase({
    name: "sort",
    arguments: keysAndOrder,
    run: (on, keys, order) => on.call(sortCall(keys, order)),
    oracle: sorted,
    runs: 200,
  }),
  oracleCase({
    name: "sort into an output, or in place",
    arguments: fc.tuple(
      anyElementType.chain((type) => anyKeys(type)),
      fc.boolean(),
    ),
    run: async (on, keys, isInPlace) => {
      const output = keys.slice() as ColumnArray;
      const input = isInPlace ? output : keys;
      const result = await on.call(sortCall(input, { output }));
      return { isOutput: result === output, result };
    },
    oracle: (keys) => ({ isOutput: true, result: sorted(keys) }),
    gpuRuns: 0,
  }),
  oracleCase({
    name: "argsort",
    arguments: keysAndOrder,
    run: (on, keys, order) => on.call(argsortCall(keys, order)),
    oracle: (keys, order) => Uint32Array.from(indicesBy([keys], [order])),
  }),
  oracleCase({
    name: "sortPairs",
    arguments: keysAndOrder.chain(([keys, order]) =>
      fc
        .array(fc.constantFrom(...SCALAR_TYPES), { minLength: 1, maxLength: 3 })
        .chain((types) => anyColumns(types, fc.constant(keys.length)))
        .map((columns): [ColumnArray, Order, readonly ColumnArray[]] => [keys, order, columns]),
    ),
    run: (on, keys, order, columns) => on.call(sortPairsCall(keys, nested(columns), order)),
    oracle: (keys, order, columns) => {
      const indices = indicesBy([keys], [order]);
      return { keys: pick(keys, indices), values: nested(columns.map((column) => pick(column, indices))) };
    },
  }),
  oracleCase({
    name: "sortBy",
    arguments: fc.tuple(recordAndKeys),
    run: (on, { record, by, descending }) => on.call(sortByCall(record, by, { descending })),
    oracle: ({ record, by, descending }) => sortedBy(record, by, descending),
  }),
  oracleCase({
    name: "isSorted",
    arguments: fc.tuple(
      anyElementType.chain((type) => anyKeys(type, fc.oneof(fc.nat(3), anyLength))),
      fc.boolean(),
      fc.boolean(),
    ),
    run: (on, keys, descending, isInOrder) =>
      on.call(isSortedCall(isInOrder ? sorted(keys, { descending }) : keys, { descending })),
    oracle: (keys, descending, isInOrder) =>
      isInOrder || indicesBy([keys], [{ descending }]).every((index, i) => index === i),
  }),
  oracleCase({
    name: "merge",
    arguments: twoColumns,
    run: (on, first, second, descending) =>
      on.call(mergeCall(sorted(first, { descending }), sorted(second, { descending }), { descending })),
    oracle: (first, second, descending) => sorted(joined(first, second), { descending }),
  }),
  oracleCase({
    name: "merge of records",
    arguments: fc.tuple(recordAndKeys, fc.nat()),
    run: (on, { record, by, descending }, cut) => {
      const { length } = record.first;
      const at = length === 0 ? 0 : cut % length;
      const part = (start: number, end: number): RecordOf => {
        const columns = Object.entries(record).map(([name, column]) => [name, column.slice(start, end)]);
        return sortedBy(Object.fromEntries(columns), by, descending);
      };
      return on.call(mergeCall(part(0, at), part(at, length), { by, descending }));
    },
    oracle: ({ record, by, descending }) => sortedBy(record, by, descending),
  }),
  oracleCase({
    name: "searchSorted",
    arguments: fc.tuple(twoColumns, fc.constantFrom("left", "right")),
    run: (on, [first, queries, descending], side) =>
      on.call(searchSortedCall(sorted(first, { descending }), queries, { side, descending })),
    oracle: ([first, queries, descending], side) => {
      const keys = keysOf(first, {});
      return Uint32Array.from(keysOf(queries, {}), (query) => {
        const isBefore = (key: bigint) => (descending ? key > query : key < query);
        return keys.filter((key) => isBefore(key) || (side === "right" && key === query)).length;
      });
    },
  }),
  oracleCase({
    name: "topK",
    arguments: fc.tuple(
      anyElementType.chain((type) => anyKeys(type)),
      fc.nat(),
      fc.constantFrom("largest", "smallest"),
    ),
    run: (on, keys, drawn, order) => on.call(topKCall(keys, drawn % (keys.length + 1), { order })),
    oracle: (keys, drawn, order) => {
      const indices = indicesBy([keys], [{ descending: order === "largest" }]);
      const first = indices.slice(0, drawn % (keys.length + 1));
      return { values: pick(keys, first), indices: Uint32Array.from(first) };
    },
  }),
  oracleCase({
    name: "topK of so few that blocks leave most out",
    arguments: fc.tuple(
      anyElementType.chain((type) => anyKeys(type, fc.integer({ min: 256, max: 6000 }))),
      fc.nat(),
      fc.constantFrom("largest", "smallest"),
    ),
    run: (on, keys, drawn, order) => on.call(topKCall(keys, fewBlocks(keys, drawn), { order })),
    oracle: (keys, drawn, order) => {
      const first = indicesBy([keys], [{ descending: order === "largest" }]).slice(0, fewBlocks(keys, drawn));
      return { values: pick(keys, first), indices: Uint32Array.from(first) };
    },
    runs: 120,
    gpuRuns: 0,
  }),
  oracleCase({
    name: "topK by way of the highest bits",
    arguments: fc.tuple(
      anyElementType.chain((type) => anyKeys(type, fc.integer({ min: 1, max: 900 }))),
      fc.nat(),
      fc.boolean(),
    ),
    run: (on, keys, drawn, isDescending) => {
      const wanted = { length: keys.length, count: fewOf(keys, drawn), isDescending };
      return on.call({
        input: [keys],
        steps: (primitives, [vector]) => firstSteps(withoutLeading(primitives), vector, wanted, 0),
        result: ([values, indices]) => ({ values, indices }),
      });
    },
    oracle: (keys, drawn, isDescending) => {
      const first = indicesBy([keys], [{ descending: isDescending }]).slice(0, fewOf(keys, drawn));
      return { values: pick(keys, first), indices: Uint32Array.from(first) };
    },
    runs: 60,
  }),
];
