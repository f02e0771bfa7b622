// The type of each term, by what its parts and its uses ask for.

import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm, TermOf } from "../term.ts";
import { linkOf } from "../term-parts.ts";
import { inferPattern } from "./infer-pattern.ts";
import type { Inference } from "./inference.ts";
import { printType } from "./print-type.ts";
import { find, generalizedNames, isFunctionTerm, monomorphic, type Scope } from "./scheme.ts";
import { FLOATS, INTEGERS, NUMBERS } from "./signatures.ts";
import { linkSizes, sizeOfTerm, withCommonSizes, withoutSizes } from "./sizes-of-types.ts";
import {
  arrayOf,
  functionOf,
  resolved,
  resolvedSize,
  type Size,
  scalar,
  type Type,
  tupleOf,
} from "./type.ts";
import { checkAttribute, infixTypes, typeOfField, typeOfVariable } from "./type-of-name.ts";
import { isTypedSymbol } from "./typed-symbols.ts";

type Names = Scope | undefined;

/** The type of a term, and in `inference` that of every term in it. @throws ProgramError where types do not fit */
function inferTerm(term: ArrayTerm, scope: Names, inference: Inference): Type {
  const open: { readonly term: ArrayTerm; readonly end: Open["end"] }[] = [];
  let part = term;
  let inner = scope;
  for (let next = begin(part, inner, inference); next !== undefined; next = begin(part, inner, inference)) {
    open.push({ term: part, end: next.end });
    part = next.part;
    inner = next.scope;
  }
  let type = typeOfTerm(part, inner, inference);
  inference.note(part, type);
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    type = last.end(type);
    inference.note(last.term, type);
  }
  return type;
}

/** A term that waits for the type of its link. */
interface Open {
  readonly part: ArrayTerm;
  readonly scope: Names;
  readonly end: (type: Type) => Type;
}

/** What is inferred of a term before its link; undefined for one without. */
function begin(term: ArrayTerm, scope: Names, inference: Inference): Open | undefined {
  switch (term.kind) {
    case "infix": {
      const { operand, result } = infixTypes(term.symbol, inference);
      if (isTypedSymbol(term.symbol)) inference.symbols.push({ term, operand });
      const end = (left: Type): Type => {
        unifyOperand(term, operand, left, term.left.at, inference);
        unifyOperand(term, operand, inferTerm(term.right, scope, inference), term.right.at, inference);
        return result;
      };
      return { part: term.left, scope, end };
    }
    case "let":
      return { part: term.body, scope: scopeOfLet(term, scope, inference), end: (type) => type };
    case "field":
      return { part: term.of, scope, end: (of) => typeOfField(term, of, inference) };
    case "index":
      return { part: term.array, scope, end: (array) => typeOfIndex(term, array, scope, inference) };
    case "slice":
      return { part: term.array, scope, end: (array) => typeOfSlice(term, array, scope, inference) };
    case "apply":
      return beginApplication(term, scope, inference);
    default:
      return undefined;
  }
}

/** An operand of a symbol. @throws ProgramError for an array where numbers are joined, with the map that joins its elements */
function unifyOperand(
  { symbol }: TermOf<"infix">,
  expected: Type,
  actual: Type,
  at: number,
  inference: Inference,
): void {
  const [known, asked] = [resolved(actual), resolved(expected)];
  const isNumber = asked.kind === "scalar" || (asked.kind === "variable" && asked.allowed !== undefined);
  if (known.kind === "array" && isNumber) {
    const expectedText = `${printType(expected)} (element by element: map2 (${symbol}) xs ys, map (${symbol} y) xs)`;
    inference.fail(at, expectedText, printType(actual));
  }
  const isFloat = FLOATS.some((type) => known.kind === "scalar" && known.type === type);
  if (symbol === "^" && isFloat) {
    inference.fail(at, `${printType(expected)} (a power is x ** y)`, printType(actual));
  }
  inference.unify(expected, actual, at);
}

