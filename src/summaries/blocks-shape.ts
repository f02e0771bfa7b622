import type { NetworkExpression, Tree } from "../expressions/expression.ts";
import { evaluateTree, prefixTrees } from "../expressions/prefix-trees.ts";
import { FormatError } from "../values/errors.ts";
import type { TreeShape } from "./shape.ts";
import type { BlocksState, Root } from "./summary.ts";
import {
  type Combine,
  dyadicTier,
  elementTier,
  foldRoots,
  pushRoot,
  restoreRoots,
  type Tier,
} from "./tier.ts";

interface Draft<Value> {
  readonly head: Root<Value>[];
  readonly blocks: Root<Value>[];
  tail: Root<Value>[];
}

/** What is inside a block: how its roots are kept while it is not whole, and what those from offset 0 on make. */
interface Block<Value> {
  readonly length: number;
  readonly tier: Tier;
  value(roots: readonly Root<Value>[]): Value;
}

/** Canonical trees. */
export function dyadicBlock<Value>(length: number, combine: Combine<Value>): Block<Value> {
  return { length, tier: dyadicTier, value: (roots) => foldRoots(combine, roots) };
}

/**
 * blockDyadic and network (dyadic tier) and linearCarry (carry tier): the block's own rule inside a block, the tier's between blocks.
 *
 * A block that the range covers from offset 0 to its end folds to its root at once. A head lacks its block's beginning, so it
 * waits for the left neighbour, even when it reaches the block's end.
 */
export function blocksShape<Value>(
  inside: Block<Value>,
  tier: Tier,
  combine: Combine<Value>,
): TreeShape<Value, BlocksState<Value>> {
  const blockLength = inside.length;
  /** Adds a root inside a block, at offsets, to the open end of a range that starts at `start`. */
  function pushInside(draft: Draft<Value>, start: number, block: number, root: Root<Value>): void {
    if (block * blockLength < start) {
      pushRoot(inside.tier, combine, draft.head, root);
      return;
    }
    pushRoot(inside.tier, combine, draft.tail, root);
    if (root.end < blockLength) return;
    const value = inside.value(draft.tail);
    draft.tail = [];
    pushRoot(tier, combine, draft.blocks, { start: block, end: block + 1, value });
  }

  return {
    empty: () => ({ kind: "blocks", head: [], blocks: [], tail: [] }),
    append(state, start, end, elements) {
      const draft = draftOf(state);
      for (let i = 0; i < elements.length; i++) {
        const block = Math.floor((end + i) / blockLength);
        const offset = end + i - block * blockLength;
        pushInside(draft, start, block, { start: offset, end: offset + 1, value: elements[i] });
      }
      return { kind: "blocks", ...draft };
    },
    concat(left, right, start, middle, end) {
      const draft = draftOf(left);
      for (const root of right.head) pushInside(draft, start, Math.floor(middle / blockLength), root);
      for (const root of right.blocks) pushRoot(tier, combine, draft.blocks, root);
      for (const root of right.tail) pushInside(draft, start, Math.floor(end / blockLength), root);
      return { kind: "blocks", ...draft };
    },
    observe(state) {
      if (state.blocks.length === 0) return inside.value(state.tail);
      const blocks = foldRoots(combine, state.blocks);
      return state.tail.length === 0 ? blocks : combine(blocks, inside.value(state.tail));
    },
    values: (state) => [state.head, state.blocks, state.tail].map((roots) => roots.map((root) => root.value)),
    restore: (start, end, values) => restoreBlocks(inside, tier, start, end, values),
  };
}

function draftOf<Value>(state: BlocksState<Value>): Draft<Value> {
  return { head: [...state.head], blocks: [...state.blocks], tail: [...state.tail] };
}

function restoreBlocks<Value>(
  { length: blockLength, tier: insideTier }: Block<Value>,
  tier: Tier,
  start: number,
  end: number,
  values: readonly (readonly Value[])[],
): BlocksState<Value> {
  if (values.length !== 3)
    throw new FormatError("summary", "three lists of values", `${values.length} lists`);
  const [head, blocks, tail] = values;
  const firstBlock = Math.ceil(start / blockLength);
  const endBlock = Math.max(firstBlock, Math.floor(end / blockLength));
  const headStart = start % blockLength;
  const headEnd = headStart === 0 ? 0 : Math.min(blockLength, headStart + end - start);
  const tailEnd = Math.max(0, end - endBlock * blockLength);
  return {
    kind: "blocks",
    head: restoreRoots(insideTier, headStart, headEnd, head),
    blocks: restoreRoots(tier, firstBlock, endBlock, blocks),
    tail: restoreRoots(insideTier, 0, tailEnd, tail),
  };
}

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
