// Terms as one line for messages: what is too long for a reader becomes `…` where it is deepest.

import { checkFunction, checkInteger, checkText } from "../values/check-arguments.ts";
import { type Column, pathText } from "../values/value-types.ts";
import { checkTerms } from "./check-terms.ts";
import { operandsOf, type Term } from "./term.ts";

import { flat } from "./text/layout.ts";
import { atom, type Printable, printableTerm } from "./text/term-printer.ts";

/** The most operations that are printed by default; what is beyond is `…`. */
const PRINTED_OPERATIONS = 200;

/** `printTerm` of a term that is known to be one, however large. */
export function printKnownTerm(
  term: Term,
  nameOf: NameOfLeaf = plainName,
  mostOperations: number = PRINTED_OPERATIONS,
): string {
  const sizes = new Map<Term, number>();
  const sizeOf = (part: Term): number => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    const size = operandsOf(part).reduce((sum, operand) => sum + sizeOf(operand), 1);
    sizes.set(part, size);
    return size;
  };
  const printable = (part: Term, budget: number): Printable => {
    if (part.kind === "left" || part.kind === "right") return atom(nameOf(part.kind, part.column));
    const operands = operandsOf(part);
    if (budget < 1 && operands.length > 0) return atom("…");
    const shares = shareOut(budget - 1, operands.map(sizeOf));
    const unequal = (): readonly Printable[] | undefined => {
      if (part.kind !== "unary" || part.operation !== "not") return undefined;
      const equal = part.operand;
      if (equal.kind !== "binary" || equal.operation !== "equal") return undefined;
      return [equal.first, equal.second].map((operand) => printable(operand, (budget - 2) / 2));
    };
    return printableTerm(
      part,
      operands.map((operand, i) => printable(operand, shares[i])),
      unequal,
    );
  };
  return flat(printable(term, mostOperations).print(true).layout);
}

function plainName(side: "left" | "right", column: number): string {
  return column === 0 ? side : `${side}.column${column}`;
}

// Equal shares, except that what is smaller than its share leaves the rest to the others.
function shareOut(budget: number, sizes: readonly number[]): readonly number[] {
  const share = budget / sizes.length;
  const large = sizes.filter((size) => size > share).length;
  const rest = sizes.reduce((sum, size) => sum + Math.max(0, share - size), 0);
  return sizes.map((size) => (size > share ? share + rest / large : size));
}

/** A text of more has no reader. */
const MOST_OPERATIONS = 2 ** 16;

/**
 * One term on one line, in the operator language, for messages and explanations.
 *
 * Nothing is named by `let`: what is shared is written out each time. A term of more than `mostOperations` so counted has `…` in it, in the
 * places that are deepest. Numbers have no types. Cost: linear in `mostOperations`.
 *
 * @throws InvalidArgumentError for what is not a term, or is too large or too deep for an operator
 */
export function printTerm(term: Term, nameOf?: NameOfLeaf, mostOperations?: number): string {
  const [checked] = checkTerms("term", undefined, [term]);
  if (mostOperations !== undefined) checkInteger("mostOperations", mostOperations, 0, MOST_OPERATIONS);
  if (nameOf === undefined) return printKnownTerm(checked, undefined, mostOperations);
  checkFunction("nameOf", nameOf);
  const checkedName: NameOfLeaf = (side, column) => checkText("the result of nameOf", nameOf(side, column));
  return printKnownTerm(checked, checkedName, mostOperations);
}

/** What a column of an operand is called in print. */
export type NameOfLeaf = (side: "left" | "right", column: number) => string;

/** The names of the columns of an operator's operands: `left.value`, or `left` for single elements. */
export function leafNames(columns: readonly Column[], left = "left", right = "right"): NameOfLeaf {
  return (side, column) => {
    const path = column < columns.length ? pathText(columns[column]) : `column${column}`;
    const name = side === "left" ? left : right;
    return path === "" ? name : `${name}.${path}`;
  };
}
