import type { AnyOperator } from "../../operators/operator.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type LawQuestion, termText } from "../question.ts";

import { CARRY_LOOK_AHEAD, POLYNOMIAL, STATE_MAP } from "./machine-rules.ts";
import { AFFINE, ARG_BY, ARG_BY_LEFTMOST, MATRICES_2X2 } from "./order-and-semiring-rules.ts";
import { DUAL, LIFTED, PRODUCT, SEGMENTED } from "./record-rules.ts";
import { type CombinatorRules, type Rule, typedPart } from "./rule.ts";

/** What is known of combinators, by the names under which they record themselves. */
const COMBINATORS: ReadonlyMap<string, CombinatorRules> = new Map([
  ["affine", AFFINE],
  ["arg-by", ARG_BY],
  ["arg-by-leftmost", ARG_BY_LEFTMOST],
  ["carry-look-ahead", CARRY_LOOK_AHEAD],
  ["dual", DUAL],
  ["lifted", LIFTED],
  ["matrices-2x2", MATRICES_2X2],
  ["polynomial", POLYNOMIAL],
  ["product", PRODUCT],
  ["segmented", SEGMENTED],
  ["state-map", STATE_MAP],
]);

/**
 * The rule of a derived operator for a question, and what it needs of the parts. Undefined without such a rule.
 *
 * A derivation is its author's word. It counts only if the combinator, applied again, gives the very terms in question.
 */
export function ruleFor(question: LawQuestion, operator: AnyOperator): Rule | undefined {
  const { derivation } = operator;
  // Laws of two operators are not taken apart: normal forms and the solver see both.
  if (question.other !== undefined) return undefined;
  const rules = derivation === undefined ? undefined : COMBINATORS.get(derivation.combinator);
  if (derivation === undefined || rules === undefined) return undefined;
  const fields = typeof question.type === "string" ? {} : question.type;
  const types = rules.partTypes(fields, question.type);
  if (types.length !== derivation.parts.length) return undefined;
  const parts = derivation.parts.map((part, i) => {
    const type = types[i];
    return type === undefined ? undefined : typedPart(part, type);
  });
  if (!parts.every((part) => part !== undefined)) return undefined;
  const derived = { type: question.type, fields, parts, terms: question.body.terms };
  const remade = remakeOrNothing(rules, derived).find(
    (each) => textOf(each) === textOfTerms(question.body.terms),
  );
  return remade === undefined ? undefined : rules.ruleFor(question, derived, remade);
}

/** Parts that an author has made up may not be parts that the combinator takes. */
function remakeOrNothing(
  rules: CombinatorRules,
  derived: Parameters<CombinatorRules["remake"]>[0],
): readonly AnyOperator[] {
  try {
    return rules.remake(derived);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return [];
    throw error;
  }
}

function textOf(operator: AnyOperator): string {
  return textOfTerms(
    operator.kind === "record-operator" ? operator.terms : [operator.term(operator.types[0])],
  );
}

function textOfTerms(terms: LawQuestion["body"]["terms"]): string {
  return JSON.stringify(termText(terms));
}
