import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns } from "../move-columns.ts";
import { byPredicate, flagSteps, inputAndPredicate, PREDICATE, type Predicate } from "../predicate.ts";
import { shortFilterIndices } from "../short/selected.ts";
import { indices } from "../template-rule.ts";
import type { FilterOptions } from "./filter.ts";

/**
 * The indices of the elements for which a predicate holds, increasing: `gather(input, filterIndices(input, p))` is `filter(input, p)`.
 *
 * Work O(n) and one scan of the flags.
 *
 * @throws InvalidArgumentError, LengthMismatchError as `filter` does
 */
export interface FilterIndices<When extends "now" | "later"> {
  <Input extends Columns>(input: Input, predicate: Predicate<Input>): Answer<When, Uint32Array>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    predicate: Predicate<ElementArray<Type>>,
    options: { readonly type: Type },
  ): Answer<When, Uint32Array>;
}

/** The call of `filterIndices`. */
export function filterIndicesCall(
  input: unknown,
  predicate: unknown,
  options: FilterOptions = {},
): Call<unknown> {
  checkOptionNames(options, ["type"]);
  const given = givenColumns(input, options.type);
  const { columns } = given;
  const { input: more, flags } = flagSteps(predicate, given);
  return {
    input: [...columns, ...more],
    *steps(on, vectors) {
      const kept = yield* flags(on, vectors.slice(0, columns.length), vectors.slice(columns.length));
      return [yield* done(on.flagIndices(kept, false))];
    },
    result: ([indices]) => indices,
  };
}

/** `filterIndices(input, predicate)` gives where they are */
export const filterIndices: AlgorithmRow = {
  call: filterIndicesCall,
  short: shortFilterIndices,
  template: { options: PREDICATE, arguments: inputAndPredicate, results: indices, call: byPredicate },
};
