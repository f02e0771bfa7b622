import { columnsOf, type ValueType } from "../../values/value-types.ts";
import { defineElementFunction, type ElementFunction } from "../element-function.ts";
import { left } from "../term.ts";
import { elaborateAny } from "./elaborate.ts";
import { cursorOf, type OperatorCursor } from "./grammar.ts";
import { madeAt, type OperatorText } from "./operator-text.ts";
import { parseExpression } from "./parse-expression.ts";
import { parseType } from "./parse-file.ts";
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
export function elementFunctionOf(source: OperatorText, element?: ValueType): ElementFunction {
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