function scopeOfLet({ pattern, value }: TermOf<"let">, scope: Names, inference: Inference): Names {
  const type = inferTerm(value, scope, inference);
  const bound = inferPattern(pattern, scope, inference);
  inference.unify(bound.type, type, value.at);
  return isFunctionTerm(value) ? generalizedNames(bound.scope, scope, inference.told) : bound.scope;
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

/** The type of a term that waits for no link: one that `begin` leaves. */
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
    case "prefix": {
      const type =
        term.symbol === "-"
          ? inference.oneOf(NUMBERS, "i32")
          : inference.oneOf([...INTEGERS, "bool"], "bool");
      checkTerm(term.operand, type, scope, inference);
      return type;
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
    case "array": {
      const element = inference.fresh();
      for (const item of term.items) checkTerm(item, element, scope, inference);
      return arrayOf(element, { kind: "constant", value: term.items.length });
    }
    case "loop":
      return typeOfLoop(term, scope, inference);
    case "ascription": {
      const type = inference.written(term.type, scope);
      if (term.isCoercion) {
        const given = infer(term.term);
        linkSizes(given, type, (size) => inference.told.some((told) => resolvedSize(told) === size));
        inference.unify(type, withoutSizes(given), term.term.at);
      }
      if (!term.isCoercion) checkTerm(term.term, type, scope, inference);
      return type;
    }
    case "update": {
      const of = infer(term.of);
      checkTerm(term.value, typeOfField(term, of, inference), scope, inference);
      return of;
    }
    default:
      return typeOfApplication(term, scope, inference);
  }
}

