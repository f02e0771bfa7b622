// What combinators share: the operators that they are made of, on a type, with their identities and carriers.

import { describe } from "../../values/describe.ts";
import {
  type ElementType,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
} from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type Column, printType, type RecordType, type ValueType } from "../../values/value-types.ts";
import { scalarTypeNamed } from "../builder/scalar-values.ts";
import { defineOperator, type OperatorFacts } from "../define-operator.ts";
import { applyBody } from "../evaluate.ts";
import {
  type AnyOperator,
  bodyOf,
  checkOwnOperator,
  type Operator,
  type RecordOperator,
  typeOf,
} from "../operator.ts";
import { binary, bitcast, constant, left, replaceLeaves, right, type Term } from "../term.ts";

/** An operator to build from; for one that is defined on several types, with the type that is meant. */
export type PartArgument = AnyOperator | readonly [operator: Operator, type: TypeArgument<ElementType>];

/** The one type of a part: a record operator's own; of another the type that was named, or its only one. */
export type PartType<Part extends AnyOperator, Type extends ElementType = OnlyType<Part>> =
  Part extends RecordOperator<infer Own> ? Own : Type;

/** The same of an operator that may come with a type. */
export type PartTypeOf<Part> = Part extends readonly [
  AnyOperator,
  TypeArgument<infer Type extends ElementType>,
]
  ? Type
  : Part extends AnyOperator
    ? PartType<Part>
    : never;

/** The element types that an operator is on; with only one of them there is no need to name it. */
export type OnlyType<Part extends AnyOperator> = Part extends Operator<infer Type> ? Type : ElementType;

/** An operator on one type, ready to be built from. */
export interface Part {
  readonly operator: AnyOperator;
  readonly type: ValueType;
  readonly columns: readonly Column[];
  readonly terms: readonly Term[];
  readonly identity: readonly Scalar[] | undefined; // known or claimed
  readonly carrier: Term | undefined; // claimed
}

/** @throws InvalidArgumentError for no operator, for a type that it is not on, and for none where it is on several */
export function partOf(argument: string, operator: AnyOperator, type?: ElementType): Part {
  checkOwnOperator(argument, operator);
  const element = operator.kind === "operator" ? elementOf(argument, operator, type) : undefined;
  if (element === undefined && type !== undefined) {
    throw new InvalidArgumentError(
      "type",
      `left out, as ${argument} is an operator over records`,
      describe(type),
    );
  }
  const known = element === undefined ? undefined : (operator as Operator).identity(element);
  return {
    operator,
    type: typeOf(operator, element),
    ...bodyOf(operator, element),
    identity: known === undefined ? operator.claims?.identity : [known],
    carrier: operator.claims?.carrier,
  };
}

/** The part that an operator, or a pair of one and a type, is. */
export function partOfArgument(argument: string, given: PartArgument): Part {
  return isPair(given) ? partOf(argument, given[0], typeNamed(given[1])) : partOf(argument, given);
}

/** Refuses parts on different types. */
export function checkSameType(argument: string, part: Part, other: Part): void {
  if (printType(part.type) === printType(other.type)) return;
  throw new InvalidArgumentError(argument, `on ${printType(other.type)}`, printType(part.type));
}

/** The left operand's columns of a part whose columns begin at `offset`. */
export function leftColumns({ columns }: Part, offset = 0): readonly Term[] {
  return columns.map((column, i) => left(column.type, offset + i));
}

/** The right operand's columns of a part whose columns begin at `offset`. */
export function rightColumns({ columns }: Part, offset = 0): readonly Term[] {
  return columns.map((column, i) => right(column.type, offset + i));
}

/** The part's combine of its own columns, where these begin at `offset`. */
export function combineAt(part: Part, offset = 0): readonly Term[] {
  return applyBody(part, leftColumns(part, offset), rightColumns(part, offset));
}

/** What is claimed of the part's values, over columns that begin at `offset`. */
export function carrierAt({ carrier }: Part, offset = 0): Term | undefined {
  if (carrier === undefined) return undefined;
  const moved = (leaf: Term): Term => (leaf.kind === "left" ? left(leaf.type, leaf.column + offset) : leaf);
  return replaceLeaves([carrier], moved)[0];
}

/** All of some conditions; undefined for no conditions. */
export function allOf(conditions: readonly (Term | undefined)[]): Term | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : given.reduce((first, second) => binary("and", first, second));
}

/** `defineOperator` for what is known to be a record. */
export function defineRecord<Type extends RecordType>(
  type: Type,
  terms: readonly Term[],
  facts: OperatorFacts,
): RecordOperator<Type> {
  return defineOperator<RecordType>(type, terms, facts) as RecordOperator<Type>;
}

function isPair(given: PartArgument): given is readonly [Operator, TypeArgument<ElementType>] {
  return Array.isArray(given);
}

function elementOf(argument: string, operator: Operator, type: ElementType | undefined): ElementType {
  const types = operator.types.join(", ");
  if (type === undefined) {
    if (operator.types.length === 1) return operator.types[0];
    throw new InvalidArgumentError("type", `one of ${types}, as ${argument} is on all of them`, "none");
  }
  if (operator.types.includes(type)) return type;
  throw new InvalidArgumentError("type", `one of ${types}, which ${operator.name} is on`, describe(type));
}

/** A scalar type as an argument: by name, or as the value that stands for it, `f32`. */
export type TypeArgument<Type extends ScalarType> = Type | { readonly type: Type; (value: never): unknown };

/** The name of a type; anything else is given back, for the caller to refuse. */
export function typeNamed<Type extends ScalarType>(given: TypeArgument<Type>): Type {
  return (scalarTypeNamed(given) ?? given) as Type;
}

/** Zero in each column: what the value of an absent element is. */
export function zeros(columns: readonly Column[]): readonly Scalar[] {
  return columns.map(({ type }) => zeroOf(type));
}

/** Whether all terms have the bits of zero: −0 does not. */
export function areZeros(terms: readonly Term[]): Term {
  const conditions = terms.map((term) => {
    const bits = bitsOf(term);
    return binary("equal", bits, constant(bits.type, zeroOf(bits.type)));
  });
  return conditions.reduce((first, second) => binary("and", first, second));
}

function bitsOf(term: Term): Term {
  if (term.type === "f64") return bitcast("u64", term);
  return term.type === "f32" ? bitcast("u32", term) : term;
}

function zeroOf(type: ScalarType): Scalar {
  return SCALAR_TYPE_FACTS[type].isBigInt ? 0n : 0;
}
