// Which of an array's sources a term looks at: what it does not, no step is given.
import { left, operandsOf, replaceLeaves, type Term } from "../../operators/term.ts";
import type { Source } from "./staged.ts";

/** Terms over those sources alone that they look at. */
export function overUsedSources(
  terms: readonly Term[],
  sources: readonly Source[],
): { readonly terms: readonly Term[]; readonly sources: readonly Source[] } {
  const used = usedColumns(terms);
  if (used.size === sources.length) return { terms, sources };
  const places = [...used].sort((one, other) => one - other);
  return {
    terms: replaceLeaves(terms, (leaf) => {
      return leaf.kind === "left" ? left(leaf.type, places.indexOf(leaf.column)) : leaf;
    }),
    sources: places.map((place) => sources[place]),
  };
}

/** Whether a term looks at numbers and known values alone. */
export function isOfNumbers(term: Term, given: readonly Source[]): boolean {
  const { sources } = overUsedSources([term], given);
  return sources.every(({ kind }) => kind === "numbers" || kind === "value");
}

function usedColumns(terms: readonly Term[]): ReadonlySet<number> {
  const used = new Set<number>();
  const seen = new Set<Term>();
  const open = [...terms];
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    if (term.kind === "left") used.add(term.column);
    open.push(...operandsOf(term));
  }
  return used;
}
