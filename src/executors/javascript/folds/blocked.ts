import { dyadicOnline } from "./dyadic.ts";
import type { BlockFold, Combine, TreeFold } from "./online-fold.ts";

/**
 * Blocks of `blockLength` elements, each folded by `block`, whose roots `joined` folds: `D·tail`, or D where a block has just ended.
 *
 * `block` is a canonical tree but for a network; `joined` a binary counter but for linearCarry, where it is a running value. D is asked for once per block.
 */
export function blockedOnline<Value>(
  blockLength: number,
  combine: Combine<Value>,
  joined: TreeFold<Value>,
  block: BlockFold<Value> = dyadicOnline(combine),
): TreeFold<Value> {
  let lengthInBlock = 0;
  let hasBlocks = false;
  let isCarryKnown = false;
  let carry: Value;
  return {
    append(value) {
      block.append(value);
      if (++lengthInBlock < blockLength) return;
      joined.append(block.observe());
      block.clear();
      lengthInBlock = 0;
      hasBlocks = true;
      isCarryKnown = false;
    },
    observe() {
      if (!hasBlocks) return block.observe();
      if (!isCarryKnown) {
        carry = joined.observe();
        isCarryKnown = true;
      }
      return lengthInBlock === 0 ? carry : combine(carry, block.observe());
    },
    // A range from 0 has no block that began before it, so the first list of such a summary is empty.
    values: () => [[], joined.values()[0], block.values()[0]],
    restore(length, [, blocks, tail]) {
      lengthInBlock = length % blockLength;
      hasBlocks = length >= blockLength;
      isCarryKnown = false;
      joined.restore(Math.floor(length / blockLength), [blocks]);
      block.restore(lengthInBlock, [tail]);
    },
  };
}
