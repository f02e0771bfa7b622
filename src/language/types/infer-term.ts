import { parseExpression } from "../../expressions/parse.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { nearestName } from "../../values/nearest-name.ts";
import type { ArrayTerm, InfixSymbol } from "../term.ts";
import { generalizedNames, isFunctionTerm } from "./generalize.ts";
import { inferPattern } from "./infer-pattern.ts";
import type { Inference } from "./inference.ts";
import { intrinsicType } from "./intrinsic-type.ts";
import { printType } from "./print-type.ts";
import { instantiate, monomorphic } from "./scheme.ts";
import { find, namesIn, type Scope } from "./scope.ts";
import { ARRAY_SIGNATURES, FLOATS, FOLDS, INTEGERS, NUMBERS, SCALARS } from "./signatures.ts";
import { sizeOfTerm } from "./size-of-term.ts";
import { withCommonSizes, withoutSizes } from "./sizes-of-types.ts";
import {
  ANY_SIZE,
  arrayOf,
  functionOf,
  isScalarType,
  isTuple,
  resolved,
  type Size,
  scalar,
  type Type,
  tupleOf,
} from "./type.ts";

type Names = Scope | undefined;

/** The type of a term, and in `inference` that of every term in it. @throws ProgramError where types do not fit */
export function inferTerm(term: ArrayTerm, scope: Names, inference: Inference): Type {
  const type = typeOfTerm(term, scope, inference);
  inference.note(term, type);
  return type;
}

/** As `inferTerm`, and the type is to be `expected`. What a function's parameters are is known before its body is looked at. */
export function checkTerm(term: ArrayTerm, expected: Type, scope: Names, inference: Inference): void {
  const known = resolved(expected);
  if (term.kind === "lambda" && known.kind === "function") {
    checkLambda(term, known, scope, inference);
    inference.note(term, expected);
    return;
  }
  inference.unify(expected, inferTerm(term, scope, inference), term.at);
}

function typeOfTerm(term: ArrayTerm, scope: Names, inference: Inference): Type {
  const infer = (part: ArrayTerm): Type => inferTerm(part, scope, inference);
  switch (term.kind) {
    case "literal":
      if (term.type === "whole") return inference.oneOf(NUMBERS, "i32");
      return term.type === "real" ? inference.oneOf(FLOATS, "f64") : scalar(term.type);
    case "variable":
      return typeOfVariable(term, scope, inference);
    case "lambda": {
      const type = functionOf(
        term.parameters.map(() => inference.fresh()),
        inference.fresh(),
      );
      checkTerm(term, type, scope, inference);
      return type;
    }
    case "section":
      return typeOfSection(term, scope, inference);
    case "apply":
      return typeOfApplication(term, scope, inference);
    case "infix": {
      const { operand, result } = infixTypes(term.symbol, inference);
      checkTerm(term.left, operand, scope, inference);
      checkTerm(term.right, operand, scope, inference);
      return result;
    }
    case "prefix": {
      const type =
        term.symbol === "-"
          ? inference.oneOf(NUMBERS, "i32")
          : inference.oneOf([...INTEGERS, "bool"], "bool");
      checkTerm(term.operand, type, scope, inference);
      return type;
    }
    case "let": {
      const value = infer(term.value);
      const bound = inferPattern(term.pattern, scope, inference);
      inference.unify(bound.type, value, term.value.at);
      const inner = isFunctionTerm(term.value)
        ? generalizedNames(bound.scope, scope, inference.told)
        : bound.scope;
      return inferTerm(term.body, inner, inference);
    }
    case "if": {
      checkTerm(term.condition, scalar("bool"), scope, inference);
      const first = infer(term.first);
      const second = withoutSizes(first);
      checkTerm(term.second, second, scope, inference);
      return withCommonSizes(first, inference.types.get(term.second) ?? second);
    }
    case "tuple":
      return tupleOf(term.items.map(infer));
    case "record":
      return { kind: "record", fields: term.fields.map(({ name, value }) => ({ name, type: infer(value) })) };
    case "field":
      return typeOfField(term, infer(term.of), inference);
    case "array": {
      const element = inference.fresh();
      for (const item of term.items) checkTerm(item, element, scope, inference);
      return arrayOf(element, { kind: "constant", value: term.items.length });
    }
    case "index":
      return typeOfIndex(term, scope, inference);
    case "slice": {
      const element = inference.fresh();
      checkTerm(term.array, arrayOf(element), scope, inference);
      for (const bound of [term.start, term.end]) {
        if (bound !== undefined) checkTerm(bound, inference.oneOf(INTEGERS, "i64"), scope, inference);
      }
      return arrayOf(element);
    }
    case "loop":
      return typeOfLoop(term, scope, inference);
    case "ascription": {
      const type = inference.written(term.type, scope);
      checkTerm(term.term, type, scope, inference);
      return type;
    }
    default:
      return term satisfies never;
  }
}

