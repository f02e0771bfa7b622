// Texts and templates as operators: from syntax to what `defineOperator` checks.

import { checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { columnsOf, type ValueType } from "../../values/value-types.ts";
import { defineOperator, type OperatorOf } from "../define-operator.ts";
import { evaluateBody } from "../evaluate.ts";
import { type AnyOperator, bodyOf, claimsOf } from "../operator.ts";
import { left, right, type Term } from "../term.ts";
import { elaborateAs } from "./elaborate.ts";
import { errorAt, type Hole, madeAt, type OperatorText, plainText, withHoles } from "./operator-text.ts";

import { parseFile } from "./parse-file.ts";
import type { Scope, Seen, Value } from "./scope.ts";
import type { OperatorSyntax, Syntax } from "./syntax.ts";

/** Options of `parseOperator`: what errors call the text. */
export interface ParseOptions {
  readonly source?: string | undefined; // what errors call the text, such as a file name; default: "operator"
}

/**
 * The operator that a text in the operator language defines: the inverse of `printOperator`, and how `.op` files are read.
 *
 * Nothing that the text claims (identity, where) is taken on trust. Cost: linear in the text.
 *
 * @throws OperatorSyntaxError with line, column and a frame, for syntax, names and types alike
 * @see docs/operator-language.md
 * @example
 * import { parseOperator } from "samebits/operators";
 * parseOperator("operator average (left: f64, right) => (left + right) / 2").name; // → average
 */
export function parseOperator(text: string, options: ParseOptions = {}): AnyOperator {
  return operatorOf(givenText(text, options));
}

/** The text that a caller has given, checked. @throws InvalidArgumentError */
export function givenText(text: string, options: ParseOptions): OperatorText {
  checkOptionNames(options, ["source"]);
  const source = checkText("source", options.source ?? "operator");
  if (typeof text !== "string")
    throw new InvalidArgumentError("text", "the text of an operator", describe(text));
  return plainText(source, text);
}

/** The operator of a text; `seen` hears of every place of its body. @throws OperatorSyntaxError */
export function operatorOf(source: OperatorText, seen?: Seen): AnyOperator {
  const syntax = parseFile(source);
  const { type, body, parameters } = syntax;
  madeAt(source, syntax.typeAt, () => columnsOf(type, "the type"));
  if (type === "bool") {
    throw errorAt(source, syntax.typeAt, "a number type, or a record such as { flag: bool }", "bool");
  }
  const [first, second] = parameters;
  const operands = [operand(type, left), operand(type, right)];
  parameters.forEach(({ at }, index) => {
    seen?.(at, operands[index]);
  });
  const scope = scopeOf(syntax, source, [
    [first.name, operands[0]],
    [second.name, operands[1]],
  ]);
  const { terms } = elaborateAs({ ...scope, seen }, body, type, ", the type of the operands");
  const name = syntax.name?.text;
  const start = syntax.start && constantOf(syntax, source, syntax.start);
  const identity = syntax.identity && constantOf(syntax, source, syntax.identity);
  const carrier = syntax.carrier && carrierOf(syntax, source, syntax.carrier);
  const claims = claimsOf(identity, carrier);
  return madeAt(source, body.at, () => defineOperator<ValueType>(type, terms, { name, start, claims }));
}

function carrierOf(
  syntax: OperatorSyntax,
  source: OperatorText,
  { name, body }: { readonly name: string; readonly body: Syntax },
): Term {
  const scope = scopeOf(syntax, source, [[name, operand(syntax.type, left)]]);
  return elaborateAs(scope, body, "bool", " after where").terms[0];
}

// The text of a constant may compute: its value is that of its terms, checked first so that evaluation cannot run too deep.
function constantOf(syntax: OperatorSyntax, source: OperatorText, node: Syntax): readonly Scalar[] {
  const { terms } = elaborateAs(scopeOf(syntax, source, []), node, syntax.type, ", the type of the operands");
  const operator = madeAt(source, node.at, () => defineOperator<ValueType>(syntax.type, terms));
  return evaluateBody(bodyOf(operator), [], []);
}

function scopeOf(
  { name }: OperatorSyntax,
  source: OperatorText,
  values: readonly (readonly [string, Value])[],
): Scope {
  return { source, operatorName: name?.text, values: new Map(values), defining: new Set() };
}

function operand(type: ValueType, leaf: typeof left): Value {
  return { type, terms: columnsOf(type).map((column, i) => leaf(column.type, i)) };
}

/**
 * An operator in the operator language, inside TypeScript.
 *
 * A `${}` takes a number, a bigint or a boolean, typed by where it stands like a literal, or an operator, to be called as in
 * `${add}(left, right)`. None of it is ever read as text. TypeScript cannot see the type in the text: name it as the parameter where needed,
 * and it is believed.
 *
 * @throws OperatorSyntaxError with line and column within the template, and a frame; holes show as `${1}`, `${2}`, …
 * @see docs/operator-language.md
 * @example
 * import { reduce } from "samebits";
 * import { op } from "samebits/operators";
 * const larger = op`(left: { value: f32, index: u32 }, right) => if left.value < right.value then right else left`;
 * reduce({ value: Float32Array.of(2, 7, 1), index: Uint32Array.of(0, 1, 2) }, { operator: larger }); // → { value: 7, index: 1 }
 */
export function op<Type extends ValueType>(
  strings: TemplateStringsArray,
  ...values: readonly Hole[]
): OperatorOf<Type> {
  return operatorOf(withHoles("operator", strings, values)) as OperatorOf<Type>;
}
