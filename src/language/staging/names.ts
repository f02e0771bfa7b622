import type { ArrayTerm, Pattern } from "../term.ts";
import { countUses, usesOf } from "../term-parts.ts";

/** Whether what a pattern binds is used more than once, so that it should be made before. */
export function isUsedAgain(pattern: Pattern, body: ArrayTerm): boolean {
  return pattern.kind === "name" && usesOf(pattern.name, body) > 1;
}

type Let = Extract<ArrayTerm, { kind: "let" }>;

const usedAgain = new WeakMap<Let, boolean>();

/** The same of a let. Those of a row of them are found together, from the last to the first: one by one, they would be as often as the row is long. */
export function isUsedAgainInLet(term: Let): boolean {
  const known = usedAgain.get(term);
  if (known !== undefined) return known;
  const row: Let[] = [];
  let body: ArrayTerm = term;
  for (; body.kind === "let"; body = body.body) row.push(body);
  const counts = new Map<string, number>();
  countUses(body, counts);
  for (const each of row.reverse()) {
    const { pattern, value } = each;
    usedAgain.set(each, pattern.kind === "name" && (counts.get(pattern.name) ?? 0) > 1);
    countUses(value, counts);
  }
  return usedAgain.get(term) ?? false;
}