function typeOfVariable(
  term: Extract<ArrayTerm, { kind: "variable" }>,
  scope: Names,
  inference: Inference,
): Type {
  const { name, at } = term;
  const scheme = find(scope, name);
  if (scheme !== undefined) {
    const { type, instance, sizes } = instantiate(scheme);
    if (instance.size > 0) inference.instances.set(term, instance);
    if (scheme.openSizes.length > 0) {
      const told = scheme.openSizes.map((open) => ({ ...open, size: sizes.get(open.name) ?? ANY_SIZE }));
      inference.tell({ term, scope, told });
    }
    return type;
  }
  const type = intrinsicType(name, inference);
  if (type !== undefined) return type;
  if (isScalarType(name)) {
    const conversion = `${name}.${name === "f64" ? "i64" : "f64"}`;
    return inference.fail(
      at,
      `a value (a conversion names both types, such as ${conversion})`,
      `the type ${name}`,
    );
  }
  const known = [...namesIn(scope), ...Object.keys(ARRAY_SIGNATURES)];
  const near = nearestName(name, known);
  return inference.fail(at, `a name that is defined${near ? ` (nearest: ${near})` : ""}`, `"${name}"`);
}

function checkLambda(
  term: Extract<ArrayTerm, { kind: "lambda" }>,
  expected: Type,
  scope: Names,
  inference: Inference,
): void {
  let inner = scope;
  let rest = expected;
  for (const parameter of term.parameters) {
    const { parameter: type, result } = asFunction(rest, parameter.at, inference);
    const bound = inferPattern(parameter, inner, inference);
    inference.unify(type, bound.type, parameter.at);
    inner = bound.scope;
    rest = result;
  }
  checkTerm(term.body, rest, inner, inference);
}

/** What a type is as a function; a type that is not known yet becomes one. */
function asFunction(
  type: Type,
  at: number,
  inference: Inference,
): { readonly parameter: Type; readonly result: Type } {
  const known = resolved(type);
  if (known.kind === "function") return known;
  const made = { kind: "function", parameter: inference.fresh(), result: inference.fresh() } as const;
  if (known.kind !== "variable") inference.fail(at, printType(type), "a function, or one operand too many");
  inference.unify(type, made, at);
  return made;
}

/** An attribute names a tree, of a function that has one. @throws ProgramError for anything else: nothing would heed it */
function checkAttribute(
  { function: head, expression, at }: Extract<ArrayTerm, { kind: "apply" }>,
  scope: Names,
  inference: Inference,
): void {
  if (expression === undefined) return;
  const name = head.kind === "variable" ? head.name : undefined;
  if (name === undefined || !FOLDS.includes(name) || find(scope, name) !== undefined) {
    const actual = name === undefined ? "another term" : `"${name}"`;
    inference.fail(at, `one of ${FOLDS.join(", ")} after an attribute`, actual);
  }
  try {
    parseExpression(expression);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    inference.fail(at, error.expected, error.actual);
  }
}

function typeOfApplication(
  term: Extract<ArrayTerm, { kind: "apply" }>,
  scope: Names,
  inference: Inference,
): Type {
  checkAttribute(term, scope, inference);
  const expected: Type[] = [];
  let rest = typeOfHead(term, scope, inference);
  for (const operand of term.operands) {
    const { parameter, result } = asFunction(rest, operand.at, inference);
    expected.push(parameter);
    rest = result;
  }
  // Functions come last: what the other operands are tells what their parameters are.
  const isFunction = ({ kind }: ArrayTerm): boolean => kind === "lambda" || kind === "section";
  for (const wantsFunctions of [false, true]) {
    for (const [index, operand] of term.operands.entries()) {
      if (isFunction(operand) === wantsFunctions) checkTerm(operand, expected[index], scope, inference);
    }
  }
  return rest;
}

