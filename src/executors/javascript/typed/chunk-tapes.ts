import {
  type CellBlocks,
  chainEntries,
  FIRST,
  initialEntries,
  joinEntries,
  prefixEntries,
  rangeEntries,
  rootEntries,
  tapeOf,
} from "./tapes.ts";

/** How blocks are joined: by a running value, by one more tree over their roots, or not at all, as they are ranges of one tree. */
export type Joined = "chain" | "tree" | "one";

/** The tapes of a chunk of `count` blocks. */
export interface ChunkTapes {
  readonly length: number; // elements
  readonly last: number; // the cell of the last one
  readonly level: number; // 2^level = count
  readonly prefixes: Int32Array; // of each block; of one tree, of the chunk
  readonly rootPrefixes: Int32Array; // of the roots that lie in the last cells of blocks: a chain, or a tree over them
  readonly ranges: Int32Array; // what is put before those, or before all elements of one tree
  readonly join: Int32Array; // the prefix before each block, before its elements
  readonly initial: Int32Array; // the initial value, before all elements
  readonly roots: Int32Array; // of each block alone; where trees join them, of the chunk
}

export function chunkTapes(blockLength: number, joined: Joined, count: number): ChunkTapes {
  const length = count * blockLength;
  const elements: CellBlocks = { first: FIRST, unit: 1, length: blockLength, count };
  const blocks: CellBlocks = { first: FIRST + blockLength - 1, unit: blockLength, length: count, count: 1 };
  const isOne = joined === "one";
  const units = { ...blocks, count };
  const all = { ...elements, count: length };
  return {
    length,
    last: FIRST + length - 1,
    level: Math.log2(count),
    prefixes: tapeOf(prefixEntries(isOne ? { ...elements, length, count: 1 } : elements)),
    rootPrefixes: tapeOf(joined === "chain" ? chainEntries(units) : isOne ? [] : prefixEntries(blocks)),
    ranges: tapeOf(joined === "chain" ? [] : rangeEntries(isOne ? all : units)),
    join: tapeOf(isOne ? [] : joinEntries(blockLength, count)),
    initial: tapeOf(initialEntries(length)),
    roots: tapeOf([...rootEntries(elements), ...(joined === "chain" ? [] : rootEntries(blocks))]),
  };
}
