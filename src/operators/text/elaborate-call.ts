// The part of elaboration that is about calls: functions of the language, conversions, and operators from holes.

import type { ElementType, ScalarType } from "../../values/element-types.ts";
import { printType, SCALAR_TYPES } from "../../values/value-types.ts";
import { applyBody } from "../evaluate.ts";
import { bodyOf, typeOf } from "../operator.ts";
import { BINARY_OPERATIONS, BITCASTS, binary, bitcast, convert, UNARY_OPERATIONS, unary } from "../term.ts";
import { BINARY_CALLS, BITCAST, UNARY_CALLS } from "./grammar.ts";
import { errorAt } from "./operator-text.ts";
import {
  checkCount,
  checkSameType,
  type Expected,
  isSame,
  type Node,
  type Scope,
  scalar,
  termOf,
  unknownFunction,
  type Value,
} from "./scope.ts";
import { isPolymorphic, type Syntax } from "./syntax.ts";

/** How operands get their values: passed in, because operands hold calls and calls hold operands. */
export type Elaborate = (scope: Scope, node: Syntax, expected: Expected) => Value;

/** The values of two operands that should have one type: a number without a type takes that of the other. */
export function elaboratePair(
  elaborate: Elaborate,
  scope: Scope,
  [first, second]: readonly Syntax[],
  expected: Expected,
): readonly [Value, Value] {
  if (first.isUntyped && !second.isUntyped) {
    const known = elaborate(scope, second, expected);
    return [elaborate(scope, first, known.type), known];
  }
  const known = elaborate(scope, first, expected);
  return [known, elaborate(scope, second, known.type)];
}

/** The value of a call of a function of the language. */
export function elaborateCall(
  elaborate: Elaborate,
  scope: Scope,
  node: Node<"call">,
  expected: Expected,
): Value {
  const { name, operands } = node;
  const target = SCALAR_TYPES.find((type) => type === name);
  const bits = SCALAR_TYPES.find((type) => type !== "bool" && BITCAST + type === name);
  const isBinary = Object.hasOwn(BINARY_CALLS, name);
  if (target === undefined && bits === undefined && !isBinary && !Object.hasOwn(UNARY_CALLS, name)) {
    throw unknownFunction(scope, node.at, name);
  }
  checkCount(scope, node, name, isBinary ? 2 : 1);
  if (target !== undefined) return elaborateConvert(elaborate, scope, node, target);
  if (bits !== undefined) {
    const value = elaborate(scope, operands[0], undefined);
    return scalar(bitcast(bits, termOf(scope, operands[0].at, name, value, [bits, ...BITCASTS[bits]])));
  }
  if (isBinary) {
    const operation = BINARY_CALLS[name];
    const values = elaboratePair(elaborate, scope, operands, expected);
    checkSameType(scope, node.at, name, values[0], values[1]);
    const [first, second] = values.map((value, i) => {
      return termOf(scope, operands[i].at, name, value, BINARY_OPERATIONS[operation]);
    });
    return scalar(binary(operation, first, second));
  }
  const operation = UNARY_CALLS[name];
  const value = elaborate(scope, operands[0], expected);
  return scalar(unary(operation, termOf(scope, operands[0].at, name, value, UNARY_OPERATIONS[operation])));
}

// A number without a type is not converted but read as one of that type: f32(0.1), i64(3), f32(inf).
function elaborateConvert(
  elaborate: Elaborate,
  scope: Scope,
  { operands: [operand], at }: Node<"call">,
  type: ScalarType,
): Value {
  if (type === "bool")
    throw errorAt(scope.source, at, "a comparison, such as x != 0, to make a bool", '"bool"');
  const value = elaborate(scope, operand, operand.isUntyped ? type : undefined);
  return scalar(convert(type, termOf(scope, operand.at, type, value, SCALAR_TYPES)));
}

/** The value of an operator called like a function: its terms, with the operands in the places of both sides. */
export function elaborateCombine(
  elaborate: Elaborate,
  scope: Scope,
  node: Node<"combine">,
  expected: Expected,
): Value {
  const { operator, operands, at } = node;
  checkCount(scope, node, operator.name, 2);
  const demanded = isPolymorphic(operator) ? expected : typeOf(operator);
  const values = elaboratePair(elaborate, scope, operands, demanded);
  checkSameType(scope, at, operator.name, values[0], values[1]);
  const { type } = values[0];
  const types = operator.kind === "operator" ? operator.types : [operator.type];
  const known = types.find((candidate) => isSame(candidate, type));
  if (known === undefined) {
    const wanted = `${types.map(printType).join(" or ")} for ${operator.name}`;
    throw errorAt(scope.source, at, wanted, printType(type));
  }
  const body = bodyOf(operator, operator.kind === "operator" ? (known as ElementType) : undefined);
  return { type, terms: applyBody(body, values[0].terms, values[1].terms) };
}
