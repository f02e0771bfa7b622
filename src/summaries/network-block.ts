import { evaluateTree } from "../expressions/evaluate-tree.ts";
import type { NetworkExpression } from "../expressions/expression.ts";
import { prefixTrees } from "../expressions/prefix-trees.ts";
import type { Tree } from "../expressions/tree.ts";
import type { Block } from "./blocks-shape.ts";
import { type Combine, elementTier } from "./tier.ts";

/**
 * A block of a network: its elements, until it is whole, because what a network makes of some of them is not part of what it makes of more.
 *
 * The first r of them are worth output r − 1, in r − 1 combines. The trees are made when they are first wanted, one combine for each pair.
 */
export function networkBlock<Value>(expression: NetworkExpression, combine: Combine<Value>): Block<Value> {
  const { width } = expression.network;
  let trees: readonly Tree[] | undefined;
  return {
    length: width,
    tier: elementTier,
    value(elements) {
      trees ??= prefixTrees(expression, width);
      return evaluateTree(trees[elements.length - 1], (index) => elements[index].value, combine);
    },
  };
}
