// What is told of every tree that was revealed, whatever its nodes do.
import { printExpression } from "../expressions/print.ts";
import { expressionsOf, nameTree } from "./name-tree.ts";
import { type NearestExpression, nearestExpression } from "./nearest-expression.ts";
import { printTree } from "./print-tree.ts";
import { canonicalTree, depthOfTree, fusedCount, type RevealedTree } from "./revealed-tree.ts";
import { describeTreeForm, printTreeForm, type TreeForm } from "./tree-form.ts";

/** Shape and name of a revealed tree. */
export interface TreeFacts {
  readonly bracket: string; // whole up to 1,024 elements, then shortened
  readonly depth: number; // operations on the longest path
  readonly fusedCount: number; // nodes that add three or more at once
  readonly form: TreeForm | undefined; // undefined: the tree has no name
  readonly name: string | undefined; // the form as text: "block-dyadic:32", "lanes(8, left-fold, iterated-pairwise)"
  readonly otherNames: readonly string[]; // of expressions of ours that have the same tree at this length
  readonly description: string | undefined; // the form in a sentence
  readonly nearest: NearestExpression | undefined; // where there is no name
}

/** Elements of a bracket that is given whole. */
export const WHOLE_BRACKET = 1024;

/** The facts of a tree over `n` elements; names are those of its canonical order of operands. */
export function treeFacts(tree: RevealedTree, n: number): TreeFacts {
  const fused = fusedCount(tree);
  const canonical = canonicalTree(tree);
  const form = fused === 0 ? nameTree(canonical, n) : undefined;
  return {
    bracket: printTree(tree, WHOLE_BRACKET),
    depth: depthOfTree(tree),
    fusedCount: fused,
    form,
    name: form && printTreeForm(form),
    otherNames: fused > 0 ? [] : expressionsOf(canonical, n).map(printExpression).slice(1),
    description: form && describeTreeForm(form),
    nearest: form === undefined && n > 1 ? nearestExpression(canonical, n) : undefined,
  };
}
