import type { Bracket, BracketNode } from "./bracket.ts";

/** Every node once, children before parents. What is still open is on a list: a left fold is as deep as it is long. */
export function distinctNodes(brackets: readonly Bracket[]): ReadonlySet<BracketNode> {
  const done = new Set<BracketNode>();
  const open: Bracket[] = [...brackets];
  while (open.length > 0) {
    const top = open[open.length - 1];
    const missing = typeof top === "number" || done.has(top) ? [] : [top.right, top.left].filter(isMissing);
    if (missing.length > 0) {
      open.push(...missing);
      continue;
    }
    open.pop();
    if (typeof top !== "number") done.add(top);
  }
  return done;

  function isMissing(bracket: Bracket): boolean {
    return typeof bracket !== "number" && !done.has(bracket);
  }
}
