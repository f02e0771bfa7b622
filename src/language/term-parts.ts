// How to go through terms: their parts, the chains that are as long as a program, and how often names are used.

import type { ArrayTerm, Pattern, TermOf } from "./term.ts";

/** Whether what a pattern binds is used more than once, so that it should be made before. */
export function isUsedAgain(pattern: Pattern, body: ArrayTerm): boolean {
  return pattern.kind === "name" && usesOf(pattern.name, body) > 1;
}

type Let = TermOf<"let">;

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

/** The terms right within a term, in the order in which they are written. */
export function partsOf(term: ArrayTerm): readonly ArrayTerm[] {
  switch (term.kind) {
    case "literal":
    case "variable":
      return [];
    case "lambda":
      return [term.body];
    case "section":
      return [term.left, term.right].filter((side) => side !== undefined);
    case "apply":
      return [term.function, ...term.operands];
    case "infix":
      return [term.left, term.right];
    case "prefix":
      return [term.operand];
    case "let":
      return [term.value, term.body];
    case "if":
      return [term.condition, term.first, term.second];
    case "tuple":
    case "array":
      return term.items;
    case "record":
      return term.fields.map(({ value }) => value);
    case "field":
      return [term.of];
    case "index":
      return [term.array, ...term.indices];
    case "slice":
      return [term.array, term.start, term.end].filter((part) => part !== undefined);
    case "loop": {
      const { form } = term;
      const limit = form.kind === "while" ? form.condition : form.kind === "for" ? form.bound : form.array;
      return [term.initial, limit, term.body];
    }
    case "ascription":
      return [term.term];
    case "update":
      return [term.of, term.value];
    default:
      return term satisfies never;
  }
}

/** How often a name is written within a term: at least as often as it is used, since a name that is defined anew counts as well. */
export function usesOf(name: string, term: ArrayTerm): number {
  let count = 0;
  const open: ArrayTerm[] = [term];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === "variable" && part.name === name) count++;
    for (const inner of partsOf(part)) open.push(inner);
  }
  return count;
}

/** The same of all names at once, added to what was counted before. */
function countUses(term: ArrayTerm, counts: Map<string, number>): void {
  const open: ArrayTerm[] = [term];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === "variable") counts.set(part.name, (counts.get(part.name) ?? 0) + 1);
    for (const inner of partsOf(part)) open.push(inner);
  }
}

const namesByTerm = new WeakMap<ArrayTerm, ReadonlySet<string>>();

/** The names that are written within a term, those that it binds itself as well. */
export function namesIn(term: ArrayTerm): ReadonlySet<string> {
  const known = namesByTerm.get(term);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  countUses(term, counts);
  const names = new Set(counts.keys());
  namesByTerm.set(term, names);
  return names;
}

/** The names that a pattern binds. */
export function namesOfPattern(pattern: Pattern): readonly string[] {
  switch (pattern.kind) {
    case "any":
      return [];
    case "name":
      return [pattern.name];
    case "tuple":
      return pattern.items.flatMap(namesOfPattern);
    case "record":
      return pattern.fields.flatMap((field) => namesOfPattern(field.pattern));
    default:
      return pattern satisfies never;
  }
}

/**
 * The part of a term that the rest of it waits for, or ends with. Along these a term is as deep as a program is long, without any nesting in
 * its text: `a + b + …`, `x |> f |> g …`, `let … let …`, `r.a.b…`, `m[0][1]…`. Whoever goes through terms goes along them in a loop.
 */
export function linkOf(term: ArrayTerm): ArrayTerm | undefined {
  switch (term.kind) {
    case "infix":
      return term.left;
    case "field":
      return term.of;
    case "index":
    case "slice":
      return term.array;
    case "let":
      return term.body;
    case "apply": {
      const last = term.operands[term.operands.length - 1];
      return last.kind === "lambda" || last.kind === "section" ? undefined : last;
    }
    default:
      return undefined;
  }
}

/** Whether a term is one of several links. */
export function isChain(term: ArrayTerm): boolean {
  const link = linkOf(term);
  return link !== undefined && linkOf(link) !== undefined;
}
