// Texts and templates as functions of one element, with the expressions of operators.

import { checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { columnsOf, type ValueType } from "../../values/value-types.ts";
import { defineElementFunction, type ElementFunction } from "../element-function.ts";
import { left } from "../term.ts";
import { elaborateAny } from "./elaborate.ts";
import { cursorOf, type OperatorCursor } from "./grammar.ts";
import { type Hole, madeAt, type OperatorText, plainText, withHoles } from "./operator-text.ts";
import { parseExpression } from "./parse-expression.ts";
import { parseType } from "./parse-file.ts";
import type { ParseOptions } from "./parse-operator.ts";
import type { Value } from "./scope.ts";

/*
 * An element function, in the EBNF of the operator language:
 *
 *   function   = [ "(" name ":" type ")" "=>" ] expression
 *
 * Without a head the element's type comes from outside: its fields are in scope by their names, a single element as `value`.
 */

/** What a text without a head calls a single element. */
const ELEMENT = "value";

/** The element function of a text; `element` is the type of one where the text has no head. @throws OperatorSyntaxError */
function elementFunctionOf(source: OperatorText, element?: ValueType): ElementFunction {
  const cursor = cursorOf(source);
  const head = parseHead(cursor, element);
  const body = parseExpression(cursor);
  if (!cursor.isAtEnd) cursor.fail("the end of the text");
  const values = new Map(head.values);
  const scope = { source, operatorName: undefined, values, defining: new Set<string>() };
  const { type, terms } = elaborateAny(scope, body);
  return madeAt(source, body.at, () => defineElementFunction(head.type, type, terms));
}

interface Head {
  readonly type: ValueType;
  readonly values: readonly (readonly [string, Value])[];
}

function parseHead(cursor: OperatorCursor, element: ValueType | undefined): Head {
  if (!hasHead(cursor) && element !== undefined) return { type: element, values: namesIn(element) };
  cursor.expect("(", "and the element, as in (value: f64) => value > 0");
  const name = cursor.takeNewName("the name of the element");
  cursor.expect(":", "and its type");
  const typeAt = cursor.peek().at;
  const type = parseType(cursor);
  madeAt(cursor.source, typeAt, () => columnsOf(type, "the type"));
  cursor.expect(")", "after the element");
  if (cursor.takeIf("=>") === undefined && cursor.takeIf("=") === undefined) {
    cursor.fail('"=>" and the value');
  }
  return { type, values: [[name.text, elementOf(type, 0)]] };
}

// No expression begins so.
function hasHead(cursor: OperatorCursor): boolean {
  return cursor.isNext("(") && cursor.peek(1).kind === "name" && cursor.isNext(":", 2);
}

function namesIn(type: ValueType): Head["values"] {
  if (typeof type === "string") return [[ELEMENT, elementOf(type, 0)]];
  let next = 0;
  return Object.entries(type).map(([field, inner]) => {
    const value = elementOf(inner, next);
    next += value.terms.length;
    return [field, value] as const;
  });
}

function elementOf(type: ValueType, firstColumn: number): Value {
  return { type, terms: columnsOf(type).map((column, i) => left(column.type, firstColumn + i)) };
}

/** Options of `parseElementFunction`: the element's type, where the text does not say it. */
export interface ParseElementFunctionOptions extends ParseOptions {
  readonly type?: ValueType | undefined; // of the element, for a text without a head: `value > 0`, or `delay > 15` over a record's fields
}

/**
 * The element function that a text in the operator language defines: `(value: f64) => value >= 0`.
 *
 * As with `fn`, TypeScript cannot see the types in the text: the function fits every place, and is checked there when it runs.
 *
 * @throws OperatorSyntaxError with line, column and a frame, for syntax, names and types alike
 * @see docs/operator-language.md
 * @example
 * import { parseElementFunction } from "samebits/operators";
 * parseElementFunction("delay > 15", { type: { delay: "f32" } }).resultType; // → bool
 */
export function parseElementFunction<Type extends ValueType = ValueType, Result extends ValueType = never>(
  text: string,
  options: ParseElementFunctionOptions = {},
): ElementFunction<Type, Result> {
  checkOptionNames(options, ["source", "type"]);
  const source = checkText("source", options.source ?? "function");
  const { type } = options;
  if (type !== undefined) columnsOf(type);
  if (typeof text !== "string") {
    throw new InvalidArgumentError("text", "the text of an element function", describe(text));
  }
  return elementFunctionOf(plainText(source, text), type) as ElementFunction<Type, Result>;
}

/**
 * An element function in the operator language, inside TypeScript: ``fn`(value: f64) => value >= 0` ``.
 *
 * A `${}` takes what one of `op` takes. TypeScript cannot see the types in the text: the function fits every place, and is checked there when it runs.
 * Where they are named, as in ``fn<"f64", "bool">`…` ``, they are believed.
 *
 * @throws OperatorSyntaxError with line and column within the template, and a frame; holes show as `${1}`, `${2}`, …
 * @see docs/operator-language.md
 * @example
 * import { fn } from "samebits/operators";
 * const isLate = fn`(flight: { delay: f32 }) => flight.delay > ${15}`;
 * isLate.resultType; // → bool
 */
export function fn<Type extends ValueType = ValueType, Result extends ValueType = never>(
  strings: TemplateStringsArray,
  ...values: readonly Hole[]
): ElementFunction<Type, Result> {
  return elementFunctionOf(withHoles("function", strings, values)) as ElementFunction<Type, Result>;
}
