import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { convert, left } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { type Columns, type GivenColumns, givenColumns } from "../move-columns.ts";
import { perType } from "../per-type.ts";
import {
  byPredicate,
  type FlagSteps,
  flagSteps,
  inputAndPredicate,
  PREDICATE,
  type Predicate,
} from "../predicate.ts";

import { resolveColumns } from "../serve.ts";
import { indices, type TemplateRule } from "../template-rule.ts";

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
 * Of nothing it is 0. Work O(n), span O(log n): all elements are looked at.
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
  return (input: unknown, predicate: unknown, options: CountOptions = {}): Call<Result> => {
    checkOptionNames(options, ["type"]);
    const given = givenColumns(input, options.type);
    const flags = flagSteps(predicate, given);
    return {
      input: [...given.columns, ...flags.input],
      *steps(on, vectors) {
        return [yield* combineFlags(on, operator, given, flags, vectors)];
      },
      result: ([combined]: readonly ColumnArray[]) => resultOf(Number(combined[0])),
    };
  };
}

const NUMBER_OF = perType((flag: "bool") => convert("u32", left(flag)));

function* combineFlags<Vector>(
  on: Primitives<Vector>,
  operator: "add" | "or" | "and",
  { columns }: GivenColumns,
  { flags }: FlagSteps,
  vectors: readonly Vector[],
): Steps<Vector> {
  const set = yield* flags(on, vectors.slice(0, columns.length), vectors.slice(columns.length));
  const numbers = yield* done(on.map([NUMBER_OF("bool")], [set]));
  const contract = resolveColumns({ operator, initial: operator === "and" ? 1 : 0 }, "reduce", "u32");
  const [combined] = yield* done(on.reduce(contract, numbers));
  return combined;
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
export const count: AlgorithmRow = { call: countCall, template };

/** `all(input, predicate)` gives whether it holds for every element */
export const all: AlgorithmRow = { call: allCall, template };

/** `any(input, predicate)` gives whether it holds for at least one */
export const any: AlgorithmRow = { call: anyCall, template };
