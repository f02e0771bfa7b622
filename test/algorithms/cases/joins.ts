import fc from "fast-check";
import { joinByKeyCall } from "../../../src/algorithms/joins/join-by-key.ts";
import type { Scalar } from "../../../src/values/element-types.ts";
import { keyImages } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType } from "../../../src/values/value-types.ts";
import { anyColumns, anyElementType, skewedKeys } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";
import { filled } from "./segment-pieces.ts";

// Joins: an oracle that compares each left row with each right one.

const WAYS = ["inner", "left", "semi", "anti"] as const;
const anyWay = fc.constantFrom(...WAYS);
const keyCount = fc.oneof(fc.nat(3), fc.nat(40), fc.nat(300));

function joinOf(leftKeys: readonly ColumnArray[], rightKeys: readonly ColumnArray[], how: string): unknown {
  const imagesOf = (keys: readonly ColumnArray[]): readonly string[] => {
    const images = keys.map((column) =>
      Array.from(keyImages(columnType(column), column) as ArrayLike<Scalar>, String),
    );
    return Array.from({ length: keys[0].length }, (_, i) => images.map((column) => column[i]).join());
  };
  const rights = imagesOf(rightKeys);
  const matches = imagesOf(leftKeys).map((key) =>
    rights.flatMap((other, row) => (other === key ? [row] : [])),
  );
  const rowsWhere = (holds: (found: readonly number[]) => boolean): Uint32Array =>
    Uint32Array.from(matches.flatMap((found, row) => (holds(found) ? [row] : [])));
  if (how === "semi") return rowsWhere(({ length }) => length > 0);
  if (how === "anti") return rowsWhere(({ length }) => length === 0);
  const kept = matches.map((found) => (found.length === 0 && how === "left" ? [rights.length] : found));
  return {
    left: Uint32Array.from(kept.flatMap((found, row) => found.map(() => row))),
    right: Uint32Array.from(kept.flat()),
  };
}

export const joinCases: readonly OracleCase[] = [
  oracleCase({
    name: "joinByKey of one column",
    arguments: fc
      .tuple(anyElementType, keyCount, keyCount)
      .chain(([type, leftCount, rightCount]) =>
        fc.tuple(skewedKeys(type, fc.constant(leftCount)), skewedKeys(type, fc.constant(rightCount)), anyWay),
      ),
    run: (on, leftKeys, rightKeys, how) => on.call(joinByKeyCall(leftKeys, rightKeys, { how })),
    oracle: (leftKeys, rightKeys, how) => joinOf([leftKeys], [rightKeys], how),
    gpuRuns: 4,
  }),
  oracleCase({
    name: "joinByKey of close integers, each at most once on the right",
    arguments: fc.tuple(
      fc.constantFrom("i32", "u32", "i64", "u64"),
      fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 90 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 60 })),
      fc.constantFrom(0, 1_000_000, 2 ** 31 - 100),
      anyWay,
    ),
    run: (on, type, left, right, low, how) =>
      on.call(joinByKeyCall(closeKeys(type, left, low), closeKeys(type, right, low), { how })),
    oracle: (type, left, right, low, how) =>
      joinOf([closeKeys(type, left, low)], [closeKeys(type, right, low)], how),
    gpuRuns: 2,
  }),
  oracleCase({
    name: "joinByKey of records",
    arguments: fc.tuple(
      keyCount.chain((length) => anyColumns(["bool", "i64"], fc.constant(length))),
      keyCount.chain((length) => anyColumns(["bool", "i64"], fc.constant(length))),
      anyWay,
    ),
    run: (on, [flag, key], [otherFlag, otherKey], how) =>
      on.call(joinByKeyCall({ flag, key }, { flag: otherFlag, key: otherKey }, { how })),
    oracle: (leftKeys, rightKeys, how) => joinOf(leftKeys, rightKeys, how),
    gpuRuns: 1,
  }),
];

/** Integers that lie close to each other, those with a sign on both sides of zero where `low` is 0. */
function closeKeys(type: "i32" | "u32" | "i64" | "u64", keys: readonly number[], low: number): ColumnArray {
  const isSigned = type === "i32" || type === "i64";
  const shifted = keys.map((key) => key + low - (isSigned && low === 0 ? 30 : 0));
  return filled(type, type === "i64" || type === "u64" ? shifted.map(BigInt) : shifted);
}
