import type { Scalar } from "../../values/element-types.ts";
import { columnsOf, type ValueType } from "../../values/value-types.ts";
import { defineOperator } from "../define-operator.ts";
import { evaluateBody } from "../evaluate.ts";
import { type AnyOperator, bodyOf, type Claims } from "../operator.ts";
import { left, right, type Term } from "../term.ts";
import { elaborateAs } from "./elaborate.ts";
import { errorAt, madeAt, type OperatorText } from "./operator-text.ts";
import { parseFile } from "./parse-file.ts";
import type { Scope, Value } from "./scope.ts";
import type { OperatorSyntax, Syntax } from "./syntax.ts";

/** The operator of a text. @throws OperatorSyntaxError */
export function operatorOf(source: OperatorText): AnyOperator {
  const syntax = parseFile(source);
  const { type, body, parameters } = syntax;
  madeAt(source, syntax.typeAt, () => columnsOf(type, "the type"));
  if (type === "bool") {
    throw errorAt(source, syntax.typeAt, "a number type, or a record such as { flag: bool }", "bool");
  }
  const [first, second] = parameters;
  const scope = scopeOf(syntax, source, [
    [first.name, operand(type, left)],
    [second.name, operand(type, right)],
  ]);
  const { terms } = elaborateAs(scope, body, type, ", the type of the operands");
  const name = syntax.name?.text;
  const start = syntax.start && constantOf(syntax, source, syntax.start);
  const claims = claimsOf(syntax, source);
  return madeAt(source, body.at, () => defineOperator<ValueType>(type, terms, { name, start, claims }));
}

function claimsOf(syntax: OperatorSyntax, source: OperatorText): Claims | undefined {
  const { identity, carrier, type } = syntax;
  if (identity === undefined && carrier === undefined) return undefined;
  return {
    ...(identity === undefined ? {} : { identity: constantOf(syntax, source, identity) }),
    ...(carrier === undefined ? {} : { carrier: carrierOf(syntax, source, carrier, type) }),
  };
}

function carrierOf(
  syntax: OperatorSyntax,
  source: OperatorText,
  { name, body }: { readonly name: string; readonly body: Syntax },
  type: ValueType,
): Term {
  const scope = scopeOf(syntax, source, [[name, operand(type, left)]]);
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
