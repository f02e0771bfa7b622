import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";

/** The largest degree of some terms as polynomials of the operands: how many factors a product has, written out. */
export function degreeOfTerms(terms: readonly Term[]): number {
  const degrees: number[] = [];
  for (const { term, operands } of termList(terms).nodes) {
    const of = operands.map((place) => degrees[place]);
    const isProduct = term.kind === "binary" && term.operation === "multiply";
    if (term.kind === "left" || term.kind === "right") degrees.push(1);
    else degrees.push(isProduct ? of[0] + of[1] : Math.max(0, ...of));
  }
  return Math.max(0, ...degrees);
}
