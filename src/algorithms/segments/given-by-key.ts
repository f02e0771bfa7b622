import type { Primitives } from "../../executors/primitives.ts";
import { checkBoolean } from "../../values/check-arguments.ts";
import { LengthMismatchError } from "../../values/errors.ts";
import type { ValueType } from "../../values/value-types.ts";
import { done, type Steps } from "../call.ts";
import { type Columns, type GivenColumns, givenColumns } from "../move-columns.ts";
import { orderBySteps } from "../order/order-by.ts";

/** Which keys belong together. */
export interface ByKeyOptions {
  readonly adjacent?: boolean | undefined; // default: false, equal keys anywhere; true: only neighbours, so that nothing is moved
}

/** Keys, each with a value: one column, or a record of them, which are equal where all columns are. */
export type Keys = Columns;

/** Keys as a caller gives them, checked against the number of values. */
interface GivenByKey extends GivenColumns {
  readonly isAdjacent: boolean;
}

/** See GivenByKey. @throws InvalidArgumentError, LengthMismatchError */
export function givenByKey(
  keys: unknown,
  valueCount: number,
  { adjacent, keyType }: { readonly adjacent?: unknown; readonly keyType?: ValueType | undefined },
): GivenByKey {
  if (adjacent !== undefined) checkBoolean("adjacent", adjacent);
  const given = givenColumns(keys, keyType, "keys");
  if (given.length !== valueCount) throw new LengthMismatchError("values", given.length, valueCount);
  return { ...given, isAdjacent: adjacent === true };
}

/** Elements with equal keys side by side. */
interface Grouped<Vector> {
  readonly keys: readonly Vector[]; // of all elements
  readonly values: readonly Vector[];
  readonly indices: Vector | undefined; // where each element was, u32; undefined where all are in place, or nobody asked
  readonly heads: Vector; // flags, set where a group begins
  readonly offsets: Vector; // of the groups
}

/**
 * Puts equal keys together, in the order of the first column, then of the second, …; or, where only neighbours count, leaves all in place.
 *
 * One column goes along with its keys; of more, which are slower to move time and again, only the indices, and all are gathered once.
 */
export function* groupSteps<Vector>(
  on: Primitives<Vector>,
  byKey: GivenByKey,
  keys: readonly Vector[],
  values: readonly Vector[],
  asked: "values" | "indices" = "values",
): Steps<Grouped<Vector>> {
  const ordered = byKey.isAdjacent
    ? { keys, values, indices: undefined }
    : yield* orderedSteps(on, keys, values, asked);
  const heads = yield* done(on.headFlags(ordered.keys));
  return { ...ordered, heads, offsets: yield* done(on.flagIndices(heads, true)) };
}

function* orderedSteps<Vector>(
  on: Primitives<Vector>,
  keys: readonly Vector[],
  values: readonly Vector[],
  asked: "values" | "indices",
): Steps<Pick<Grouped<Vector>, "keys" | "values" | "indices">> {
  const by = keys.map((_, column) => ({ column, isDescending: false }));
  if (asked === "values" && keys.length === 1 && values.length === 1) {
    const [key, value] = yield* orderBySteps(on, [keys[0], values[0]], by);
    return { keys: [key], values: [value], indices: undefined };
  }
  const ordered = yield* orderBySteps(on, [...keys, yield* done(on.iota(keys[0]))], by);
  const indices = ordered[keys.length];
  return { keys: ordered.slice(0, -1), values: yield* done(on.gather(values, indices)), indices };
}
