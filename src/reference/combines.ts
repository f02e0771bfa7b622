import type { Expression } from "../expressions/expression.ts";
import { prefixTrees } from "../expressions/prefix-trees.ts";
import type { Tree, TreeNode } from "../expressions/tree.ts";

/**
 * The distinct combines of some trees, each after those that make its operands.
 *
 * A place says where a value is: at i ≥ 0 element i, at −k the value of the k-th combine, counted from 1.
 */
export interface Combines {
  readonly left: Int32Array; // the places of each combine's operands
  readonly right: Int32Array;
  readonly roots: Int32Array; // the place of each tree's value
  readonly counts: Int32Array; // combines up to each tree, those of the trees before it among them
}

/** The combines of trees whose equal subtrees are the same object. */
export function combinesOf(trees: readonly Tree[]): Combines {
  const left: number[] = [];
  const right: number[] = [];
  const placeOfNode = new Map<TreeNode, number>();
  const placeOf = (tree: Tree): number | undefined =>
    typeof tree === "number" ? tree : placeOfNode.get(tree);

  // A left fold is as deep as it is long, so the open nodes are on a list, not on the call stack.
  function listAll(root: Tree): void {
    const open: Tree[] = [root];
    while (open.length > 0) {
      const tree = open[open.length - 1];
      if (typeof tree === "number" || placeOfNode.has(tree)) {
        open.pop();
        continue;
      }
      const first = placeOf(tree.left);
      const second = placeOf(tree.right);
      if (first !== undefined && second !== undefined) {
        left.push(first);
        right.push(second);
        placeOfNode.set(tree, -left.length);
        open.pop();
      } else {
        if (second === undefined) open.push(tree.right);
        if (first === undefined) open.push(tree.left);
      }
    }
  }

  const counts = new Int32Array(trees.length);
  const roots = new Int32Array(trees.length);
  for (const [index, tree] of trees.entries()) {
    listAll(tree);
    counts[index] = left.length;
    roots[index] = placeOf(tree) as number;
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right), roots, counts };
}

const longestKnown = new WeakMap<Expression, Combines>();

/** Combines that are kept for the next scan: 4 MiB of them. */
const KEPT = 2 ** 19;

/**
 * The combines of at least the first `length` prefixes. A scan of `length` elements takes the first `counts[length − 1]`.
 *
 * Those of the longest input so far are kept: the same ones serve every operator, direction and initial value.
 */
export function prefixCombines(expression: Expression, length: number): Combines {
  const known = longestKnown.get(expression);
  if (known !== undefined && known.counts.length >= length) return known;
  const combines = combinesOf(prefixTrees(expression, length));
  if (combines.left.length <= KEPT) longestKnown.set(expression, combines);
  return combines;
}
