import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { firstOutOfOrder } from "../../values/total-order.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import {
  checkLength,
  type GivenColumns,
  givenColumns,
  type Moved,
  nameOf,
  type RecordOfColumns,
  shapeColumns,
} from "../move-columns.ts";
import { shortMerge } from "../short/ordered.ts";
import { typed } from "../template-rule.ts";
import { type KeyColumn, keyColumns, orderBySteps } from "./order-by.ts";

/**
 * Two inputs that are in order as one that is: of equal elements those of `left` come first, each side's in its order.
 *
 * Single elements are in the order of `sort`, records in that of `sortBy` by the names in `by`. The result is as long as both together.
 *
 * Work that of one stable sort of both: O(n) by digit of 8 bits in which the keys differ.
 *
 * @throws InvalidArgumentError for an input that is not in order, naming the first index whose element comes before the one before it, and
 * for inputs of two types
 */
export interface Merge<When extends "now" | "later"> {
  <Input extends ElementArray>(
    left: Input,
    right: ElementArray<ElementTypeOf<Input>>,
    options?: { readonly descending?: boolean | undefined },
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends ElementType>(
    left: ConvertibleInput,
    right: ConvertibleInput,
    options: { readonly type: Type; readonly descending?: boolean | undefined },
  ): Answer<When, ElementArray<Type>>;
  <Input extends RecordOfColumns>(
    left: Input,
    right: Moved<Input>,
    options: {
      readonly by: string | readonly string[];
      readonly descending?: boolean | readonly boolean[] | undefined;
    },
  ): Answer<When, Moved<Input>>;
}

/** The call of `merge`. */
export function mergeCall(
  left: unknown,
  right: unknown,
  options: {
    readonly by?: unknown;
    readonly descending?: unknown;
    readonly type?: ValueType | undefined;
  } = {},
): Call<unknown> {
  checkOptionNames(options, ["by", "descending", "type"]);
  const first = givenColumns(left, options.type, "left");
  const second = givenColumns(right, first.type, "right");
  checkLength(first.length + second.length, "left and right together");
  const keys = keysOf(first, options);
  checkInOrder(first, keys);
  checkInOrder(second, keys);
  const { length: columnCount } = first.columns;
  return {
    input: [...first.columns, ...second.columns],
    *steps(on, vectors) {
      const both = [];
      for (let i = 0; i < columnCount; i++) {
        both.push(yield* done(on.concat(vectors[i], vectors[columnCount + i])));
      }
      return yield* orderBySteps(on, both, keys);
    },
    result: (columns) => shapeColumns(first.type, columns),
  };
}

function keysOf(
  given: GivenColumns,
  { by, descending }: { readonly by?: unknown; readonly descending?: unknown },
): readonly KeyColumn[] {
  if (typeof given.type !== "string") return keyColumns(given, by, descending);
  if (by !== undefined) {
    throw new InvalidArgumentError("by", "left out, for single elements", describe(by));
  }
  return keyColumns(given, "", descending); // their one column has no name
}

function checkInOrder(given: GivenColumns, keys: readonly KeyColumn[]): void {
  const index = firstOutOfOrder(
    keys.map(({ column, isDescending }) => ({ column: given.columns[column], isDescending })),
  );
  if (index === -1) return;
  const [{ column }] = keys;
  const name = nameOf(given.argument, given.names[column]);
  const [previous, element] = [given.columns[column][index - 1], given.columns[column][index]];
  const fact =
    keys.length === 1
      ? `${describe(element)} at ${index}, after ${describe(previous)}`
      : `a record at ${index} that comes before the one before it`;
  throw new InvalidArgumentError(name, "in order", fact);
}

/** `merge(left, right, { by?, descending? })` gives the elements of both in order, each of which is in order already */
export const merge: AlgorithmRow = {
  call: mergeCall,
  short: shortMerge,
  template: {
    options: ["by", "descending"],
    arguments: ({ input }) => [typed("left", input), typed("right", input)],
  },
};
