import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Fold } from "../../executors/primitives.ts";
import { convert, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType, ScalarType } from "../../values/element-types.ts";
import { columnType, type ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { type Columns, givenColumns } from "../move-columns.ts";
import {
  byPredicate,
  type FlagSteps,
  flagSteps,
  inputAndPredicate,
  PREDICATE,
  type Predicate,
} from "../predicate.ts";

import { resolveColumns } from "../serve.ts";
import { shortAll, shortAny, shortCount } from "../short/selected.ts";
import { indices, type TemplateRule } from "../template-rule.ts";
import { type FoldCall, foldCall, pass } from "./fold.ts";

interface CountOptions {
  readonly type?: ValueType | undefined; // what an input without types of its own is read as
}

/** A function of an input and a predicate, which gives one value. */
interface OfFlags<When extends "now" | "later", Result> {
  <Input extends Columns>(input: Input, predicate: Predicate<Input>): Answer<When, Result>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    predicate: Predicate<ElementArray<Type>>,
    options: { readonly type: Type },
  ): Answer<When, Result>;
}

/**
 * How many elements a predicate holds for: `out = input.filter(predicate).length`.
 *
 * The input is a typed array or a record of columns; the predicate a typed term, flags, or a plain function of an element and its index.
 * Of nothing it is 0. A NaN is like any element to the predicate: ``fn`(x: f64) => x != x` `` holds for NaNs alone. Work O(n), span O(log n): all elements are looked at.
 *
 * @throws InvalidArgumentError for a predicate that does not fit the elements
 * @throws LengthMismatchError for columns or flags of different lengths
 */
export type Count<When extends "now" | "later"> = OfFlags<When, number>;

/**
 * Whether a predicate holds for every element: `out = input.every(predicate)`.
 *
 * The input is a typed array or a record of columns; the predicate a typed term, flags, or a plain function of an element and its index.
 * Of nothing it is true. Work O(n), span O(log n): all elements are looked at.
 *
 * @throws InvalidArgumentError for a predicate that does not fit the elements
 * @throws LengthMismatchError for columns or flags of different lengths
 */
export type All<When extends "now" | "later"> = OfFlags<When, boolean>;

/**
 * Whether a predicate holds for at least one element: `out = input.some(predicate)`.
 *
 * The input is a typed array or a record of columns; the predicate a typed term, flags, or a plain function of an element and its index.
 * Of nothing it is false. Work O(n), span O(log n): all elements are looked at.
 *
 * @throws InvalidArgumentError for a predicate that does not fit the elements
 * @throws LengthMismatchError for columns or flags of different lengths
 */
export type Any<When extends "now" | "later"> = OfFlags<When, boolean>;

/** The calls of what looks at flags as numbers 0 and 1 only: their sum, or whether one or all are set. */
function flagsCall<Result>(operator: "add" | "or" | "and", resultOf: (combined: number) => Result) {
  const nothing = [operator === "and" ? 1 : 0];
  const foldOf = foldsBy(operator);
  return (input: unknown, predicate: unknown, options: CountOptions = {}): FoldCall<Result> => {
    checkOptionNames(options, ["type"]);
    const given = givenColumns(input, options.type);
    const flags = flagSteps(predicate, given);
    return foldCall({
      fold: foldOf(flags, [...given.columns, ...flags.input].map(columnType), predicate),
      input: [...given.columns, ...flags.input],
      nothing,
      value: (row) => resultOf(Number(row[0])),
    });
  };
}

/** Folds of flags: those of a term are kept as long as it is, for each list of columns that it was met with. */
function foldsBy(operator: "add" | "or" | "and") {
  const ofTerms = new WeakMap<object, Map<string, Fold>>();
  const ofFlags = new Map<string, Fold>();
  return ({ flag, input }: FlagSteps, columns: readonly ScalarType[], predicate: unknown): Fold => {
    const key = columns.join();
    const folds = input.length > 0 ? ofFlags : (ofTerms.get(predicate as object) ?? new Map<string, Fold>());
    if (folds !== ofFlags) ofTerms.set(predicate as object, folds);
    const contract = resolveColumns({ operator }, "reduce", "u32");
    const fold = folds.get(key) ?? {
      columns,
      parameters: [],
      passes: [pass([[contract, convert("u32", flag)]])],
      results: [right("u32", 1)],
    };
    folds.set(key, fold);
    return fold;
  };
}

export const countCall = /* @__PURE__ */ flagsCall("add", (combined) => combined);
export const allCall = /* @__PURE__ */ flagsCall("and", (combined) => combined === 1);
export const anyCall = /* @__PURE__ */ flagsCall("or", (combined) => combined === 1);

const template: TemplateRule = {
  options: PREDICATE,
  arguments: inputAndPredicate,
  results: indices,
  call: byPredicate,
};

/** `count(input, predicate)` gives how many elements the predicate holds for */
export const count: AlgorithmRow = { call: countCall, short: shortCount, foldOf: "predicate", template };

/** `all(input, predicate)` gives whether it holds for every element */
export const all: AlgorithmRow = { call: allCall, short: shortAll, foldOf: "predicate", template };

/** `any(input, predicate)` gives whether it holds for at least one */
export const any: AlgorithmRow = { call: anyCall, short: shortAny, foldOf: "predicate", template };
