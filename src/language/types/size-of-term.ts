import type { ArrayTerm } from "../term.ts";
import { partsOf } from "../term-parts.ts";
import { nearest, type Scope } from "./scope.ts";
import type { Size, SizeOfTerm } from "./type.ts";

/** The length that is the value of a term of i64. */
export function sizeOfTerm(term: ArrayTerm, scope: Scope | undefined): SizeOfTerm {
  return { kind: "term", term, seen: seenBy(term, scope) };
}

/**
 * The term that says a size where another scope is seen: undefined where nothing says it, or where names stand for something else there or
 * are not bound yet.
 */
export function termOfSize(size: Size, scope: Scope | undefined, at: number): ArrayTerm | undefined {
  switch (size.kind) {
    case "constant":
      return { kind: "literal", at, value: BigInt(size.value), type: "i64" };
    case "name":
      return nearest(scope, size.name)?.isSize ? { kind: "variable", at, name: size.name } : undefined;
    case "term":
      return isSeenAlike(size, scope) ? size.term : undefined;
    default:
      return undefined;
  }
}

function isSeenAlike({ seen }: SizeOfTerm, scope: Scope | undefined): boolean {
  return [...seen].every(([name, bound]) => nearest(scope, name) === bound);
}

/** What the names within a term stand for; those that it binds itself as well, as if they were not. */
function seenBy(term: ArrayTerm, scope: Scope | undefined): ReadonlyMap<string, unknown> {
  const seen = new Map<string, unknown>();
  const open: ArrayTerm[] = [term];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === "variable") seen.set(part.name, nearest(scope, part.name));
    for (const inner of partsOf(part)) open.push(inner);
  }
  return seen;
}