/** Functions of the language whose result is as long as their first operand says. */
const LENGTH_FIRST: readonly string[] = ["iota", "replicate", "tabulate", "take"];

/** The type of what is applied, with what its operands say of sizes. */
function typeOfHead(term: Extract<ArrayTerm, { kind: "apply" }>, scope: Names, inference: Inference): Type {
  const type = inferTerm(term.function, scope, inference);
  const head = term.function;
  const isOwn = head.kind === "variable" && find(scope, head.name) === undefined;
  if (!isOwn || !LENGTH_FIRST.includes(head.name)) return type;
  return withResultSize(type, sizeOfTerm(term.operands[0], scope));
}

function withResultSize(type: Type, size: Size): Type {
  if (type.kind === "function") return { ...type, result: withResultSize(type.result, size) };
  return type.kind === "array" ? { ...type, size } : type;
}

const COMPARISONS: readonly InfixSymbol[] = ["<", "<=", ">", ">="];
const BITWISE: readonly InfixSymbol[] = ["&", "|", "^", "<<", ">>", "%"];

function infixTypes(
  symbol: InfixSymbol,
  inference: Inference,
): { readonly operand: Type; readonly result: Type } {
  const bool = scalar("bool");
  if (symbol === "&&" || symbol === "||") return { operand: bool, result: bool };
  const types: readonly ScalarType[] =
    symbol === "==" || symbol === "!=" ? SCALARS : BITWISE.includes(symbol) ? INTEGERS : NUMBERS;
  const operand = inference.oneOf(types, "i32");
  const isTest = symbol === "==" || symbol === "!=" || COMPARISONS.includes(symbol);
  return { operand, result: isTest ? bool : operand };
}

function typeOfSection(
  term: Extract<ArrayTerm, { kind: "section" }>,
  scope: Names,
  inference: Inference,
): Type {
  const { operand, result } = infixTypes(term.symbol, inference);
  const given = [term.left, term.right].filter((side) => side !== undefined);
  for (const side of given) checkTerm(side, operand, scope, inference);
  return functionOf(Array(2 - given.length).fill(operand), result);
}

function typeOfField(term: Extract<ArrayTerm, { kind: "field" }>, of: Type, inference: Inference): Type {
  const known = resolved(of);
  if (known.kind === "variable" && known.allowed === undefined) {
    inference.fail(term.at, `a value whose type is known before its field "${term.name}"`, "one to annotate");
  }
  const field = known.kind === "record" ? known.fields.find(({ name }) => name === term.name) : undefined;
  if (field !== undefined) return field.type;
  const has =
    known.kind === "record" && !isTuple(known.fields) ? "a field of the record" : "a component of the tuple";
  return inference.fail(
    term.at,
    known.kind === "record" ? has : "a record or a tuple",
    `"${term.name}" of ${printType(of)}`,
  );
}

function typeOfIndex(term: Extract<ArrayTerm, { kind: "index" }>, scope: Names, inference: Inference): Type {
  const element = inference.fresh();
  const array = term.indices.reduce<Type>((inner) => arrayOf(inner), element);
  checkTerm(term.array, array, scope, inference);
  for (const index of term.indices) checkTerm(index, inference.oneOf(INTEGERS, "i64"), scope, inference);
  return element;
}

/** A loop may change how long its arrays are, so their sizes are not part of its type. */
function typeOfLoop(term: Extract<ArrayTerm, { kind: "loop" }>, scope: Names, inference: Inference): Type {
  const type = withoutSizes(inferTerm(term.initial, scope, inference));
  const bound = inferPattern(term.pattern, scope, inference);
  inference.unify(bound.type, type, term.initial.at);
  let inner = bound.scope;
  const { form } = term;
  if (form.kind === "while") checkTerm(form.condition, scalar("bool"), inner, inference);
  else if (form.kind === "for") {
    const counter = inference.oneOf(INTEGERS, "i64");
    checkTerm(form.bound, counter, scope, inference);
    inner = { name: form.counter, scheme: monomorphic(counter), outer: inner };
  } else {
    const element = inference.fresh();
    checkTerm(form.array, arrayOf(element), scope, inference);
    const each = inferPattern(form.element, inner, inference);
    inference.unify(each.type, element, form.element.at);
    inner = each.scope;
  }
  checkTerm(term.body, type, inner, inference);
  return type;
}
