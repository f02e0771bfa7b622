import { lawSides } from "./law-sides.ts";
import { normalForms } from "./normal-form.ts";
import type { LawQuestion } from "./question.ts";

/** Whether both sides of a law have the same normal form: then it holds for every value, whatever the carrier. */
export function haveEqualForms(question: LawQuestion): boolean {
  const { left, right } = lawSides(question);
  const forms = normalForms([...left, ...right]);
  return forms !== undefined && left.every((_, column) => forms[column] === forms[left.length + column]);
}