function checkLambda(term: TermOf<"lambda">, expected: Type, scope: Names, inference: Inference): void {
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

/** An application whose last operand is a function: one that ends with another operand is open until that is inferred. */
function beginApplication(term: TermOf<"apply">, scope: Names, inference: Inference): Open | undefined {
  const part = linkOf(term);
  if (part === undefined) return undefined;
  const { expected, result } = typesOfOperands(term, scope, inference);
  const last = term.operands.length - 1;
  checkOperands(term, expected, (operand, index) => index < last && !isFunction(operand), scope, inference);
  const end = (type: Type): Type => {
    checkIsNoList(part, expected[last], type, inference);
    inference.unify(expected[last], type, part.at);
    checkOperands(term, expected, isFunction, scope, inference);
    return result;
  };
  return { part, scope, end };
}

function typeOfApplication(term: ArrayTerm, scope: Names, inference: Inference): Type {
  if (term.kind !== "apply") throw new InternalError(`a ${term.kind} without its link`);
  const { expected, result } = typesOfOperands(term, scope, inference);
  checkOperands(term, expected, (operand) => !isFunction(operand), scope, inference);
  checkOperands(term, expected, isFunction, scope, inference);
  return result;
}

/** Functions come last: what the other operands are tells what their parameters are. */
function isFunction({ kind }: ArrayTerm): boolean {
  return kind === "lambda" || kind === "section";
}

function checkOperands(
  { operands }: TermOf<"apply">,
  expected: readonly Type[],
  isMeant: (operand: ArrayTerm, index: number) => boolean,
  scope: Names,
  inference: Inference,
): void {
  for (const [index, operand] of operands.entries()) {
    if (isMeant(operand, index)) checkTerm(operand, expected[index], scope, inference);
  }
}

/** @throws ProgramError for operands between parentheses and commas, as other languages have them */
function checkIsNoList(operand: ArrayTerm, expected: Type, actual: Type, inference: Inference): void {
  const known = resolved(expected);
  const isOther = known.kind === "variable" ? known.allowed !== undefined : known.kind !== "record";
  if (operand.kind !== "tuple" || operand.items.length === 0 || !isOther || known.kind === "rigid") return;
  const side = `${printType(expected)} (operands stand side by side: f x y)`;
  inference.fail(operand.at, side, printType(actual));
}

/** What is applied asks its operands to be, and gives. */
/** `a and b`, as other languages have it: here `and` is a function of an array. */
function checkNoInfixWord(operand: ArrayTerm, inference: Inference): void {
  if (operand.kind !== "variable") return;
  const [, word] = /^(?:prelude\.)?(and|or)$/.exec(operand.name) ?? [];
  if (word === undefined) return;
  inference.fail(operand.at, word === "and" ? "a && b, of two bools" : "a || b, of two bools", `"${word}"`);
}

function typesOfOperands(
  term: TermOf<"apply">,
  scope: Names,
  inference: Inference,
): { readonly expected: readonly Type[]; readonly result: Type } {
  checkAttribute(term, scope, inference);
  const expected: Type[] = [];
  let result = typeOfHead(term, scope, inference);
  for (const operand of term.operands) {
    const { kind } = resolved(result);
    if (kind !== "function" && kind !== "variable") checkNoInfixWord(operand, inference);
    const known = asFunction(result, operand.at, inference);
    expected.push(known.parameter);
    result = known.result;
  }
  return { expected, result };
}

/** Functions of the language whose result is as long as their first operand says. */
const LENGTH_FIRST: readonly string[] = ["iota", "replicate", "tabulate", "take"];

/** The type of what is applied, with what its operands say of sizes. */
function typeOfHead(term: TermOf<"apply">, scope: Names, inference: Inference): Type {
  const type = inferTerm(term.function, scope, inference);
  const head = term.function;
  const isOwn = head.kind === "variable" && find(scope, head.name) === undefined;
  if (isOwn && head.name === "flatten") return typeOfFlatten(type, term.at, scope, inference);
  if (!isOwn || !LENGTH_FIRST.includes(head.name)) return type;
  return withResultSize(type, sizeOfTerm(term.operands[0], scope));
}

function typeOfFlatten(type: Type, at: number, scope: Names, inference: Inference): Type {
  const rows = type.kind === "function" ? resolved(type.parameter) : type;
  const row = rows.kind === "array" ? resolved(rows.element) : rows;
  if (row.kind !== "array") return type;
  const [whole, count, length]: readonly Size[] = [0, 1, 2].map(() => ({ kind: "variable" }));
  inference.flatten({ at, scope, product: { whole, factors: [count, length] } });
  return functionOf([arrayOf(arrayOf(row.element, length), count)], arrayOf(row.element, whole));
}

function withResultSize(type: Type, size: Size): Type {
  if (type.kind === "function") return { ...type, result: withResultSize(type.result, size) };
  return type.kind === "array" ? { ...type, size } : type;
}

function typeOfSection(term: TermOf<"section">, scope: Names, inference: Inference): Type {
  const { operand, result } = infixTypes(term.symbol, inference);
  if (isTypedSymbol(term.symbol)) inference.symbols.push({ term, operand });
  const given = [term.left, term.right].filter((side) => side !== undefined);
  for (const side of given) checkTerm(side, operand, scope, inference);
  return functionOf(Array(2 - given.length).fill(operand), result);
}

function typeOfIndex(term: TermOf<"index">, array: Type, scope: Names, inference: Inference): Type {
  const element = inference.fresh();
  const expected = term.indices.reduce<Type>((inner) => arrayOf(inner), element);
  inference.unify(expected, array, term.array.at);
  for (const index of term.indices) checkTerm(index, inference.oneOf(INTEGERS, "i64"), scope, inference);
  return element;
}

function typeOfSlice(term: TermOf<"slice">, array: Type, scope: Names, inference: Inference): Type {
  const element = inference.fresh();
  inference.unify(arrayOf(element), array, term.array.at);
  for (const bound of [term.start, term.end]) {
    if (bound !== undefined) checkTerm(bound, inference.oneOf(INTEGERS, "i64"), scope, inference);
  }
  return arrayOf(element);
}

/** A loop may change how long its arrays are, so their sizes are not part of its type. */
function typeOfLoop(term: TermOf<"loop">, scope: Names, inference: Inference): Type {
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
