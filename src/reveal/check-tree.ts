// A tree from outside: of what it is made, and whether it holds each element once.
import { describe } from "../values/describe.ts";
import { childrenOf, type RevealedTree } from "./revealed-tree.ts";

/**
 * The number of elements of what a caller or a file gives as a tree; `fail` is told what is wrong with it. It may be as deep as it likes, and
 * where it goes round in a circle that shows in an index that comes twice.
 */
export function countElements(
  given: unknown,
  most: number,
  fail: (expected: string, fact: string) => never,
): number {
  const seen = new Set<number>();
  const open: unknown[] = [given];
  let nodeCount = 0;
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === "number") {
      if (!Number.isSafeInteger(part) || part < 0) fail("a tree of indices", String(part));
      if (seen.has(part)) fail("a tree that holds each index once", `${part} twice`);
      seen.add(part);
      continue;
    }
    if (!isNode(part)) fail("a tree of indices and nodes", describe(part));
    if (++nodeCount > most) fail(`a tree of at most ${most} elements`, "more");
    open.push(...childrenOf(part as RevealedTree));
  }
  const last = [...seen].reduce((largest, index) => Math.max(largest, index), 0);
  if (last >= seen.size) fail(`a tree that holds each index from 0 to ${last} once`, `${seen.size} of them`);
  return seen.size;
}

function isNode(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  if ("parts" in part) return Array.isArray(part.parts) && part.parts.length > 1;
  return "left" in part && "right" in part;
}
