import { FormatError } from "../values/errors.ts";
import type { TreeShape } from "./shape.ts";
import type { BlocksState, Root } from "./summary.ts";
import { type Combine, dyadicTier, foldRoots, pushRoot, restoreRoots, type Tier } from "./tier.ts";

interface Draft<Value> {
  readonly head: Root<Value>[];
  readonly blocks: Root<Value>[];
  tail: Root<Value>[];
}

/**
 * blockDyadic (dyadic tier) and linearCarry (carry tier): the canonical tree inside a block, the tier's rule between blocks.
 *
 * A block that the range covers from offset 0 to its end folds to its root at once. A head lacks its block's beginning, so it
 * waits for the left neighbour, even when it reaches the block's end.
 */
export function blocksShape<Value>(
  blockLength: number,
  tier: Tier,
  combine: Combine<Value>,
): TreeShape<Value, BlocksState<Value>> {
  /** Adds a root inside a block, at offsets, to the open end of a range that starts at `start`. */
  function pushInside(draft: Draft<Value>, start: number, block: number, root: Root<Value>): void {
    if (block * blockLength < start) {
      pushRoot(dyadicTier, combine, draft.head, root);
      return;
    }
    pushRoot(dyadicTier, combine, draft.tail, root);
    if (root.end < blockLength) return;
    const value = foldRoots(combine, draft.tail);
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
      const parts = [state.blocks, state.tail].filter((roots) => roots.length > 0);
      return parts.map((roots) => foldRoots(combine, roots)).reduce((left, right) => combine(left, right));
    },
    values: (state) => [state.head, state.blocks, state.tail].map((roots) => roots.map((root) => root.value)),
    restore: (start, end, values) => restoreBlocks(blockLength, tier, start, end, values),
  };
}

function draftOf<Value>(state: BlocksState<Value>): Draft<Value> {
  return { head: [...state.head], blocks: [...state.blocks], tail: [...state.tail] };
}

function restoreBlocks<Value>(
  blockLength: number,
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
    head: restoreRoots(dyadicTier, headStart, headEnd, head),
    blocks: restoreRoots(tier, firstBlock, endBlock, blocks),
    tail: restoreRoots(dyadicTier, 0, tailEnd, tail),
  };
}
