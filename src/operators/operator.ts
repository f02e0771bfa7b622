// What an operator is: terms over the columns of its type, with what is known, claimed and derived of it.

import { type Brand, newBrand } from "../values/brand.ts";
import { describe } from "../values/describe.ts";
import type { ElementType, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type Column, columnsOf, type RecordType, type ValueType } from "../values/value-types.ts";
import type { Term } from "./term.ts";

/**
 * A typed term `combine(left, right)` over single elements, with what is known of it. It need not be associative: the expression
 * fixes the tree.
 *
 * Laws are bit for bit. `associative` means proved for every input, so that all trees over the same operands in the same order
 * have one value (NaNs canonical). What is only claimed stands in `claims`, and no executor looks there.
 */
export interface Operator<Type extends ElementType = ElementType> {
  readonly kind: "operator";
  readonly name: string; // in kebab-case
  readonly hash?: string; // of the term, 16 hex digits, for an operator that is not built in: contracts name it by this
  readonly types: readonly Type[]; // the types it is defined on
  readonly term: (type: ElementType) => Term;
  readonly start: (type: ElementType) => Scalar | undefined; // what an exclusive scan begins with when no initial value is given
  readonly identity: (type: ElementType) => Scalar | undefined; // two-sided, bit for bit on everything but NaN: −0 for float add
  readonly isAssociative: (type: ElementType) => boolean;
  readonly isCommutative: boolean;
  readonly claims?: Claims;
  readonly derivation?: Derivation;
}

/** The same over records: one term for each column, each over the columns of both sides. */
export interface RecordOperator<Type extends RecordType = RecordType> {
  readonly kind: "record-operator";
  readonly name: string;
  readonly hash: string;
  readonly type: Type;
  readonly columns: readonly Column[];
  readonly terms: readonly Term[]; // by column
  readonly start: readonly Scalar[] | undefined; // by column
  readonly isAssociative: boolean;
  readonly isCommutative: boolean;
  readonly claims?: Claims;
  readonly derivation?: Derivation;
}

/** An operator over single elements or over records; a plain function is neither. */
export type AnyOperator = Operator | RecordOperator;

/** What the author of an operator says of it: the subject of law checks, never taken on trust. */
export interface Claims {
  readonly identity?: readonly Scalar[]; // by column
  readonly carrier?: Term; // bool, over "left" alone: the values for which the laws are meant
}

/** What is claimed of an operator, if anything is. */
export function claimsOf(
  identity: readonly Scalar[] | undefined,
  carrier: Term | undefined,
): Claims | undefined {
  if (identity === undefined && carrier === undefined) return undefined;
  return { ...(identity && { identity }), ...(carrier && { carrier }) };
}

/** How a combinator made an operator from others: what its laws follow from. */
export interface Derivation {
  readonly combinator: string; // in kebab-case, as the rules of samebits/laws know it
  readonly parts: readonly AnyOperator[];
}

/** What the terms of an operator are, on one type: all that evaluators and code generators need. */
export interface OperatorBody {
  readonly columns: readonly Column[];
  readonly terms: readonly Term[]; // by column
}

/**
 * The operators that this package has made: the built-in ones, and those of `defineOperator`, whose terms are checked and whose laws are
 * proved. A copy, or the data of one, may say anything.
 */
export const OPERATORS: Brand = newBrand("operator");

/** @throws InvalidArgumentError for what was not made here */
export function checkOwnOperator(argument: string, given: unknown): AnyOperator {
  if (OPERATORS.has(given)) return given as AnyOperator;
  const isAlike = typeof given === "object" && given !== null && "kind" in given;
  const expected = isAlike
    ? "an operator that samebits has made: decodeOperator and defineOperator make one of data, withLaws adds what is proved"
    : "an operator";
  throw new InvalidArgumentError(
    argument,
    expected,
    isAlike ? "a copy, or an object like one" : describe(given),
  );
}

/** The body of an operator; for one over single elements on the type that is named. */
export function bodyOf(operator: AnyOperator, type?: ElementType): OperatorBody {
  checkOwnOperator("operator", operator);
  if (operator.kind === "record-operator") return operator;
  const element = type ?? operator.types[0];
  return { columns: columnsOf(element), terms: [operator.term(element)] };
}

/** The type of an operator's values; of one over single elements the type that is named, or its first. */
export function typeOf(operator: AnyOperator, type?: ElementType): ValueType {
  checkOwnOperator("operator", operator);
  return operator.kind === "record-operator" ? operator.type : (type ?? operator.types[0]);
}

/** How a contract names an operator: a built-in by its name, any other by the hash of its term. */
export function labelOf(operator: AnyOperator): string {
  return operator.hash === undefined ? operator.name : `term:${operator.hash}`;
}

/** A plain function over any values. Runs on the javascript executor alone, and nothing is known of it. */
export type CombineFunction = (left: never, right: never) => unknown;
