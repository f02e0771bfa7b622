import { newBrand } from "../values/brand.ts";
import { type Column, columnsOf, typeOfColumns, type ValueType } from "../values/value-types.ts";
import { checkLeftAlone, checkRoots } from "./check-terms.ts";
import { hashOf } from "./define-operator.ts";
import type { Term } from "./term.ts";

// In types only, and never there: a function of some fields is one of every record that has them.
declare const takes: unique symbol;

/**
 * A typed term of one element, or one for each column of its result: what maps, and where the result is a bool, what filters.
 *
 * It has the semantics of operators, on every executor; a plain function can only run where it was written. `Type` is what it can be
 * given: a function of `{ delay: f32 }` takes records with more fields, too.
 */
export interface ElementFunction<Type = never, Result extends ValueType = ValueType> {
  readonly kind: "element-function";
  readonly hash: string; // of both types and the terms, 16 hex digits
  readonly type: ValueType; // of the element
  readonly columns: readonly Column[]; // of the element
  readonly resultType: Result;
  readonly terms: readonly Term[]; // by column of the result; their leaves are all `left`
  readonly [takes]?: ((element: Type) => void) | undefined;
}

/**
 * The element function whose terms, one for each column of the result, are given. They look at the element as `left`.
 *
 * @throws InvalidArgumentError for terms that do not fit the result, are too large or too deep, or look at `right` or at no column
 */
export function defineElementFunction<Type extends ValueType, Result extends ValueType>(
  type: Type,
  resultType: Result,
  terms: readonly Term[],
): ElementFunction<Type, Result> {
  const columns = columnsOf(type);
  const results = columnsOf(resultType, "resultType");
  const checked = checkRoots(columns, results, terms);
  checkLeftAlone("terms", "over one element, left", checked);
  const [from, to] = [typeOfColumns(columns), typeOfColumns(results) as Result];
  const hash = hashOf({ from, to }, checked);
  return ELEMENT_FUNCTIONS.mark({
    kind: "element-function",
    hash,
    type: from,
    columns,
    resultType: to,
    terms: checked,
  });
}

const ELEMENT_FUNCTIONS = newBrand("element function");

/** Whether a value is an element function that this package has made; what only looks like one is not. */
export function isElementFunction(value: unknown): value is ElementFunction {
  return ELEMENT_FUNCTIONS.has(value);
}
