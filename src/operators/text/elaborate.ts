// From syntax to terms. Number literals take their type from where they stand, so that types go both ways: up from names, down from places.

import { describe } from "../../values/describe.ts";
import type { ElementType, ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { printType, type RecordType, SCALAR_TYPES, type ValueType } from "../../values/value-types.ts";
import { applyBody } from "../evaluate.ts";
import { bodyOf, typeOf } from "../operator.ts";
import {
  BINARY_OPERATIONS,
  BITCASTS,
  binary,
  bitcast,
  constant,
  convert,
  isComparison,
  select,
  UNARY_OPERATIONS,
  unary,
} from "../term.ts";
import { BINARY_CALLS, BITCAST, type Infix, UNARY_CALLS } from "./grammar.ts";
import { literalText, literalValue } from "./literal.ts";
import { errorAt } from "./operator-text.ts";
import {
  checkCount,
  checkSameType,
  columnCount,
  type Expected,
  isSame,
  type Node,
  type Scope,
  scalar,
  termOf,
  unknownField,
  unknownFunction,
  unknownName,
  type Value,
} from "./scope.ts";
import { isPolymorphic, type Syntax } from "./syntax.ts";

/** The value of an expression that must have a type. @throws OperatorSyntaxError at what does not fit */
export function elaborateAs(scope: Scope, node: Syntax, type: ValueType, why: string): Value {
  const value = elaborate(scope, node, type);
  if (isSame(value.type, type)) return value;
  throw errorAt(scope.source, node.at, `${printType(type)}${why}`, printType(value.type));
}

/** The value of an expression whose type is its own: a number in it must say which. @throws OperatorSyntaxError at what does not fit */
export function elaborateAny(scope: Scope, node: Syntax): Value {
  return elaborate(scope, node, undefined);
}

/** The value of an expression. Where `expected` is given, the caller refuses any other type. */
function elaborate(scope: Scope, node: Syntax, expected: Expected): Value {
  const value = elaborateNode(scope, node, expected);
  scope.seen?.(node.at, value);
  return value;
}

function elaborateNode(scope: Scope, node: Syntax, expected: Expected): Value {
  switch (node.kind) {
    case "literal":
      return elaborateLiteral(scope, node, expected);
    case "bool":
      return scalar(constant("bool", node.value));
    case "name":
      return elaborateName(scope, node);
    case "field":
      return elaborateField(scope, node);
    case "record":
      return typeof expected === "object"
        ? elaborateRecordAs(scope, node, expected)
        : elaborateRecord(scope, node);
    case "prefix":
      return elaboratePrefix(scope, node, expected);
    case "infix":
      return elaborateInfix(scope, node, expected);
    case "call":
      return elaborateCall(scope, node, expected);
    case "combine":
      return elaborateCombine(scope, node, expected);
    case "if":
      return elaborateIf(scope, node, expected);
    case "let":
      return elaborateLet(scope, node, expected);
    default:
      throw new InternalError(`syntax of kind ${describe((node satisfies never as Syntax).kind)}`);
  }
}

const NUMBER_TYPES = SCALAR_TYPES.filter((type) => type !== "bool");

function elaborateLiteral(scope: Scope, { literal, suffix, at }: Node<"literal">, expected: Expected): Value {
  const text = literalText(literal);
  const type = NUMBER_TYPES.find((number) => number === (suffix ?? expected));
  if (type === undefined) {
    const [wanted, got] = untypedLiteral(text, suffix, expected);
    throw errorAt(scope.source, at, wanted, got);
  }
  const found = literalValue(type, literal);
  if (found.kind === "none") throw errorAt(scope.source, at, found.expected, text);
  return scalar(constant(type, found.value));
}

function untypedLiteral(
  text: string,
  suffix: string | undefined,
  expected: Expected,
): readonly [string, string] {
  if (suffix !== undefined) return [`one of ${NUMBER_TYPES.join(", ")} after the number`, `"${suffix}"`];
  if (expected !== undefined) return [printType(expected), `the number ${text}`];
  const isWord = !/[0-9]/.test(text); // inf, nan
  const example = isWord ? `f64(${text})` : /[.e]|0x/i.test(text) ? `f64(${text})` : `${text}i32`;
  return [`a type for the number here, as in ${example}`, `${text} without one`];
}

function elaborateName(scope: Scope, { name, at }: Node<"name">): Value {
  const value = scope.values.get(name);
  if (value === undefined) throw unknownName(scope, at, name);
  return value;
}

function elaborateField(scope: Scope, { record, field, at }: Node<"field">): Value {
  const { type, terms } = elaborate(scope, record, undefined);
  if (typeof type === "string") {
    throw errorAt(scope.source, at, `no field, as ${type} has none`, `"${field}"`);
  }
  const names = Object.keys(type);
  const index = names.indexOf(field);
  if (index === -1) throw unknownField(scope, at, field, names);
  const counts = Object.values(type).map(columnCount);
  const first = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  return { type: type[field], terms: terms.slice(first, first + counts[index]) };
}

function elaborateRecord(scope: Scope, { fields }: Node<"record">): Value {
  const values = fields.map(({ name, value }) => [name, elaborate(scope, value, undefined)] as const);
  return {
    type: Object.fromEntries(values.map(([name, { type }]) => [name, type])),
    terms: values.flatMap(([, { terms }]) => terms),
  };
}

// Fields may come in any order, and take that of the type.
function elaborateRecordAs(scope: Scope, { fields, at }: Node<"record">, type: RecordType): Value {
  const names = Object.keys(type);
  const unknown = fields.find(({ name }) => !names.includes(name));
  if (unknown !== undefined) throw unknownField(scope, unknown.at, unknown.name, names);
  const values = Object.entries(type).map(([name, inner]) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field !== undefined) return elaborateAs(scope, field.value, inner, ` for "${name}"`);
    throw errorAt(scope.source, at, `a record with ${names.join(", ")}`, `one without "${name}"`);
  });
  return { type, terms: values.flatMap(({ terms }) => terms) };
}

