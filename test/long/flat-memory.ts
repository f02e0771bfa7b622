import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// What the tests of memory share: a sequence made on the fly, and what is in use after a collection. Reached by no door.

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of the heap and of all buffers after a full collection. WebAssembly's memory counts among the buffers. */
export function bytesInUse(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Fills a chunk with the elements from `start` on of one endless sequence of doubles of all signs and some sizes. */
export function fillChunk(chunk: Float64Array, start: number): void {
  for (let i = 0; i < chunk.length; i++) {
    const bits = Math.imul((start + i) ^ 0x5bd1e995, 0x9e3779b1);
    chunk[i] = bits * (1 / (1 + (bits & 0xff)));
  }
}
