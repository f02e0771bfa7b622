import type { ArrayTerm } from "./term.ts";

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
