import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, bitcast, constant, left, type Term } from "../../operators/term.ts";
import { type KeyRange, narrowRange } from "../../values/key-range.ts";
import { done, type Steps } from "../call.ts";
import type { GivenContract } from "../given-contract.ts";
import type { GivenByKey } from "./given-by-key.ts";

/** Keys that are indices, but for where they begin. */
export interface NarrowKeys extends KeyRange {
  readonly type: "u32" | "i32";
}

/** A range that is worth a bin for each of its integers is no longer than the keys, or short. */
const SHORT_RANGE = 1024;

/** Keys whose values can go to bins of their own; undefined for all others. */
export function narrowKeys(
  { columns: [keys, ...others], length, isAdjacent }: GivenByKey,
  { segments }: TypedContract | RecordContract,
): NarrowKeys | undefined {
  if (isAdjacent || others.length > 0 || segments === "lifted") return undefined;
  if (!(keys instanceof Uint32Array || keys instanceof Int32Array)) return undefined;
  const range = narrowRange(keys, Math.max(SHORT_RANGE, length));
  return range && { ...range, type: keys instanceof Int32Array ? "i32" : "u32" };
}

/** Keys and values, by a bin for each integer between the least and the largest key; undefined where an executor has no way to it. */
export function* byIndexSteps<Vector>(
  on: Primitives<Vector>,
  { type, least, count }: NarrowKeys,
  { contract, sums }: GivenContract,
  [keys, columns]: readonly [keys: Vector, columns: readonly Vector[]],
): Steps<readonly Vector[] | undefined> {
  const first = constant("u32", least >>> 0);
  const bits = type === "u32" ? left("u32") : bitcast("u32", left("i32"));
  const [indices] = yield* done(on.map([binary("subtract", bits, first)], [keys]));
  const none = sums.map((column) => (column.type === "i64" || column.type === "u64" ? 0n : 0));
  const reduced = on.reduceByIndex?.(contract, indices, columns, count, none);
  if (reduced === undefined) return undefined;
  const values = yield* done(reduced);
  const { counts } = yield* done(on.countIndices(indices, count));
  const key = binary("add", left("u32", 0), first);
  const keyTerm: Term = type === "u32" ? key : bitcast("i32", key);
  const isThere = binary("less", constant("u32", 0), left("u32", 1));
  const [all, flags] = yield* done(on.map([keyTerm, isThere], [yield* done(on.iota(counts)), counts]));
  return yield* done(on.compact([all, ...values], flags));
}
