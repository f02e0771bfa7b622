import type { ScalarType } from "../../values/element-types.ts";
import { printType, SCALAR_TYPES, type ValueType } from "../../values/value-types.ts";
import {
  type Cursor,
  cursorOf,
  expectNext,
  fail,
  isNext,
  nearest,
  nested,
  peek,
  take,
  takeField,
  takeIf,
  takeNewName,
} from "./cursor.ts";
import { parseExpression } from "./parse-expression.ts";
import { errorAt, type SourceText } from "./source-text.ts";
import type { OperatorSyntax, Syntax } from "./syntax.ts";

/*
 * The operator language, in EBNF. Comments run from # or // to the end of the line.
 *
 *   file       = [ "operator" kebab-name ] "(" name ":" type "," name [ ":" type ] ")" ( "=>" | "=" ) expression { clause }
 *   clause     = "identity" expression | "start" expression | "where" name "=>" expression        (each at most once)
 *   type       = scalar | "{" field ":" type { "," field ":" type } "}"
 *   scalar     = "f64" | "f32" | "i64" | "u64" | "i32" | "u32" | "bool"
 *   expression = "let" name "=" expression "in" expression
 *              | "if" expression "then" expression "else" expression
 *              | or
 *   or         = and { "||" and }
 *   and        = comparison { "&&" comparison }
 *   comparison = bitor [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) bitor ]
 *   bitor      = bitxor { "|" bitxor }
 *   bitxor     = bitand { "^" bitand }
 *   bitand     = shift { "&" shift }
 *   shift      = sum { ( "<<" | ">>" ) sum }
 *   sum        = product { ( "+" | "-" ) product }
 *   product    = prefix { ( "*" | "/" | "%" ) prefix }
 *   prefix     = ( "-" | "!" | "~" ) prefix | "-" number | "-" "inf" | postfix
 *   postfix    = primary { "." field }
 *   primary    = number | "inf" | "nan" | "true" | "false" | name | call | "(" expression ")"
 *              | "{" field ":" expression { "," field ":" expression } "}"
 *   call       = ( function | scalar | "bitcast_" scalar | "${operator}" ) "(" expression { "," expression } ")"
 *   number     = ( digits [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ] | "0x" hex-digits ) [ scalar ]
 *   name       = ( letter | "_" ) { letter | digit | "_" }                     and not a word of the language
 *   field      = the same, and may be one
 *
 * In the template a `${}` with a number, a bigint or a boolean stands where a number, true or false may.
 */

/** The syntax tree of a whole text. @throws OperatorSyntaxError */
export function parseFile(source: SourceText): OperatorSyntax {
  const cursor = cursorOf(source);
  if (peek(cursor).kind === "end") fail(cursor, "an operator");
  const name = takeIf(cursor, "operator") === undefined ? undefined : takeOperatorName(cursor);
  const parameters = parseParameters(cursor);
  if (takeIf(cursor, "=>") === undefined && takeIf(cursor, "=") === undefined)
    fail(cursor, '"=>" and the value');
  const body = parseExpression(cursor);
  const clauses: Clauses = { identity: undefined, start: undefined, carrier: undefined };
  while (peek(cursor).kind !== "end") parseClause(cursor, clauses);
  return { name, ...parameters, body, ...clauses };
}

type Parameters = Pick<OperatorSyntax, "type" | "typeAt" | "parameters">;

function takeOperatorName(cursor: Cursor): OperatorSyntax["name"] {
  const token = peek(cursor);
  if (token.kind !== "name") fail(cursor, "the operator's name");
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(token.text) || token.text === "function") {
    fail(cursor, 'a name in kebab-case that is not "function"');
  }
  take(cursor);
  return { text: token.text, at: token.at };
}

function parseParameters(cursor: Cursor): Parameters {
  expectNext(cursor, "(", "and the two operands");
  const left = takeNewName(cursor, "the name of the left operand");
  expectNext(cursor, ":", "and the type of the operands");
  const typeAt = peek(cursor).at;
  const type = parseType(cursor);
  expectNext(cursor, ",", "and the right operand");
  const right = takeNewName(cursor, "the name of the right operand");
  if (right.text === left.text) {
    throw errorAt(cursor.source, right.at, "two names", `"${right.text}" for both operands`);
  }
  if (takeIf(cursor, ":") !== undefined) {
    const at = peek(cursor).at;
    const second = parseType(cursor);
    if (printType(second) !== printType(type)) {
      throw errorAt(
        cursor.source,
        at,
        `${printType(type)}, as both operands have one type`,
        printType(second),
      );
    }
  }
  expectNext(cursor, ")", "after the two operands");
  const parameters = [left, right].map(({ text, at }) => ({ name: text, at }));
  return { type, typeAt, parameters };
}

/** A type in the text: a scalar type or a record of types. */
export function parseType(cursor: Cursor): ValueType {
  return nested(cursor, () => {
    if (takeIf(cursor, "{") === undefined) return parseScalarType(cursor);
    const fields = new Map<string, ValueType>();
    do {
      const field = takeField(cursor);
      if (fields.has(field.text))
        throw errorAt(cursor.source, field.at, "each field once", `"${field.text}" again`);
      expectNext(cursor, ":", `and the type of "${field.text}"`);
      fields.set(field.text, parseType(cursor));
    } while (takeIf(cursor, ",") !== undefined);
    expectNext(cursor, "}", "after the fields");
    return Object.fromEntries(fields);
  });
}

function parseScalarType(cursor: Cursor): ScalarType {
  const token = peek(cursor);
  const type = SCALAR_TYPES.find((scalar) => token.kind === "name" && scalar === token.text);
  if (type === undefined) {
    const near = token.kind === "name" ? nearest(token.text, SCALAR_TYPES) : "";
    fail(cursor, `one of ${SCALAR_TYPES.join(", ")}, or a record of them${near}`);
  }
  take(cursor);
  return type;
}

interface Clauses {
  identity: Syntax | undefined;
  start: Syntax | undefined;
  carrier: OperatorSyntax["carrier"];
}

function parseClause(cursor: Cursor, clauses: Clauses): void {
  const word = (["identity", "start", "where"] as const).find((clause) => isNext(cursor, clause));
  if (word === undefined) fail(cursor, "the end of the text, or identity, start or where");
  const field = word === "where" ? "carrier" : word;
  if (clauses[field] !== undefined) fail(cursor, `"${word}" only once`);
  take(cursor);
  if (field === "carrier") {
    const { text, at } = takeNewName(cursor, "a name for the value");
    expectNext(cursor, "=>", "and what holds of the value");
    clauses.carrier = { name: text, at, body: parseExpression(cursor) };
  } else {
    clauses[field] = parseExpression(cursor);
  }
}
