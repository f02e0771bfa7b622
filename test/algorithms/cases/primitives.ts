import fc from "fast-check";
import { done } from "../../../src/algorithms/call.ts";
import { contractOf, recordContractOf } from "../../../src/conformance/contract-of.ts";
import { columnContract, derivedContract, scalarTypesOf } from "../../../src/contracts/column-contract.ts";
import { blockDyadic, leftFold } from "../../../src/expressions/expression.ts";
import { add, max, treeHash } from "../../../src/operators/built-in.ts";
import { argMax } from "../../../src/operators/combinators/arg-by.ts";
import { binary, constant, convert, left, right, type Term } from "../../../src/operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../src/values/element-types.ts";
import { imageBits } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType, SCALAR_TYPES } from "../../../src/values/value-types.ts";
import {
  anyColumn,
  anyColumns,
  anyFlags,
  anyIndices,
  anyLength,
  anyOffsets,
  anySegmented,
  skewedKeys,
} from "../arbitraries.ts";
import type { OracleCase } from "../oracle-case.ts";
import { callOf, primitiveCase } from "../primitive-case.ts";

type Columns = readonly ColumnArray[];

const anyType: fc.Arbitrary<ScalarType> = fc.constantFrom(...SCALAR_TYPES);

/** One or two columns of any types, with something drawn for their length. */
function columnsAnd<Drawn>(
  draw: (length: number) => fc.Arbitrary<Drawn>,
  types: fc.Arbitrary<readonly ScalarType[]> = fc.array(anyType, { minLength: 1, maxLength: 3 }),
): fc.Arbitrary<[Columns, Drawn]> {
  return fc
    .tuple(types, anyLength)
    .chain(([known, length]) => fc.tuple(anyColumns(known, fc.constant(length)), draw(length)));
}

const flagsOf = (length: number): fc.Arbitrary<Uint8Array> => anyFlags(fc.constant(length));

const anyOrder = (type: ScalarType) => {
  const width = type === "bool" ? 1 : 8 * SCALAR_TYPE_FACTS[type].bytes;
  return fc
    .tuple(
      fc.boolean(),
      fc.oneof({ weight: 3, arbitrary: fc.constant([0, width]) }, fc.tuple(fc.nat(width), fc.nat(width))),
    )
    .map(([isDescending, ends]) => {
      const [low, high] = ends[0] <= ends[1] ? ends : [ends[1], ends[0]];
      return { isDescending, bits: [low, high] as const };
    });
};

const anyKeys = (length: fc.Arbitrary<number>) =>
  anyType.chain((type) =>
    fc.tuple(fc.oneof(anyColumn(type, length), skewedKeys(type, length)), anyOrder(type)),
  );

function oneOf(type: ScalarType): number | bigint {
  return SCALAR_TYPE_FACTS[type].isBigInt ? 1n : 1;
}

/** Terms over two columns of one type: some operations, a constant, a conversion, a comparison. */
function termsOf(type: ScalarType): readonly Term[] {
  if (type === "bool") return [binary("and", left("bool", 0), right("bool", 0)), left("bool", 0)];
  const one = constant(type, oneOf(type));
  return [
    binary("add", left(type, 0), binary("multiply", right(type, 0), one)),
    binary("lessOrEqual", left(type, 0), right(type, 0)),
    convert("u32", left(type, 0)),
  ];
}

const CONTRACTS = [
  contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(4) }),
  contractOf({ operator: add, type: "f64", expression: blockDyadic(32) }),
  contractOf({ operator: add, type: "f32", expression: leftFold }),
  contractOf({ operator: max, type: "i32", expression: blockDyadic(32) }),
].map(columnContract);

const anyContract = fc.constantFrom(...CONTRACTS);

const someOrThrow = (values: readonly number[]) => fc.constantFrom(undefined, values);

