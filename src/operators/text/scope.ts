// Names, types and their errors, for the two halves of elaboration.

import type { SourceText } from "../../text/source-text.ts";
import { nearestHint } from "../../values/check-name.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { printType, SCALAR_TYPES, type ValueType } from "../../values/value-types.ts";
import type { Term } from "../term.ts";
import { BINARY_CALLS, BITCAST, UNARY_CALLS } from "./grammar.ts";
import { errorAt } from "./operator-text.ts";
import type { Syntax } from "./syntax.ts";

/** What an expression stands for: one term for each column of its type. */
export interface Value {
  readonly type: ValueType;
  readonly terms: readonly Term[];
}

/** The type that a place demands, if it demands one: number literals take it. */
export type Expected = ValueType | undefined;

/** What names mean at a place of the text. */
export interface Scope {
  readonly source: SourceText;
  readonly operatorName: string | undefined; // for the error of an operator that calls itself
  readonly values: Map<string, Value>;
  readonly defining: Set<string>; // the names of the lets around this place whose values are being read
  readonly seen?: Seen | undefined; // told of each expression, and of each name that is defined
}

/** Hears of what stands at an offset of the text. */
export type Seen = (at: number, value: Value) => void;

/** The syntax of one kind. */
export type Node<Kind extends Syntax["kind"]> = Extract<Syntax, { kind: Kind }>;

/** The value of a single term. */
export function scalar(term: Term): Value {
  return { type: term.type, terms: [term] };
}

/** Whether two types have the same fields in the same order. */
export function isSame(first: ValueType, second: ValueType): boolean {
  return printType(first) === printType(second);
}

/** How many columns a type has. */
export function columnCount(type: ValueType): number {
  if (typeof type === "string") return 1;
  return Object.values(type).reduce((sum: number, inner) => sum + columnCount(inner), 0);
}

/** The term of a value that must have one of some scalar types. */
export function termOf(
  scope: Scope,
  at: number,
  what: string,
  value: Value,
  types: readonly ScalarType[],
  hint = "",
): Term {
  if (types.some((type) => type === value.type)) return value.terms[0];
  const isRecord = typeof value.type === "object";
  const why = isRecord ? " (of a record, field by field)" : hint;
  throw errorAt(scope.source, at, `${types.join(" or ")} for ${what}${why}`, printType(value.type));
}

/** Refuses operands of two types. */
export function checkSameType(scope: Scope, at: number, what: string, first: Value, second: Value): void {
  if (isSame(first.type, second.type)) return;
  const isNumber = ({ type }: Value): boolean => typeof type === "string" && type !== "bool";
  const hint =
    isNumber(first) && isNumber(second) ? ` (convert one of them: ${printType(first.type)}(…))` : "";
  const fact = `${printType(first.type)} and ${printType(second.type)}`;
  throw errorAt(scope.source, at, `operands of one type for ${what}${hint}`, fact);
}

/** Refuses another number of operands. */
export function checkCount(scope: Scope, node: Node<"call" | "combine">, what: string, count: number): void {
  const { at, operands } = node;
  if (operands.length === count) return;
  const expected = `${count} ${count === 1 ? "operand" : "operands"} for ${what}`;
  throw errorAt(scope.source, at, expected, `${operands.length}`);
}

/** The error of a field that a record does not have. */
export function unknownField(scope: Scope, at: number, field: string, names: readonly string[]): Error {
  return errorAt(
    scope.source,
    at,
    `one of the fields ${names.join(", ")}${nearestHint(field, names)}`,
    `"${field}"`,
  );
}

/** The error of a name that means nothing here. */
export function unknownName(scope: Scope, at: number, name: string): Error {
  const names = [...scope.values.keys()];
  const list = names.length === 0 ? "a constant" : `one of ${names.join(", ")}${nearestHint(name, names)}`;
  return errorAt(scope.source, at, recursion(scope, name) ?? list, `"${name}"`);
}

/** The error of a call of something that is not a function. */
export function unknownFunction(scope: Scope, at: number, name: string): Error {
  const names = [...Object.keys(UNARY_CALLS), ...Object.keys(BINARY_CALLS)];
  const types = SCALAR_TYPES.filter((type) => type !== "bool");
  const near = nearestHint(name, [...names, ...types, ...types.map((type) => BITCAST + type)]);
  const expected = `one of ${names.join(", ")}, a number type or ${BITCAST} and one${near}`;
  return errorAt(scope.source, at, recursion(scope, name) ?? expected, `"${name}"`);
}

function recursion(scope: Scope, name: string): string | undefined {
  const isRecursive = scope.defining.has(name) || name === scope.operatorName;
  return isRecursive ? "what is defined before, as nothing is defined by itself" : undefined;
}
