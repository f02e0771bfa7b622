import type { ArrayTerm, Pattern } from "./term.ts";

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
export function countUses(term: ArrayTerm, counts: Map<string, number>): void {
  const open: ArrayTerm[] = [term];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === "variable") counts.set(part.name, (counts.get(part.name) ?? 0) + 1);
    for (const inner of partsOf(part)) open.push(inner);
  }
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
