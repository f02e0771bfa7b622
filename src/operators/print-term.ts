import { checkFunction, checkInteger, checkText } from "../values/check-arguments.ts";

import { checkTerms } from "./check-terms.ts";
import type { NameOfLeaf } from "./leaf-names.ts";
import { printKnownTerm } from "./print-known-term.ts";
import type { Term } from "./term.ts";

/** A text of more has no reader. */
const MOST_OPERATIONS = 2 ** 16;

/**
 * One term on one line, in the operator language, for messages and explanations.
 *
 * Nothing is named by `let`: what is shared is written out each time. A term of more than `mostOperations` so counted has `…` in it, in the
 * places that are deepest. Numbers have no types. Cost: linear in `mostOperations`.
 *
 * @throws InvalidArgumentError for what is no term, or is too large or too deep for an operator
 */
export function printTerm(term: Term, nameOf?: NameOfLeaf, mostOperations?: number): string {
  const [checked] = checkTerms("term", undefined, [term]);
  if (mostOperations !== undefined) checkInteger("mostOperations", mostOperations, 0, MOST_OPERATIONS);
  if (nameOf === undefined) return printKnownTerm(checked, undefined, mostOperations);
  checkFunction("nameOf", nameOf);
  const checkedName: NameOfLeaf = (side, column) => checkText("the result of nameOf", nameOf(side, column));
  return printKnownTerm(checked, checkedName, mostOperations);
}
