import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { LengthMismatchError } from "../../values/errors.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import {
  type Columns,
  givenColumns,
  type Moved,
  nameOf,
  outputColumns,
  shapeColumns,
} from "../move-columns.ts";
import { shortSortPairs } from "../short/ordered.ts";
import { keysAndValues, typed } from "../template-rule.ts";
import { givenKeys } from "./given-keys.ts";
import { type GivenOrder, type OrderOptions, orderOf } from "./order-options.ts";

/** Keys in order, and what moved with them. */
interface SortedPairs<Keys, Values> {
  readonly keys: Keys;
  readonly values: Values;
}

/**
 * Keys in order, and values moved with them: with `order = argsort(keys)`, `out = { keys: gather(keys, order), values: gather(values, order) }`.
 *
 * Values are a typed array or a record of columns, in whose shape they come back. The order is that of `sort`: total and stable.
 *
 * Work O(n) by digit of 8 bits in which the keys differ.
 *
 * @throws InvalidArgumentError for keys that are a record, for `bits` that their type does not have
 * @throws LengthMismatchError for values of another length than the keys
 */
export interface SortPairs<When extends "now" | "later"> {
  <Keys extends ElementArray, Values extends Columns>(
    keys: Keys,
    values: Values,
    options?: OrderOptions & {
      readonly output?: SortedPairs<ElementArray<ElementTypeOf<Keys>>, Moved<Values>> | undefined;
    },
  ): Answer<When, SortedPairs<ElementArray<ElementTypeOf<Keys>>, Moved<Values>>>;
  <Type extends ElementType, Values extends Columns>(
    keys: ConvertibleInput,
    values: Values,
    options: OrderOptions & {
      readonly type: Type; // of the keys
      readonly output?: SortedPairs<ElementArray<Type>, Moved<Values>> | undefined;
    },
  ): Answer<When, SortedPairs<ElementArray<Type>, Moved<Values>>>;
}

/** The call of `sortPairs`. */
export function sortPairsCall(
  keys: unknown,
  values: unknown,
  options: GivenOrder & { readonly type?: ValueType | undefined; readonly output?: unknown } = {},
): Call<SortedPairs<unknown, unknown>> {
  checkOptionNames(options, ["descending", "bits", "type", "output"]);
  const given = givenKeys(keys, options.type, "keys");
  const moved = givenColumns(values, undefined, "values");
  if (moved.length !== given.keys.length) {
    throw new LengthMismatchError(nameOf("values", moved.names[0]), given.keys.length, moved.length);
  }
  const order = orderOf(given.type, options);
  const both = {
    argument: "pairs",
    type: { keys: given.type, values: moved.type },
    names: [
      { path: ["keys"], type: given.type },
      ...moved.names.map(({ path, type }) => ({ path: ["values", ...path], type })),
    ],
    columns: [given.keys, ...moved.columns],
    length: moved.length,
  };
  return {
    input: both.columns,
    output: outputColumns(both, options.output, both.length),
    *steps(on, [vector, ...payload]) {
      const sorted = yield* done(on.sort(vector, payload, order));
      return [sorted.keys, ...sorted.payload];
    },
    result: ([sorted, ...columns]) => ({ keys: sorted, values: shapeColumns(moved.type, columns) }),
  };
}

/** `sortPairs(keys, values, { descending?, bits? })` gives keys in order, with what belongs to them */
export const sortPairs: AlgorithmRow = {
  call: sortPairsCall,
  short: shortSortPairs,
  template: {
    types: ["keys", "values"],
    options: ["descending", "bits"],
    arguments: keysAndValues,
    results: ({ keys, values }) => [typed("sortedKeys", keys), typed("sortedValues", values)],
  },
};
