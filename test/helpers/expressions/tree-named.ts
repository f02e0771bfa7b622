import type { TreeExpression } from "../../../src/expressions/expression.ts";
import { parseExpression } from "../../../src/expressions/parse.ts";
import { treeOf } from "../../../src/expressions/prefix-trees.ts";
import { canonicalTree, type RevealedTree } from "../../../src/reveal/revealed-tree.ts";

/** The tree of an expression over n elements, as a reveal writes it. */
export function treeNamed(name: string, n: number): RevealedTree {
  return canonicalTree(treeOf(parseExpression(name) as TreeExpression, n) as RevealedTree);
}
