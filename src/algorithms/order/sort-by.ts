import { checkOptionNames } from "../../values/check-name.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import {
  givenColumns,
  type Moved,
  outputColumns,
  type RecordOfColumns,
  shapeColumns,
} from "../move-columns.ts";
import { shortSortBy } from "../short/ordered.ts";
import { keyColumns, orderBySteps } from "./order-by.ts";

/** What is said of a call of `sortBy`. */
interface SortByOptions {
  readonly descending?: boolean | readonly boolean[] | undefined; // default: false; of all, or of each name in `by`
}

/**
 * Records in the order of one column, or of several: where records are equal in the first, the second decides, and so on.
 *
 * A column in a record in a record is named by its path: `"position.x"`. The order of each is that of `sort`, bools false before true;
 * records that are equal in all of them keep their order. The result has the shape of the input, and may be it.
 *
 * Work O(n) by digit of 8 bits in which the keys differ, and O(n) by column.
 *
 * @throws InvalidArgumentError for a name in `by` that no column has
 * @throws LengthMismatchError for columns of different lengths
 */
export type SortBy<When extends "now" | "later"> = <Input extends RecordOfColumns>(
  input: Input,
  by: string | readonly string[],
  options?: SortByOptions & { readonly output?: Moved<Input> | undefined },
) => Answer<When, Moved<Input>>;

/** The call of `sortBy`. */
export function sortByCall(
  input: unknown,
  by: unknown,
  options: {
    readonly descending?: unknown;
    readonly type?: ValueType | undefined;
    readonly output?: unknown;
  } = {},
): Call<unknown> {
  checkOptionNames(options, ["descending", "type", "output"]);
  const given = givenColumns(input, options.type);
  const keys = keyColumns(given, by, options.descending);
  return {
    input: given.columns,
    output: outputColumns(given, options.output, given.length),
    steps: (on, vectors) => orderBySteps(on, vectors, keys),
    result: (columns) => shapeColumns(given.type, columns),
  };
}

/** `sortBy(columns, names, { descending? })` gives records in the order of one column or several */
export const sortBy: AlgorithmRow = {
  call: sortByCall,
  short: shortSortBy,
  template: {
    options: ["by", "descending"],
    call: ({ input }, { input: _, by, ...asked }, callOf) => callOf(input, by, asked),
  },
};