function elaboratePrefix(scope: Scope, { symbol, operand, at }: Node<"prefix">, expected: Expected): Value {
  const operation = symbol === "-" ? "negate" : "not";
  const value = elaborate(scope, operand, expected);
  const types = UNARY_OPERATIONS[operation].filter((type) => symbol !== (type === "bool" ? "~" : "!"));
  const other = symbol === "!" ? " (of integers it is ~)" : " (of bools it is !)";
  const hint = operation === "not" && UNARY_OPERATIONS.not.some((type) => type === value.type) ? other : "";
  return scalar(unary(operation, termOf(scope, at, `"${symbol}"`, value, types, hint)));
}

function elaborateInfix(scope: Scope, node: Node<"infix">, expected: Expected): Value {
  const { infix, at } = node;
  const what = `"${node.symbol}"`;
  const demanded = isComparison(infix.operation) ? undefined : expected;
  const [first, second] = elaboratePair(scope, [node.first, node.second], demanded);
  const known = BINARY_OPERATIONS[infix.operation];
  const types = known.filter((type) => infix.on === undefined || (infix.on === "bool") === (type === "bool"));
  const hint = known.some((type) => type === first.type) ? otherSpelling(infix) : "";
  checkSameType(scope, at, what, first, second);
  const operands = [first, second].map((value) => termOf(scope, at, what, value, types, hint));
  if (infix.isSwapped === true) operands.reverse();
  const term = binary(infix.operation, operands[0], operands[1]);
  return scalar(infix.isNegated === true ? unary("not", term) : term);
}

function otherSpelling({ on, operation }: Infix): string {
  const sign = operation === "and" ? "&" : "|";
  if (on === undefined) return "";
  return on === "bool" ? ` (of integers it is ${sign})` : ` (of bools it is ${sign}${sign})`;
}

function elaborateIf(scope: Scope, node: Node<"if">, expected: Expected): Value {
  const condition = elaborateAs(scope, node.condition, "bool", " after if").terms[0];
  const [first, second] = elaboratePair(scope, [node.first, node.second], expected);
  if (!isSame(first.type, second.type)) {
    const wanted = `${printType(first.type)} after else, as after then`;
    throw errorAt(scope.source, node.second.at, wanted, printType(second.type));
  }
  return { type: first.type, terms: first.terms.map((term, i) => select(condition, term, second.terms[i])) };
}

// No name hides another, so that what a name means never depends on where one looks.
function elaborateLet(scope: Scope, { bindings, body }: Node<"let">, expected: Expected): Value {
  for (const { name, at, value } of bindings) {
    if (scope.values.has(name) || scope.defining.has(name)) {
      throw errorAt(scope.source, at, "a new name", `"${name}" again`);
    }
    scope.defining.add(name);
    const known = elaborate(scope, value, undefined);
    scope.defining.delete(name);
    scope.values.set(name, known);
    scope.seen?.(at, known);
  }
  const value = elaborate(scope, body, expected);
  for (const { name } of bindings) scope.values.delete(name);
  return value;
}

/** The values of two operands that should have one type: a number without a type takes that of the other. */
function elaboratePair(
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
function elaborateCall(scope: Scope, node: Node<"call">, expected: Expected): Value {
  const { name, operands } = node;
  const target = SCALAR_TYPES.find((type) => type === name);
  const bits = SCALAR_TYPES.find((type) => type !== "bool" && BITCAST + type === name);
  const isBinary = Object.hasOwn(BINARY_CALLS, name);
  if (target === undefined && bits === undefined && !isBinary && !Object.hasOwn(UNARY_CALLS, name)) {
    throw unknownFunction(scope, node.at, name);
  }
  checkCount(scope, node, name, isBinary ? 2 : 1);
  if (target !== undefined) return elaborateConvert(scope, node, target);
  if (bits !== undefined) {
    const value = elaborate(scope, operands[0], undefined);
    return scalar(bitcast(bits, termOf(scope, operands[0].at, name, value, [bits, ...BITCASTS[bits]])));
  }
  if (isBinary) {
    const operation = BINARY_CALLS[name];
    const values = elaboratePair(scope, operands, expected);
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
function elaborateConvert(scope: Scope, { operands: [operand], at }: Node<"call">, type: ScalarType): Value {
  if (type === "bool")
    throw errorAt(scope.source, at, "a comparison, such as x != 0, to make a bool", '"bool"');
  const value = elaborate(scope, operand, operand.isUntyped ? type : undefined);
  return scalar(convert(type, termOf(scope, operand.at, type, value, SCALAR_TYPES)));
}

/** The value of an operator called like a function: its terms, with the operands in the places of both sides. */
function elaborateCombine(scope: Scope, node: Node<"combine">, expected: Expected): Value {
  const { operator, operands, at } = node;
  checkCount(scope, node, operator.name, 2);
  const demanded = isPolymorphic(operator) ? expected : typeOf(operator);
  const values = elaboratePair(scope, operands, demanded);
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
