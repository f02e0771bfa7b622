import { childrenOf, type RevealedTree } from "./revealed-tree.ts";

/**
 * The bracket of a tree: `((x0 + x1) + x2)`; a node that adds several at once is written without inner parentheses: `(x0 + x1 + x2)`.
 *
 * After `most` elements it stops with "…".
 */
export function printTree(
  root: RevealedTree,
  most = Number.POSITIVE_INFINITY,
  leaf = (index: number): string => `x${index}`,
): string {
  return write(root, { open: "(", between: " + ", close: ")", leaf }, most);
}

/** The tree as lists within lists, in JSON. JSON.stringify goes down the call stack, and a left fold is as deep as it is long. */
export function printLists(root: RevealedTree): string {
  return write(root, { open: "[", between: ",", close: "]", leaf: String }, Number.POSITIVE_INFINITY);
}

interface Marks {
  readonly open: string;
  readonly between: string;
  readonly close: string;
  readonly leaf: (index: number) => string;
}

function write(root: RevealedTree, { open, between, close, leaf }: Marks, most: number): string {
  const written: string[] = [];
  const toWrite: (RevealedTree | string)[] = [root];
  let elementCount = 0;
  for (let next = toWrite.pop(); next !== undefined; next = toWrite.pop()) {
    if (typeof next === "string") {
      written.push(next);
    } else if (typeof next === "number") {
      if (elementCount++ === most) return `${written.join("")}…`;
      written.push(leaf(next));
    } else {
      written.push(open);
      const children = childrenOf(next);
      toWrite.push(close);
      for (let i = children.length - 1; i >= 0; i--) {
        toWrite.push(children[i]);
        if (i > 0) toWrite.push(between);
      }
    }
  }
  return written.join("");
}
