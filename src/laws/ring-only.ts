import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { SCALAR_TYPE_FACTS } from "../values/element-types.ts";
import type { LawSides } from "./law-sides.ts";

/**
 * Whether a law has nothing but + − × and negation of integers, constants included, and no carrier.
 *
 * Then it says that polynomials are equal. Those that are equal over the unbounded integers are equal modulo 2^width as well.
 */
export function isRingOnly({ assumptions, left, right }: LawSides): boolean {
  return (
    assumptions.length === 0 && termList([...left, ...right]).nodes.every(({ term }) => isRingTerm(term))
  );
}

function isRingTerm(term: Term): boolean {
  if (term.type === "bool" || SCALAR_TYPE_FACTS[term.type].isFloat) return false;
  switch (term.kind) {
    case "left":
    case "right":
    case "constant":
      return true;
    case "unary":
      return term.operation === "negate";
    case "binary":
      return term.operation === "add" || term.operation === "subtract" || term.operation === "multiply";
    case "select":
    case "convert":
    case "bitcast":
      return false;
    default:
      return term satisfies never;
  }
}
