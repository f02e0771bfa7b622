import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, shapeColumns } from "../move-columns.ts";
import { lengthSteps } from "../segments/offset-steps.ts";
import { shortRunLengthEncode } from "../short/selected.ts";
import { typed } from "../template-rule.ts";
import type { FilterOptions } from "./filter.ts";

/** Runs of equal elements. */
interface Runs<Values> {
  readonly values: Values; // the first element of each
  readonly lengths: Uint32Array; // how many it stands for, 1 or more
}

/**
 * The runs of equal neighbours: of each its first element and its length. `runLengthDecode` gives the elements back, except for the bits of NaNs.
 *
 * Equal are elements for which `Object.is` holds; records are equal where all their columns are. Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for an input that is no columns
 */
export interface RunLengthEncode<When extends "now" | "later"> {
  <Input extends Columns>(input: Input): Answer<When, Runs<Moved<Input>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: { readonly type: Type },
  ): Answer<When, Runs<ElementArray<Type>>>;
}

/** The call of `runLengthEncode`. */
export function runLengthEncodeCall(input: unknown, options: FilterOptions = {}): Call<unknown> {
  checkOptionNames(options, ["type"]);
  const { columns, type } = givenColumns(input, options.type);
  return {
    input: columns,
    *steps(on, vectors) {
      const heads = yield* done(on.headFlags(vectors));
      const values = yield* done(on.compact(vectors, heads));
      const offsets = yield* done(on.flagIndices(heads, true));
      return [...values, yield* lengthSteps(on, offsets)];
    },
    result: (found) => ({
      values: shapeColumns(type, found.slice(0, columns.length)),
      lengths: found[columns.length],
    }),
  };
}

/** `runLengthEncode(input)` gives the runs of equal neighbours, `{ values, lengths }` */
export const runLengthEncode: AlgorithmRow = {
  call: runLengthEncodeCall,
  short: shortRunLengthEncode,
  template: { results: ({ input }) => [typed("values", input), typed("lengths", "u32")] },
};