/** Every primitive against that of javascript. */
export const PRIMITIVE_CASES: readonly OracleCase[] = [
  primitiveCase(
    "map",
    anyType.chain((type) => fc.tuple(fc.constant(type), anyColumns([type, type]))),
    (type, [first, second]) =>
      callOf([first, second], function* (on, [x, y]) {
        return yield* done(on.map(termsOf(type), [x], [y]));
      }),
  ),
  primitiveCase(
    "iota, fill, slice, concat",
    fc.tuple(
      anyType.chain((type) => anyColumn(type)),
      fc.nat(20),
      fc.nat(20),
    ),
    (column, start, length) =>
      callOf([column], function* (on, [x]) {
        const filled = yield* done(on.fill(columnType(column), oneOf(columnType(column)), length));
        const part = yield* done(on.slice(x, start, length));
        return [yield* done(on.iota(x)), filled, part, yield* done(on.concat(part, x))];
      }),
  ),
  primitiveCase(
    "gather",
    columnsAnd((length) => anyIndices(length, anyLength, true)),
    (columns, indices) =>
      callOf([...columns, indices], function* (on, input) {
        return yield* done(on.gather(input.slice(0, -1), input[columns.length]));
      }),
  ),
  primitiveCase(
    "scatter",
    fc
      .tuple(anyType, anyLength, anyLength)
      .chain(([type, length, target]) =>
        fc.tuple(
          anyColumn(type, fc.constant(length)),
          anyIndices(target, fc.constant(length), true),
          anyColumn(type, fc.constant(target)),
        ),
      ),
    (column, indices, into) =>
      callOf([column, indices, into], function* (on, [x, places, target]) {
        return yield* done(on.scatter([x], places, [target]));
      }),
  ),
  primitiveCase("compact", columnsAnd(flagsOf), (columns, flags) =>
    callOf([...columns, flags], function* (on, input) {
      return yield* done(on.compact(input.slice(0, -1), input[columns.length]));
    }),
  ),
  primitiveCase("partition", columnsAnd(flagsOf), (columns, flags) =>
    callOf([...columns, flags], function* (on, input) {
      const { kept, others } = yield* done(on.partition(input.slice(0, -1), input[columns.length]));
      return [...kept, ...others];
    }),
  ),
  primitiveCase("flagIndices", fc.tuple(anyFlags(), fc.boolean()), (flags, isClosed) =>
    callOf([flags], function* (on, [x]) {
      return [yield* done(on.flagIndices(x, isClosed))];
    }),
  ),
  primitiveCase(
    "headFlags",
    fc
      .tuple(anyType, anyType, anyLength)
      .chain(([first, second, length]) =>
        fc.tuple(skewedKeys(first, fc.constant(length)), skewedKeys(second, fc.constant(length))),
      ),
    (first, second) =>
      callOf([first, second], function* (on, [x, y]) {
        return [yield* done(on.headFlags([x])), yield* done(on.headFlags([x, y]))];
      }),
  ),
  primitiveCase(
    "segmentIds",
    anyLength.chain((length) => fc.tuple(fc.constant(length), anyOffsets(length))),
    (length, offsets) =>
      callOf([offsets], function* (on, [x]) {
        return [yield* done(on.segmentIds(x, length))];
      }),
  ),
  primitiveCase(
    "sort",
    fc
      .tuple(anyLength, fc.array(anyType, { maxLength: 2 }))
      .chain(([length, types]) =>
        fc.tuple(
          anyKeys(fc.constant(length)),
          fc.tuple(...types.map((type) => anyColumn(type, fc.constant(length)))),
        ),
      ),
    ([keys, order], payload) =>
      callOf([keys, ...payload], function* (on, [x, ...moved]) {
        const sorted = yield* done(on.sort(x, moved, order));
        return [sorted.keys, ...sorted.payload];
      }),
    { runs: 200 },
  ),
  primitiveCase(
    "searchSorted",
    fc.tuple(
      anyKeys(anyLength),
      fc.nat(2 ** 30),
      anyLength,
      fc.constantFrom("left" as const, "right" as const),
    ),
    ([keys, { isDescending }], seed, length, side) => {
      const type = columnType(keys);
      const queries = fc.sample(skewedKeys(type, fc.constant(length)), { seed, numRuns: 1 })[0];
      const bits = [0, type === "bool" ? 1 : 8 * SCALAR_TYPE_FACTS[type].bytes] as const;
      return callOf([keys, queries], function* (on, [x, wanted]) {
        const sorted = yield* done(on.sort(x, [], { isDescending, bits }));
        const all = yield* done(on.concat(x, wanted));
        return [yield* done(on.searchSorted(sorted.keys, all, side, isDescending))];
      });
    },
  ),
  primitiveCase(
    "reduce and scans",
    anyContract.chain((contract) => fc.tuple(fc.constant(contract), anyColumn(scalarTypesOf(contract)[0]))),
    (contract, column) =>
      callOf([column], function* (on, [x]) {
        const first = column[0] ?? 0;
        const exclusive = derivedContract(contract, { initial: { value: [first], placement: "outside" } });
        const prefixes = yield* done(on.scan(contract, "inclusive-scan", [x]));
        const before = column.length === 0 ? [] : yield* done(on.scan(exclusive, "exclusive-scan", [x]));
        return [...prefixes, ...before, ...(yield* done(on.reduce(contract, [x])))];
      }),
    { runs: 50 },
  ),
  primitiveCase(
    "segmented",
    anyContract.chain((contract) =>
      fc.tuple(
        fc.constant(contract),
        anySegmented([scalarTypesOf(contract)[0]]),
        someOrThrow([7]),
        fc.constantFrom("reduce" as const, "inclusive-scan" as const),
      ),
    ),
    (contract, { columns, offsets }, empty, observation) =>
      callOf([...columns, offsets], function* (on, [x, ends]) {
        const value = SCALAR_TYPE_FACTS[scalarTypesOf(contract)[0]].isBigInt ? empty?.map(BigInt) : empty;
        return yield* done(on.segmented(contract, observation, [x], ends, value));
      }),
    { runs: 150, gpuRuns: 0 }, // where nobody sees that a segment is empty; segmented.test.ts has the expressions that it serves
  ),
  primitiveCase(
    "segmented over records",
    fc.tuple(anySegmented(["f32", "u32"]), fc.constantFrom("reduce" as const, "inclusive-scan" as const)),
    ({ columns, offsets }, observation) =>
      callOf([...columns, offsets], function* (on, [values, indices, ends]) {
        const given = recordContractOf({ operator: argMax("f32", "u32"), expression: blockDyadic(4) });
        const contract = columnContract(given);
        return yield* done(on.segmented(contract, observation, [values, indices], ends, [0, 3]));
      }),
    { runs: 50 },
  ),
  primitiveCase(
    "countIndices",
    fc
      .oneof(fc.nat(20), fc.constantFrom(256, 5000))
      .chain((count) => fc.tuple(fc.constant(count), anyIndices(count, anyLength, true))),
    (binCount, indices) =>
      callOf([indices], function* (on, [x]) {
        const { counts, outsideCount } = yield* done(on.countIndices(x, binCount));
        return [counts, outsideCount];
      }),
  ),
  primitiveCase(
    "reduceByIndex, by sorting where it is absent",
    fc
      .tuple(anyContract, fc.nat(9), anyLength)
      .chain(([contract, binCount, length]) =>
        fc.tuple(
          fc.constant(contract),
          fc.constant(binCount),
          anyColumn(scalarTypesOf(contract)[0], fc.constant(length)),
          anyIndices(binCount, fc.constant(length), true),
        ),
      ),
    (contract, binCount, column, indices) =>
      callOf([column, indices], function* (on, [x, places]) {
        const empty = [SCALAR_TYPE_FACTS[scalarTypesOf(contract)[0]].isBigInt ? 7n : 7];
        if (on.reduceByIndex !== undefined) {
          const bins = yield* done(on.reduceByIndex(contract, places, [x], binCount, empty));
          if (bins !== undefined) return bins;
        }
        const sorted = yield* done(on.sort(places, [x], { isDescending: false, bits: [0, 32] }));
        const bins = yield* done(on.iota(yield* done(on.fill("u32", 0, binCount + 1))));
        const ends = yield* done(on.searchSorted(sorted.keys, bins, "left", false));
        const inside = column.length - indices.filter((index) => index >= binCount).length;
        const covered = [yield* done(on.slice(sorted.payload[0], 0, inside))];
        return yield* done(on.segmented(contract, "reduce", covered, ends, empty));
      }),
    { runs: 60 },
  ),
  primitiveCase(
    "leading, by sorting where it is absent",
    fc.tuple(anyKeys(fc.integer({ min: 200, max: 3000 })), fc.integer({ min: 1, max: 12 })),
    ([keys, { isDescending }], count) =>
      callOf([keys], function* (on, [x]) {
        const few = on.leading?.(x, count, isDescending);
        if (few !== undefined) {
          const found = yield* done(few);
          return [found.keys, found.indices];
        }
        const bits = [0, imageBits(columnType(keys))] as const;
        const sorted = yield* done(on.sort(x, [yield* done(on.iota(x))], { isDescending, bits }));
        return [
          yield* done(on.slice(sorted.keys, 0, count)),
          yield* done(on.slice(sorted.payload[0], 0, count)),
        ];
      }),
    { runs: 60, gpuRuns: 0 }, // absent there
  ),
  primitiveCase(
    "reduceByKey, by sorting where it is absent",
    fc
      .tuple(anyContract, anyType, anyLength)
      .chain(([contract, type, length]) =>
        fc.tuple(
          fc.constant(contract),
          skewedKeys(type, fc.constant(length)),
          anyColumn(scalarTypesOf(contract)[0], fc.constant(length)),
        ),
      ),
    (contract, keys, column) =>
      callOf([keys, column], function* (on, [x, values]) {
        const fast = on.reduceByKey?.(contract, x, [values]);
        if (fast !== undefined) {
          const found = yield* done(fast);
          return [found.keys, ...found.values];
        }
        const bits = [0, imageBits(columnType(keys))] as const;
        const sorted = yield* done(on.sort(x, [values], { isDescending: false, bits }));
        const heads = yield* done(on.headFlags([sorted.keys]));
        const offsets = yield* done(on.flagIndices(heads, true));
        const reduced = yield* done(on.segmented(contract, "reduce", sorted.payload, offsets, undefined));
        return [...(yield* done(on.compact([sorted.keys], heads))), ...reduced];
      }),
    { runs: 40, gpuRuns: 0 }, // absent there
  ),
];
