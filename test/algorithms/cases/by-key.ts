import fc from "fast-check";
import { groupByCall } from "../../../src/algorithms/segments/group-by.ts";
import { reduceByKeyCall } from "../../../src/algorithms/segments/reduce-by-key.ts";
import { scanByKeyCall } from "../../../src/algorithms/segments/scan-by-key.ts";
import type { ContractOptions } from "../../../src/contracts/resolve.ts";
import { referenceReduce, referenceScan } from "../../../src/reference/reference.ts";
import type { ElementArray, ElementType, Scalar } from "../../../src/values/element-types.ts";
import { keyImages } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType } from "../../../src/values/value-types.ts";
import { anyColumn, anyColumns, anyElementType, anyLength, listOf, skewedKeys } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";
import { contractOf, filled, offsetsOf, pick } from "./segment-pieces.ts";

// By key: an oracle that looks for each key among those before.

/** For each group of equal keys the indices of its elements; groups in the order of their keys, or as they come. */
export function groupsOf(keys: readonly ColumnArray[], isAdjacent: boolean): readonly (readonly number[])[] {
  const images = keys.map((column) =>
    Array.from(keyImages(columnType(column), column) as ArrayLike<Scalar>, BigInt),
  );
  const nameOf = (i: number): string => images.map((column) => String(column[i]).padStart(20, "0")).join();
  const groups: { readonly name: string; readonly indices: number[] }[] = [];
  for (let i = 0; i < keys[0].length; i++) {
    const name = nameOf(i);
    const last = groups.at(-1);
    const found = isAdjacent
      ? last?.name === name
        ? last
        : undefined
      : groups.find((group) => group.name === name);
    if (found === undefined) groups.push({ name, indices: [i] });
    else found.indices.push(i);
  }
  if (!isAdjacent) groups.sort((left, right) => (left.name < right.name ? -1 : 1));
  return groups.map(({ indices }) => indices);
}

const keyLength = fc.oneof(
  fc.nat(40),
  anyLength.filter((length) => length <= 1100),
);

/** Keys of one type, values of another. */
const keysAndValues = fc
  .tuple(anyElementType, fc.constantFrom<ElementType>("f64", "u64", "i32"), keyLength, fc.boolean())
  .chain(([keyType, valueType, length, isAdjacent]) =>
    fc.tuple(
      fc.oneof(skewedKeys(keyType, fc.constant(length)), narrowKeys(keyType, length)),
      anyColumn(valueType, fc.constant(length)),
      fc.constant(isAdjacent),
    ),
  );

/** Small numbers around zero, of which there are few different ones. */
function narrowKeys(type: ElementType, length: number): fc.Arbitrary<ColumnArray> {
  return fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((drawn) =>
    filled(
      type,
      drawn.map((key) => (type === "i64" || type === "u64" ? BigInt(key) : key + (type === "i32" ? -4 : 0))),
    ),
  );
}

const ofValues = (column: ColumnArray): ContractOptions => ({
  operator: columnType(column) === "u64" ? "tree-hash" : "add",
});

export const byKeyCases: readonly OracleCase[] = [
  oracleCase({
    name: "reduceByKey",
    arguments: keysAndValues,
    run: (on, keys, values, adjacent) =>
      on.call(reduceByKeyCall(keys, values, { ...ofValues(values), adjacent })),
    oracle: (keys, values, adjacent) => {
      const groups = groupsOf([keys], adjacent);
      const contract = contractOf(ofValues(values), "reduce", columnType(values) as ElementType);
      const reduced = groups.map((indices) =>
        referenceReduce(contract, pick(values, indices) as ElementArray),
      );
      return {
        keys: pick(
          keys,
          groups.map(([first]) => first),
        ),
        values: filled(contract.accumulate, reduced),
      };
    },
  }),
  oracleCase({
    name: "scanByKey",
    arguments: keysAndValues,
    run: (on, keys, values, adjacent) =>
      on.call(scanByKeyCall(keys, values, { ...ofValues(values), adjacent })),
    oracle: (keys, values, adjacent) => {
      const contract = contractOf(ofValues(values), "inclusive-scan", columnType(values) as ElementType);
      const prefixes: Scalar[] = listOf(values).slice();
      for (const indices of groupsOf([keys], adjacent)) {
        const scanned = referenceScan(contract, "inclusive-scan", pick(values, indices) as ElementArray);
        for (const [i, index] of indices.entries()) prefixes[index] = scanned[i];
      }
      return filled(contract.accumulate, prefixes);
    },
  }),
  oracleCase({
    name: "groupBy",
    arguments: fc.tuple(
      keyLength.chain((length) =>
        fc.tuple(skewedKeys("f32", fc.constant(length)), anyColumns(["bool", "i64"], fc.constant(length))),
      ),
      fc.boolean(),
    ),
    run: (on, [key, [flag, value]], adjacent) => on.call(groupByCall({ key, flag }, value, { adjacent })),
    oracle: ([key, [flag, value]], adjacent) => {
      const groups = groupsOf([key, flag], adjacent);
      const firsts = groups.map(([first]) => first);
      return {
        keys: { key: pick(key, firsts), flag: pick(flag, firsts) },
        offsets: offsetsOf(groups.map(({ length }) => length)),
        values: pick(value, groups.flat()),
      };
    },
    gpuRuns: 1,
  }),
];
