import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkBoolean } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, shapeColumns } from "../move-columns.ts";
import { orderBySteps } from "../order/order-by.ts";
import { shortUnique } from "../short/selected.ts";

/** What is said of a call of `unique`. */
interface UniqueOptions {
  readonly anywhere?: boolean | undefined; // default: false, only neighbours count as equal; true: the results come in order
}

/**
 * The elements without those that are equal to the one before: of each run of equal elements the first.
 *
 * Equal are elements for which `Object.is` holds: a NaN equals a NaN, and −0 differs from +0. Records are equal where all their columns are.
 * `anywhere: true` sorts first, records by their columns from the first on, so that each value is there once, in order; of equal NaNs the first
 * keeps its bits.
 *
 * Work O(n); with `anywhere` that of a sort by each column.
 *
 * @throws InvalidArgumentError, LengthMismatchError for an input that is no columns
 */
export interface Unique<When extends "now" | "later"> {
  <Input extends Columns>(input: Input, options?: UniqueOptions): Answer<When, Moved<Input>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: UniqueOptions & { readonly type: Type },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `unique`. */
export function uniqueCall(
  input: unknown,
  options: { readonly anywhere?: unknown; readonly type?: ValueType | undefined } = {},
): Call<unknown> {
  checkOptionNames(options, ["anywhere", "type"]);
  const anywhere = checkBoolean("anywhere", options.anywhere === undefined ? false : options.anywhere);
  const { columns, type } = givenColumns(input, options.type);
  const by = columns.map((_, column) => ({ column, isDescending: false }));
  return {
    input: columns,
    *steps(on, vectors) {
      const elements = anywhere ? yield* orderBySteps(on, vectors, by) : vectors;
      const heads = yield* done(on.headFlags(elements));
      return yield* done(on.compact(elements, heads));
    },
    result: (kept) => shapeColumns(type, kept),
  };
}

/** `unique(input, { anywhere? })` gives of each run of equal neighbours the first; with `anywhere` each value once, in order */
export const unique: AlgorithmRow = {
  call: uniqueCall,
  short: shortUnique,
  template: { options: ["anywhere"] },
};
