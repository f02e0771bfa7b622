import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, shapeColumns } from "../move-columns.ts";
import { shortGroupBy } from "../short/combined.ts";
import { keysAndValues, typed } from "../template-rule.ts";
import { type ByKeyOptions, givenByKey, groupSteps, type Keys } from "./given-by-key.ts";

/** Values put together by their keys: those of `keys[g]` are values[offsets[g]] … values[offsets[g+1] − 1]. */
interface Groups<KeyColumns, Values> {
  readonly keys: KeyColumns; // each once
  readonly offsets: Uint32Array; // of the groups among the values, one more than there are groups
  readonly values: Values;
}

/**
 * Values with equal keys, put together: `{ keys, offsets, values }`, groups in the order of `sort`, each in the order of the elements.
 *
 * Equal are keys for which `Object.is` holds; with `adjacent: true` only neighbours, and nothing is moved. `offsets` are segments as
 * `segmentedReduce` and its like take them. Elements keep their bits.
 *
 * Work O(n) by digit of 8 bits in which keys differ, with `adjacent` O(n).
 *
 * @throws InvalidArgumentError for keys or values that are no columns
 * @throws LengthMismatchError where there are not as many values as keys
 */
export interface GroupBy<When extends "now" | "later"> {
  <KeyColumns extends Keys, Values extends Columns>(
    keys: KeyColumns,
    values: Values,
    options?: ByKeyOptions,
  ): Answer<When, Groups<Moved<KeyColumns>, Moved<Values>>>;
  <KeyColumns extends Keys, Type extends ElementType>(
    keys: KeyColumns,
    values: ConvertibleInput,
    options: ByKeyOptions & { readonly type: Type },
  ): Answer<When, Groups<Moved<KeyColumns>, ElementArray<Type>>>;
}

/** The call of `groupBy`. */
export function groupByCall(
  keys: unknown,
  values: unknown,
  options: {
    readonly adjacent?: unknown;
    readonly keyType?: ValueType | undefined;
    readonly type?: ValueType | undefined;
  } = {},
): Call<Groups<unknown, unknown>> {
  checkOptionNames(options, ["adjacent", "keyType", "type"]);
  const given = givenColumns(values, options.type, "values");
  const byKey = givenByKey(keys, given.length, options);
  const keyCount = byKey.columns.length;
  return {
    input: [...byKey.columns, ...given.columns],
    *steps(on, vectors) {
      const groups = yield* groupSteps(on, byKey, vectors.slice(0, keyCount), vectors.slice(keyCount));
      const firsts = yield* done(on.compact(groups.keys, groups.heads));
      return [...firsts, groups.offsets, ...groups.values];
    },
    result: (found: readonly ColumnArray[]) => ({
      keys: shapeColumns(byKey.type, found.slice(0, keyCount)),
      offsets: found[keyCount] as Uint32Array,
      values: shapeColumns(given.type, found.slice(keyCount + 1)),
    }),
  };
}

/** `groupBy(keys, values, { adjacent? })` gives the values of each key side by side, `{ keys, offsets, values }` */
export const groupBy: AlgorithmRow = {
  call: groupByCall,
  short: shortGroupBy,
  template: {
    types: ["keys", "values"],
    arguments: keysAndValues,
    options: ["adjacent"],
    results: ({ keys, values }) => [
      typed("groupKeys", keys),
      typed("offsets", "u32"),
      typed("output", values),
    ],
  },
};
