import { dyadicOnline } from "./dyadic.ts";
import type { Combine, TreeFold } from "./online-fold.ts";

/**
 * Blocks of `blockLength` elements, each a canonical tree, whose roots `joined` folds: `D·T(tail)`, or D where a block has just ended.
 *
 * `joined` is a binary counter for blockDyadic and a running value for linearCarry. D is asked for once per block.
 */
export function blockedOnline<Value>(
  blockLength: number,
  combine: Combine<Value>,
  joined: TreeFold<Value>,
): TreeFold<Value> {
  const block = dyadicOnline(combine);
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
