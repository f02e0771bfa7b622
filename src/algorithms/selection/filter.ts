import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, shapeColumns } from "../move-columns.ts";
import { byPredicate, flagSteps, inputAndPredicate, PREDICATE, type Predicate } from "../predicate.ts";
import { shortFilter } from "../short/selected.ts";

/**
 * The elements for which a predicate holds, in their order: `out = [x for x in input if predicate(x)]`.
 *
 * The input is a typed array or a record of columns, which are filtered together; the result has its shape, and the elements their bits.
 * The predicate is a typed term, which runs wherever the elements are, flags of the input's length, or a plain function of an element and its index.
 *
 * Work O(n) and one scan of the flags.
 *
 * @throws InvalidArgumentError for a predicate that does not fit the elements, or a plain one that gives neither true nor false
 * @throws LengthMismatchError for columns or flags of different lengths
 * @see docs/what-scans-are-for.md (Blelloch 1990, pack)
 */
export interface Filter<When extends "now" | "later"> {
  <Input extends Columns>(input: Input, predicate: Predicate<Input>): Answer<When, Moved<Input>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    predicate: Predicate<ElementArray<Type>>,
    options: { readonly type: Type },
  ): Answer<When, ElementArray<Type>>;
}

export interface FilterOptions {
  readonly type?: ValueType | undefined; // what an input without types of its own is read as
}

/** The call of `filter`. */
export function filterCall(input: unknown, predicate: unknown, options: FilterOptions = {}): Call<unknown> {
  checkOptionNames(options, ["type"]);
  const given = givenColumns(input, options.type);
  const { columns, type } = given;
  const { input: more, flags } = flagSteps(predicate, given);
  return {
    input: [...columns, ...more],
    *steps(on, vectors) {
      const elements = vectors.slice(0, columns.length);
      const kept = yield* flags(on, elements, vectors.slice(columns.length));
      return yield* done(on.compact(elements, kept));
    },
    result: (kept) => shapeColumns(type, kept),
  };
}

/** `filter(input, predicate)` gives the elements for which the predicate holds */
export const filter: AlgorithmRow = {
  call: filterCall,
  short: shortFilter,
  template: { options: PREDICATE, arguments: inputAndPredicate, call: byPredicate },
};
