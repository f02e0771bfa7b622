import { dual } from "../../operators/combinators/dual.ts";
import { lifted } from "../../operators/combinators/lifted.ts";
import { product } from "../../operators/combinators/product.ts";
import { segmented } from "../../operators/combinators/segmented.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import type { Law, LawQuestion } from "../question.ts";
import {
  argumentOf,
  type CombinatorRules,
  type Derived,
  isClaimedIdentity,
  isOnClaimedCarrier,
  type Premise,
  premise,
  type Rule,
} from "./rule.ts";

/** Several operators, field by field: each law holds where it holds for every part. */
export const PRODUCT: CombinatorRules = {
  partTypes: (fields) => Object.values(fields),
  remake: ({ fields, parts }) => [
    product(Object.fromEntries(Object.keys(fields).map((field, i) => [field, argumentOf(parts[i])]))),
  ],
  ruleFor: ({ equality, identity, law }, { parts }) => {
    if (law === "closed") return undefined;
    let offset = 0;
    const premises = parts.map((part) => {
      const begin = offset;
      offset += part.columnCount;
      return premise(part, law, { equality, ...(identity && { identity: identity.slice(begin, offset) }) });
    });
    return { text: `product: ${law} if every part is`, premises };
  },
};

/** The sides exchanged: a left identity of the part is a right one, and the other way round. */
export const DUAL: CombinatorRules = {
  partTypes: (_, type) => [type],
  remake: ({ parts: [part] }) => [dual(part.operator, part.element)],
  ruleFor: ({ equality, identity, law }, { parts: [part] }) => {
    const mirrored = MIRRORED[law];
    if (mirrored === undefined) return undefined;
    const text =
      mirrored === law
        ? `dual: ${law} if its part is`
        : `dual: a ${law} is what of its part is a ${mirrored}`;
    return { text, premises: [premise(part, mirrored, { equality, ...(identity && { identity }) })] };
  },
};

const MIRRORED: Partial<Readonly<Record<Law, Law>>> = {
  associative: "associative",
  commutative: "commutative",
  idempotent: "idempotent",
  "left-identity": "right-identity",
  "right-identity": "left-identity",
};

/** `(x, f) ∘ (y, g) = (g ? y : x ∘ y, f ∨ g)`: both sides of a law are the part's, or begin at the same head. */
export const SEGMENTED: CombinatorRules = {
  partTypes: ({ value }) => [value],
  remake: ({ parts: [part] }) => [segmented(part.operator, part.element)],
  ruleFor: ({ equality, identity, law }, { parts: [part] }) => {
    if (law === "associative" || law === "idempotent") {
      return { text: `segmented: ${law} if its part is`, premises: [premise(part, law, { equality })] };
    }
    const isIdentityLaw = law === "left-identity" || law === "right-identity";
    if (!isIdentityLaw || identity === undefined || identity.at(-1) !== 0) return undefined;
    const text = `segmented: no head is a ${law} with a value that is one of its part`;
    return { text, premises: [premise(part, law, { equality, identity: identity.slice(0, -1) })] };
  },
};

/** `absent ∘ y = y` always; what absent does on the other side it does to values that are present, or absent with zeros. */
export const LIFTED: CombinatorRules = {
  partTypes: ({ value }) => [value],
  remake: ({ parts: [part] }) => [lifted(part.operator, part.element)],
  ruleFor: ruleOfLifted,
};

function ruleOfLifted(
  question: LawQuestion,
  { parts: [part] }: Derived,
  remade: AnyOperator,
): Rule | undefined {
  const { equality, identity, law } = question;
  const own = (text: string, premises: readonly Premise[]): Rule | undefined =>
    isOnClaimedCarrier(question, remade)
      ? { text: `${text}, on values that are present or zeros`, premises }
      : undefined;
  switch (law) {
    case "associative":
    case "idempotent":
      return { text: `lifted: ${law} if its part is`, premises: [premise(part, law, { equality })] };
    case "commutative":
      return own("lifted: commutative if its part is", [premise(part, law, { equality })]);
    case "left-identity":
      return identity?.at(-1) === 0 ? { text: "lifted: absent is a left-identity", premises: [] } : undefined;
    case "right-identity":
      return isClaimedIdentity(question, remade) ? own("lifted: absent is a right-identity", []) : undefined;
    default:
      return undefined;
  }
}
