import type { OperatorBody } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import type { Scalar } from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
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
