import { InvalidArgumentError } from "../../values/errors.ts";
import { columnsOf, type ValueType } from "../../values/value-types.ts";
import { defineElementFunction, type ElementFunction } from "../element-function.ts";
import { left } from "../term.ts";
import { type Cursor, cursorOf, expectNext, fail, peek, takeIf, takeNewName } from "./cursor.ts";
import { elaborateAny } from "./elaborate.ts";
import { parseExpression } from "./parse-expression.ts";
import { parseType } from "./parse-file.ts";
import type { Value } from "./scope.ts";
import { errorAt, type SourceText } from "./source-text.ts";

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
export function elementFunctionOf(source: SourceText, element?: ValueType): ElementFunction {
  const cursor = cursorOf(source);
  const head = parseHead(cursor, element);
  const body = parseExpression(cursor);
  if (peek(cursor).kind !== "end") fail(cursor, "the end of the text");
  const values = new Map(head.values);
  const scope = { source, operatorName: undefined, values, defining: new Set<string>() };
  const { type, terms } = elaborateAny(scope, body);
  return at(source, body.at, () => defineElementFunction(head.type, type, terms));
}

interface Head {
  readonly type: ValueType;
  readonly values: readonly (readonly [string, Value])[];
}

function parseHead(cursor: Cursor, element: ValueType | undefined): Head {
  if (!hasHead(cursor) && element !== undefined) return { type: element, values: namesIn(element) };
  expectNext(cursor, "(", "and the element, as in (value: f64) => value > 0");
  const name = takeNewName(cursor, "the name of the element");
  expectNext(cursor, ":", "and its type");
  const typeAt = peek(cursor).at;
  const type = parseType(cursor);
  at(cursor.source, typeAt, () => columnsOf(type, "the type"));
  expectNext(cursor, ")", "after the element");
  if (takeIf(cursor, "=>") === undefined && takeIf(cursor, "=") === undefined) {
    fail(cursor, '"=>" and the value');
  }
  return { type, values: [[name.text, elementOf(type, 0)]] };
}

// No expression begins so.
function hasHead({ tokens }: Cursor): boolean {
  return tokens.length > 2 && tokens[0].text === "(" && tokens[1].kind === "name" && tokens[2].text === ":";
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

/** What `make` gives; what it refuses is an error at that place of the text. */
function at<Made>(source: SourceText, offset: number, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw errorAt(source, offset, error.expected, error.actual);
  }
}
