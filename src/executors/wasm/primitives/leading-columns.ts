import type { ElementType } from "../../../values/element-types.ts";
import { BLOCK_LENGTH, hasLeadingBlocks, leadingCandidates } from "../../../values/leading-elements.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import type { Leading } from "../../primitives.ts";
import { blockBests } from "./kernels/block-bests.kernel.ts";
import { gather } from "./move-columns.ts";
import type { ColumnParts } from "./parts.ts";
import { sortColumns } from "./sort-columns.ts";
import { CHUNK_LENGTH, elementsAt, forChunks } from "./work-memory.ts";

/** The first keys in an order, and where they are; undefined where blocks leave too few out. */
export function leadingColumns(
  parts: ColumnParts,
  keys: ColumnArray,
  count: number,
  isDescending: boolean,
): Leading<ColumnArray> | undefined {
  if (columnType(keys) === "bool" || !hasLeadingBlocks(keys.length, count)) return undefined;
  const bests = bestsOf(parts, keys, isDescending);
  const order = { isDescending, bits: [0, imageBits(columnType(keys))] } as const;
  const firstBests =
    leadingColumns(parts, bests, count, isDescending)?.keys ?? sortColumns(parts, bests, [], order).keys;
  const indices = leadingCandidates(keys, bests, firstBests[count - 1], { count, isDescending });
  const sorted = sortColumns(parts, gather(keys, indices), [indices], order);
  return { keys: sorted.keys.slice(0, count), indices: sorted.payload[0].slice(0, count) };
}

/** The first in order of each whole block. */
function bestsOf({ work, counts }: ColumnParts, keys: ColumnArray, isDescending: boolean): ColumnArray {
  const type = columnType(keys) as ElementType;
  const bests = newColumn(type, Math.floor(keys.length / BLOCK_LENGTH));
  work.on([keys], (space) => {
    const { blockBests: kernel } = space.kernels(`block bests ${type} ${isDescending}`, () => [
      blockBests(type, isDescending),
    ]);
    const from = space.reader(keys);
    const to = space.allocate((CHUNK_LENGTH / BLOCK_LENGTH) * bests.BYTES_PER_ELEMENT);
    forChunks(bests.length * BLOCK_LENGTH, (start, length) => {
      const blockCount = length / BLOCK_LENGTH;
      kernel(from.at(start, length), blockCount, to);
      (bests as Uint8Array).set(
        elementsAt(space.heap, type, to, blockCount) as Uint8Array,
        start / BLOCK_LENGTH,
      );
    });
  });
  counts.leading += keys.length;
  if (!isDescending) markNans(keys, bests);
  return bests;
}

/** The kernel gives an infinity for a block of NaNs. */
function markNans(keys: ColumnArray, bests: ColumnArray): void {
  if (!(keys instanceof Float64Array || keys instanceof Float32Array)) return;
  for (let block = 0; block < bests.length; block++) {
    if (bests[block] !== Number.POSITIVE_INFINITY) continue;
    const start = block * BLOCK_LENGTH;
    if (!keys.subarray(start, start + BLOCK_LENGTH).includes(Number.POSITIVE_INFINITY))
      bests[block] = Number.NaN;
  }
}
