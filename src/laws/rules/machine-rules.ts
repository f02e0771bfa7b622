import { carryLookAhead } from "../../operators/combinators/carry-look-ahead.ts";
import { polynomial } from "../../operators/combinators/polynomial.ts";
import { stateMap } from "../../operators/combinators/state-map.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { termList } from "../../operators/term-list.ts";
import type { LawQuestion } from "../question.ts";
import {
  type CombinatorRules,
  type Derived,
  isClaimedIdentity,
  isOnClaimedCarrier,
  premise,
  type Rule,
  typedPart,
} from "./rule.ts";

/** Composition of maps. Slots are masked when they are read, so every word is some map, and composition of maps is associative. */
export const STATE_MAP: CombinatorRules = {
  partTypes: () => [],
  remake: ({ type }) => (type === "u64" ? [16] : [2, 4, 8]).map((stateCount) => stateMap(stateCount)),
  ruleFor: (question, _, remade) => {
    if (question.law === "associative") return always("state-map: composition of maps is associative");
    return ruleOfOwnCarrier(question, remade, "state-map");
  },
};

/** Arithmetic modulo m in u64, where h·q + g ≤ (2^32 − 1)² + 2^32 − 1 < 2^64: nothing wraps, and remainders are a ring. */
export const POLYNOMIAL: CombinatorRules = {
  partTypes: () => [],
  remake: (derived) => {
    const modulus = modulusIn(derived);
    const column = derived.fields.hash;
    if (modulus === undefined || (column !== "u32" && column !== "u64")) return [];
    return [polynomial(modulus, column)];
  },
  ruleFor: (question, { fields }, remade) => {
    const staysBelow = fields.hash === "u32" || isOnClaimedCarrier(question, remade);
    if (question.law === "associative" && staysBelow)
      return always("polynomial: remainders are a ring, and nothing wraps");
    const isInside = question.identity === undefined || isClaimedIdentity(question, remade);
    if (question.law === "closed" && isInside && isOnClaimedCarrier(question, remade)) {
      return always("polynomial: remainders are below the modulus");
    }
    return ruleOfOwnCarrier(question, remade, "polynomial");
  },
};

/** Words of bits, each bit an addition of its own: what holds for bools, all of which are tried, holds for words. */
export const CARRY_LOOK_AHEAD: CombinatorRules = {
  partTypes: () => [],
  remake: ({ fields: { generate } }) =>
    generate === "bool" || generate === "u32" || generate === "u64" ? [carryLookAhead(generate)] : [],
  ruleFor: (question, { fields }, remade) => {
    const bit = carryLookAhead("bool");
    const part = typedPart(bit, bit.type);
    if (fields.generate === "bool" || part === undefined || question.law === "closed") return undefined;
    if (question.identity !== undefined && !isClaimedIdentity(question, remade)) return undefined;
    const identity = question.identity === undefined ? undefined : bit.claims?.identity;
    return {
      text: `carry-look-ahead: ${question.law} if it is so bit by bit`,
      premises: [premise(part, question.law, identity && { identity })],
    };
  },
};

function always(text: string): Rule {
  return { text, premises: [] };
}

/** The identity that a combinator claims, on the carrier that it claims with it. */
function ruleOfOwnCarrier(question: LawQuestion, remade: AnyOperator, name: string): Rule | undefined {
  const isIdentityLaw = question.law === "left-identity" || question.law === "right-identity";
  if (!isIdentityLaw || !isClaimedIdentity(question, remade) || !isOnClaimedCarrier(question, remade))
    return undefined;
  return always(`${name}: its own identity is a ${question.law} on its own carrier`);
}

function modulusIn({ terms }: Derived): number | undefined {
  for (const { term } of termList(terms).nodes) {
    if (term.kind !== "binary" || term.operation !== "remainder" || term.second.kind !== "constant") continue;
    const modulus = Number(term.second.value);
    return Number.isInteger(modulus) && modulus >= 2 && modulus < 2 ** 32 ? modulus : undefined;
  }
  return undefined;
}
