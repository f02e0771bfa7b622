import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, outputColumns, shapeColumns } from "../move-columns.ts";
import { byPredicate, flagSteps, inputAndPredicate, PREDICATE, type Predicate } from "../predicate.ts";
import { shortPartition } from "../short/selected.ts";
import { typed } from "../template-rule.ts";
import type { FilterOptions } from "./filter.ts";

/** Both sides of a partition. */
interface Partitioned<Side> {
  readonly kept: Side; // for which the predicate holds
  readonly others: Side;
}

/**
 * The elements for which a predicate holds, and the others, both in their order.
 *
 * With an `output` of the input's length both are views of it, the first before the second. Work O(n) and one scan of the flags.
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
    *steps(on, vectors) {
      const elements = vectors.slice(0, columns.length);
      const kept = yield* flags(on, elements, vectors.slice(columns.length));
      const sides = yield* done(on.partition(elements, kept));
      return [...sides.kept, ...sides.others];
    },
    result(found) {
      const kept = found.slice(0, columns.length);
      const others = found.slice(columns.length);
      return {
        kept: shapeColumns(type, output === undefined ? kept : putInto(output, kept, 0)),
        others: shapeColumns(type, output === undefined ? others : putInto(output, others, kept[0].length)),
      };
    },
  };
}

/** Copies of columns in an output, from `start` on. */
function putInto(
  output: readonly ColumnArray[],
  columns: readonly ColumnArray[],
  start: number,
): readonly ColumnArray[] {
  return columns.map((column, i) => {
    const place = output[i].subarray(start, start + column.length);
    (place as Uint8Array).set(column as Uint8Array);
    return place;
  });
}

/** `partition(input, predicate)` gives `{ kept, others }` */
export const partition: AlgorithmRow = {
  call: partitionCall,
  short: shortPartition,
  template: {
    options: PREDICATE,
    arguments: inputAndPredicate,
    results: ({ input }) => [typed("kept", input), typed("others", input)],
    call: byPredicate,
  },
};
