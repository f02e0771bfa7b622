import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, outputColumns, shapeColumns } from "../move-columns.ts";
import { flagSteps, type Predicate } from "../predicate.ts";
import type { FilterOptions } from "./filter.ts";

/** Both sides of a partition: views of one array, one after the other. */
export interface Partitioned<Side> {
  readonly kept: Side; // for which the predicate holds
  readonly others: Side;
}

/**
 * The elements for which a predicate holds, and the others, both in their order.
 *
 * Both sides are views of one array of the input's length, the first before the second: of `output`, if there is one.
 * Work O(n) and one scan of the flags.
 *
 * @throws InvalidArgumentError, LengthMismatchError as `filter` does, and for an output that does not fit
 */
export interface Partition<When extends "now" | "later"> {
  <Input extends Columns>(
    input: Input,
    predicate: Predicate<Input>,
    options?: { readonly output?: Moved<Input> | undefined },
  ): Answer<When, Partitioned<Moved<Input>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    predicate: Predicate<ElementArray<Type>>,
    options: { readonly type: Type; readonly output?: ElementArray<Type> | undefined },
  ): Answer<When, Partitioned<ElementArray<Type>>>;
}

/** The call of `partition`. */
export function partitionCall(
  input: unknown,
  predicate: unknown,
  options: FilterOptions & { readonly output?: unknown } = {},
): Call<unknown> {
  checkOptionNames(options, ["type", "output"]);
  const given = givenColumns(input, options.type);
  const { columns, type } = given;
  const output = outputColumns(given, options.output, given.length);
  const { input: more, flags } = flagSteps(predicate, given);
  return {
    input: [...columns, ...more],
    output,
    *steps(on, vectors) {
      const elements = vectors.slice(0, columns.length);
      const kept = yield* flags(on, elements, vectors.slice(columns.length));
      const sides = yield* done(on.partition(elements, kept));
      return [...sides.columns, sides.keptCount];
    },
    result(found) {
      const keptCount = Number(found[columns.length][0]);
      const sides = found.slice(0, columns.length);
      return {
        kept: shapeColumns(
          type,
          sides.map((side) => side.subarray(0, keptCount)),
        ),
        others: shapeColumns(
          type,
          sides.map((side) => side.subarray(keptCount)),
        ),
      };
    },
  };
}
