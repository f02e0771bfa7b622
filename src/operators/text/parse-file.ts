import { nearestHint } from "../../values/check-name.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { printType, SCALAR_TYPES, type ValueType } from "../../values/value-types.ts";
import { cursorOf, type OperatorCursor } from "./grammar.ts";
import type { OperatorText } from "./operator-text.ts";
import { parseExpression } from "./parse-expression.ts";
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
export function parseFile(source: OperatorText): OperatorSyntax {
  const cursor = cursorOf(source);
  if (cursor.isAtEnd) cursor.fail("an operator");
  const name = cursor.takeIf("operator") === undefined ? undefined : takeOperatorName(cursor);
  const parameters = parseParameters(cursor);
  if (cursor.takeIf("=>") === undefined && cursor.takeIf("=") === undefined)
    cursor.fail('"=>" and the value');
  const body = parseExpression(cursor);
  const clauses: Clauses = { identity: undefined, start: undefined, carrier: undefined };
  while (!cursor.isAtEnd) parseClause(cursor, clauses);
  return { name, ...parameters, body, ...clauses };
}

type Parameters = Pick<OperatorSyntax, "type" | "typeAt" | "parameters">;

function takeOperatorName(cursor: OperatorCursor): OperatorSyntax["name"] {
  const token = cursor.peek();
  if (token.kind !== "name") cursor.fail("the operator's name");
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(token.text) || token.text === "function") {
    cursor.fail('a name in kebab-case that is not "function"');
  }
  cursor.take();
  return { text: token.text, at: token.at };
}

function parseParameters(cursor: OperatorCursor): Parameters {
  cursor.expect("(", "and the two operands");
  const left = cursor.takeNewName("the name of the left operand");
  cursor.expect(":", "and the type of the operands");
  const typeAt = cursor.peek().at;
  const type = parseType(cursor);
  cursor.expect(",", "and the right operand");
  const right = cursor.takeNewName("the name of the right operand");
  if (right.text === left.text) {
    throw cursor.error(right.at, "two names", `"${right.text}" for both operands`);
  }
  if (cursor.takeIf(":") !== undefined) {
    const at = cursor.peek().at;
    const second = parseType(cursor);
    if (printType(second) !== printType(type)) {
      throw cursor.error(at, `${printType(type)}, as both operands have one type`, printType(second));
    }
  }
  cursor.expect(")", "after the two operands");
  const parameters = [left, right].map(({ text, at }) => ({ name: text, at }));
  return { type, typeAt, parameters };
}

/** A type in the text: a scalar type or a record of types. */
export function parseType(cursor: OperatorCursor): ValueType {
  return cursor.nested(() => {
    if (cursor.takeIf("{") === undefined) return parseScalarType(cursor);
    const fields = new Map<string, ValueType>();
    cursor.list(() => {
      const field = cursor.takeName("the name of a field");
      if (fields.has(field.text)) throw cursor.error(field.at, "each field once", `"${field.text}" again`);
      cursor.expect(":", `and the type of "${field.text}"`);
      fields.set(field.text, parseType(cursor));
    });
    cursor.expect("}", "after the fields");
    return Object.fromEntries(fields);
  });
}

function parseScalarType(cursor: OperatorCursor): ScalarType {
  const token = cursor.peek();
  const type = SCALAR_TYPES.find((scalar) => token.kind === "name" && scalar === token.text);
  if (type === undefined) {
    const near = token.kind === "name" ? nearestHint(token.text, SCALAR_TYPES) : "";
    cursor.fail(`one of ${SCALAR_TYPES.join(", ")}, or a record of them${near}`);
  }
  cursor.take();
  return type;
}

interface Clauses {
  identity: Syntax | undefined;
  start: Syntax | undefined;
  carrier: OperatorSyntax["carrier"];
}

function parseClause(cursor: OperatorCursor, clauses: Clauses): void {
  const word = (["identity", "start", "where"] as const).find((clause) => cursor.isNext(clause));
  if (word === undefined) cursor.fail("the end of the text, or identity, start or where");
  const field = word === "where" ? "carrier" : word;
  if (clauses[field] !== undefined) cursor.fail(`"${word}" only once`);
  cursor.take();
  if (field === "carrier") {
    const { text, at } = cursor.takeNewName("a name for the value");
    cursor.expect("=>", "and what holds of the value");
    clauses.carrier = { name: text, at, body: parseExpression(cursor) };
  } else {
    clauses[field] = parseExpression(cursor);
  }
}
