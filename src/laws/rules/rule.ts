import type { PartArgument } from "../../operators/combinators/part.ts";
import { type AnyOperator, bodyOf, typeOf } from "../../operators/operator.ts";
import type { Term } from "../../operators/term.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import type { ValueType } from "../../values/value-types.ts";
import { type Equality, type Law, type LawQuestion, termText } from "../question.ts";

/** What a rule needs of one part of a derived operator. */
export interface Premise {
  readonly operator: AnyOperator;
  readonly question: LawQuestion; // about every value: a law that holds everywhere holds on any carrier
}

/** A law of a combinator, and what it follows from. */
export interface Rule {
  readonly text: string; // "segmented: associative if its part is"
  readonly premises: readonly Premise[]; // none: always
}

/** A derived operator in parts. */
export interface Derived {
  readonly type: ValueType;
  readonly fields: Readonly<Record<string, ValueType>>; // of a record; empty for single elements
  readonly parts: readonly TypedPart[];
  readonly terms: readonly Term[];
}

/** What is known of a combinator. */
export interface CombinatorRules {
  /** The type of each part in an operator with these fields; undefined where this combinator makes no such fields. */
  readonly partTypes: (
    fields: Readonly<Record<string, ValueType>>,
    type: ValueType,
  ) => readonly (ValueType | undefined)[];
  /** What the combinator makes of the parts, with each parameter that they leave open. */
  readonly remake: (derived: Derived) => readonly AnyOperator[];
  /** The rule for a question about an operator that has the terms of `remade`. */
  readonly ruleFor: (question: LawQuestion, derived: Derived, remade: AnyOperator) => Rule | undefined;
}

/** A part of a derived operator, with the type that it is used on. */
export interface TypedPart {
  readonly operator: AnyOperator;
  readonly element: ElementType | undefined; // for an operator over single elements
  readonly type: ValueType;
  readonly columnCount: number;
}

/** The part of an operator that has a given type in it; undefined where it is not on that type. */
export function typedPart(operator: AnyOperator, type: ValueType): TypedPart | undefined {
  if (operator.kind === "record-operator") {
    return { operator, element: undefined, type: operator.type, columnCount: operator.columns.length };
  }
  if (typeof type !== "string" || type === "bool" || !operator.types.includes(type)) return undefined;
  return { operator, element: type, type: typeOf(operator, type), columnCount: 1 };
}

/** A part as the combinators take it. */
export function argumentOf({ operator, element }: TypedPart): PartArgument {
  return operator.kind === "operator" && element !== undefined ? [operator, element] : operator;
}

/** Whether a question is about the carrier that the combinator itself claims; about every value, where it claims none. */
export function isOnClaimedCarrier({ carrier }: LawQuestion, { claims }: AnyOperator): boolean {
  const text = (term: Term | undefined): string =>
    JSON.stringify(term === undefined ? "none" : termText([term]));
  return text(carrier) === text(claims?.carrier);
}

/** Whether a question's identity is the one that the combinator itself claims, bit for bit. */
export function isClaimedIdentity({ identity }: LawQuestion, { claims }: AnyOperator): boolean {
  const claimed = claims?.identity;
  return (
    identity !== undefined &&
    claimed !== undefined &&
    identity.every((value, i) => Object.is(value, claimed[i]))
  );
}

interface PremiseFacts {
  readonly equality?: Equality; // default "bits", which implies the other
  readonly identity?: readonly Scalar[];
  readonly other?: TypedPart;
}

/** A law of a part, as a premise. */
export function premise(part: TypedPart, law: Law, facts: PremiseFacts = {}): Premise {
  const { columns, terms } = bodyOf(part.operator, part.element);
  const { equality = "bits", identity, other } = facts;
  return {
    operator: part.operator,
    question: {
      law,
      body: { columns, terms },
      type: part.type,
      equality,
      ...(identity === undefined ? {} : { identity }),
      ...(other === undefined ? {} : { other: bodyOf(other.operator, other.element) }),
    },
  };
}
