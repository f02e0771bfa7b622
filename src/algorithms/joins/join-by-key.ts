import { checkName, checkOptionNames } from "../../values/check-name.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { givenJoin, type JoinKeys } from "./given-join.ts";
import { pairSteps, selectedSteps } from "./join-steps.ts";
import { keyIdSteps } from "./key-ids.ts";

/** Pairs of rows with equal keys: `left[i]` and `right[i]` are indices, ready for `gather`. */
interface JoinedRows {
  readonly left: Uint32Array;
  readonly right: Uint32Array; // for a left row without a match the number of right rows, at which `gather` gives 0
}

/** Keys of the same columns, of which those of text may have another dictionary. */
type KeysLike<Keys> = Keys extends { readonly codes: Uint32Array; readonly dictionary: readonly string[] }
  ? JoinKeys
  : Keys extends ArrayBufferView
    ? Keys
    : { readonly [Field in keyof Keys]: KeysLike<Keys[Field]> };

const WAYS = ["inner", "left", "semi", "anti"] as const;

/**
 * Which rows of two tables have equal keys: `inner` every such pair, `left` these and each left row without a match, `semi` the left rows that
 * have a match, `anti` those that have none.
 *
 * Keys are columns of one type on both sides, columns of text, or records of these, which are equal where all columns are. Texts are equal by
 * their characters, whatever their codes; others where `Object.is` holds: a NaN equals a NaN, and −0 differs from +0. Pairs are in the order of
 * the left rows, and for each in the order of the right ones.
 *
 * Work O(n + m + pairs) for texts, bools, and integers whose range is not much larger than the number of keys; else that of one sort of all keys.
 *
 * @throws InvalidArgumentError for keys of two types, a code without a text, and 2^32 pairs or more; OutOfMemoryError for more than this host has room for
 * @throws LengthMismatchError for columns of one side that differ in length
 */
export interface JoinByKey<When extends "now" | "later"> {
  <Keys extends JoinKeys>(
    leftKeys: Keys,
    rightKeys: KeysLike<Keys>,
    options?: { readonly how?: "inner" | "left" | undefined },
  ): Answer<When, JoinedRows>;
  <Keys extends JoinKeys>(
    leftKeys: Keys,
    rightKeys: KeysLike<Keys>,
    options: { readonly how: "semi" | "anti" },
  ): Answer<When, Uint32Array>;
}

/** The call of `joinByKey`. */
export function joinByKeyCall(
  leftKeys: unknown,
  rightKeys: unknown,
  options: { readonly how?: unknown } = {},
): Call<unknown> {
  checkOptionNames(options, ["how"]);
  const how = checkName("how", WAYS, options.how === undefined ? "inner" : options.how);
  const given = givenJoin(leftKeys, rightKeys);
  const { left, right, texts } = given;
  const numbers = texts.flatMap((shared) => (shared === undefined ? [] : [shared.left, shared.right]));
  return {
    input: [...left.columns, ...right.columns, ...numbers],
    *steps(on, vectors) {
      if (left.length === 0 || right.length === 0) {
        const rows =
          how === "left" || how === "anti"
            ? yield* done(on.iota(vectors[0]))
            : yield* done(on.fill("u32", 0, 0));
        return [rows, yield* done(on.fill("u32", right.length, rows))];
      }
      const ids = yield* keyIdSteps(on, given, vectors);
      return how === "semi" || how === "anti"
        ? yield* selectedSteps(on, ids, how)
        : yield* pairSteps(on, ids, how, right.length);
    },
    result: ([leftRows, rightRows]: readonly ColumnArray[]) =>
      how === "semi" || how === "anti" ? leftRows : { left: leftRows, right: rightRows },
  };
}

/** `joinByKey(leftKeys, rightKeys, { how? })` gives the rows with equal keys: pairs, or with `semi` and `anti` left rows */
export const joinByKey: AlgorithmRow = { call: joinByKeyCall };
