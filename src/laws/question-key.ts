import { hashOf } from "../operators/define-operator.ts";
import type { Term } from "../operators/term.ts";
import { nodeText, termList } from "../operators/term-list.ts";
import { toHex } from "../values/bits.ts";
import { hashBytes } from "../values/hash.ts";
import type { LawQuestion } from "./question.ts";

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
