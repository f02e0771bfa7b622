import { childrenOf, leavesOf, type RevealedTree } from "./revealed-tree.ts";

/**
 * The bracket of a tree: `((x0 + x1) + x2)`; a node that adds several at once is written without inner parentheses: `(x0 + x1 + x2)`.
 *
 * After `most` elements it stops with "…".
 */
export function printTree(root: RevealedTree, most = Number.POSITIVE_INFINITY): string {
  const written: string[] = [];
  const open: (RevealedTree | string)[] = [root];
  let elementCount = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") {
      written.push(next);
    } else if (typeof next === "number") {
      if (elementCount++ === most) return `${written.join("")}…`;
      written.push(`x${next}`);
    } else {
      written.push("(");
      const children = childrenOf(next);
      open.push(")");
      for (let i = children.length - 1; i >= 0; i--) {
        open.push(children[i]);
        if (i > 0) open.push(" + ");
      }
    }
  }
  return written.join("");
}

/** Operands of so many elements are written out. */
const WRITTEN_OUT = 4;

/** What one node adds, its operands by their elements: `(x0 … x7) + x8`. */
export function printAddition(tree: RevealedTree): string {
  if (typeof tree === "number") return printTree(tree);
  return childrenOf(tree).map(printOperand).join(" + ");
}

function printOperand(tree: RevealedTree): string {
  const leaves = [...leavesOf(tree)].sort((one, other) => one - other);
  if (leaves.length <= WRITTEN_OUT) return printTree(tree);
  const distance = leaves[1] - leaves[0];
  const [first, last] = [`x${leaves[0]}`, `x${leaves[leaves.length - 1]}`];
  if (leaves.every((leaf, i) => leaf === leaves[0] + i * distance)) {
    return distance === 1 ? `(${first} … ${last})` : `(${first}, x${leaves[1]} … ${last})`;
  }
  return `(${leaves.length} elements from ${first} to ${last})`;
}
