import { splitmix64 } from "./splitmix64.ts";

/** Draws made at a time. */
const BATCH_LENGTH = 1024;

/** Numbers in [0, 1), multiples of 2^−53, one for each draw of splitmix64: `(r >>> 11)·2^−53`. */
export function drawUnits(seed: bigint): () => number {
  const draw = splitmix64(seed);
  const high = new Uint32Array(BATCH_LENGTH);
  const low = new Uint32Array(BATCH_LENGTH);
  let next = BATCH_LENGTH;
  return () => {
    if (next === BATCH_LENGTH) {
      draw(high, low);
      next = 0;
    }
    const unit = high[next] * 2 ** -32 + (low[next] >>> 11) * 2 ** -53;
    next++;
    return unit;
  };
}
