import { hashOf } from "../operators/define-operator.ts";
import type { OperatorBody } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { nodeText, termList } from "../operators/term-list.ts";
import { toHex } from "../values/bits.ts";
import type { Scalar } from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
import { hashBytes } from "../values/hash.ts";
import type { ValueType } from "../values/value-types.ts";

/**
 * What may be true of an operator `·`, for all values x, y, z (of the carrier, where there is one), with e the identity in question:
 *
 * | law | says |
 * |---|---|
 * | associative | (x · y) · z = x · (y · z) |
 * | left-identity, right-identity | e · x = x, x · e = x |
 * | commutative | x · y = y · x |
 * | idempotent | x · x = x |
 * | closed | x · y is in the carrier if x and y are, and so is e, if given |
 * | left-distributive, right-distributive | z · (x + y) = z · x + z · y, (x + y) · z = x · z + y · z, with `other` for + |
 * | left-zero, right-zero | e · x = e, x · e = e |
 */
export type Law =
  | "associative"
  | "left-identity"
  | "right-identity"
  | "commutative"
  | "idempotent"
  | "closed"
  | "left-distributive"
  | "right-distributive"
  | "left-zero"
  | "right-zero";

/** The laws that people ask about; the others are premises of combinator rules. */
export const LAWS: readonly Law[] = frozen([
  "associative",
  "left-identity",
  "right-identity",
  "commutative",
  "idempotent",
  "closed",
]);

/** Whether a law is about an identity. */
export function asksForIdentity(law: Law): boolean {
  return law === "left-identity" || law === "right-identity" || law === "left-zero" || law === "right-zero";
}

/** When two values are the same. NaNs equal NaNs in both; −0 differs from +0 in bits, and equals it in value. */
export type Equality = "bits" | "value";

export const EQUALITIES: readonly Equality[] = ["bits", "value"];

/** One law of one operator on one type. `lawSides` spells it out as terms. */
export interface LawQuestion {
  readonly law: Law;
  readonly body: OperatorBody;
  readonly type: ValueType;
  readonly identity?: readonly Scalar[]; // by column; for the laws about e
  readonly carrier?: Term; // bool, over "left" alone; default: every value
  readonly equality: Equality;
  readonly other?: OperatorBody; // the + of the distributive laws, on the same type
}

/** The lines of some terms, each distinct subterm once, and the places of the terms among them: equal for equal terms. */
export interface TermText {
  readonly nodes: readonly string[];
  readonly roots: readonly number[];
}

/** Terms as text. */
export function termText(terms: readonly Term[]): TermText {
  const { nodes, roots } = termList(terms);
  return { nodes: nodes.map(({ term, operands }) => nodeText(term, operands)), roots };
}

/** What is asked, as 16 hexadecimal digits of the operator, the law, and 16 of everything else: a file name. */
export function questionKey(question: LawQuestion): string {
  const { body, carrier, equality, law, other, type } = question;
  const rest = JSON.stringify([
    equality,
    identityBits(question) ?? null,
    carrier === undefined ? null : termText([carrier]),
    other === undefined ? null : termText(other.terms),
  ]);
  return `${hashOf(type, body.terms)}-${law}-${hashBytes(new TextEncoder().encode(rest))}`;
}

/** The identity in question by its bits, column by column. */
export function identityBits({ body, identity }: LawQuestion): readonly string[] | undefined {
  return identity?.map((value, column) => toHex(body.columns[column].type, value));
}
