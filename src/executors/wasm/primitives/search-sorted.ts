import { comesBefore, imageBits } from "../../../values/total-order.ts";

import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { isInLibrary } from "../memory/arena.ts";
import { search } from "./kernels/search.kernel.ts";
import { iota, scatter } from "./move-columns.ts";
import type { ColumnParts } from "./parts.ts";
import { sortColumns } from "./sort-columns.ts";
import { forChunks } from "./work-memory.ts";

/** With fewer queries than a share of the sorted keys a loop is faster than copying the keys to where a kernel can read them. */
const SHARE_OF_QUERIES = 1 / 256;

/** From so many queries and keys on, queries are sorted first: each then finds its keys in a cache, where the one before left them. */
const FEWEST_ORDERED = 2 ** 14;
const FEWEST_KEYS = 2 ** 18;

interface Search {
  readonly sorted: ColumnArray;
  readonly queries: ColumnArray;
  readonly side: "left" | "right";
  readonly isDescending: boolean;
}

/** How many of `sorted` come before each query, or before or equal to it. */
export function searchColumns(parts: ColumnParts, asked: Search): ColumnArray {
  const { sorted, queries, isDescending } = asked;
  const { machine, counts } = parts;
  const isPlaced = isInLibrary(machine, [sorted]);
  if (!isPlaced && queries.length < sorted.length * SHARE_OF_QUERIES) {
    counts.searchFew += queries.length;
    return searchFew(asked);
  }
  counts.search += queries.length;
  if (queries.length < FEWEST_ORDERED || sorted.length < FEWEST_KEYS) return searchAll(parts, asked);
  counts.searchOrdered += queries.length;
  const order = { isDescending, bits: [0, imageBits(columnType(queries))] } as const;
  const ordered = sortColumns(parts, queries, [iota(queries.length)], order);
  const places = searchAll(parts, { ...asked, queries: ordered.keys });
  return scatter(places, ordered.payload[0], new Uint32Array(queries.length));
}

/** By the kernel, one query after the other. */
function searchAll({ work }: ColumnParts, { sorted, queries, side, isDescending }: Search): ColumnArray {
  const type = columnType(sorted);
  return work.on([sorted, queries], (space) => {
    const { search: kernel } = space.kernels(`search ${type} ${side} ${isDescending}`, () => [
      search({ type, isDescending }, side),
    ]);
    const keys = space.place(sorted);
    const from = space.reader(queries);
    const to = space.writer("u32", queries.length);
    forChunks(queries.length, (start, count) => {
      kernel(from.at(start, count), count, keys, sorted.length, to.address);
      to.flush(start, count);
    });
    return to.array;
  });
}

/** By a loop of JavaScript where the keys are. */
function searchFew({ sorted, queries, side, isDescending }: Search): Uint32Array {
  const places = new Uint32Array(queries.length);
  for (let i = 0; i < queries.length; i++) {
    let start = 0;
    let end = sorted.length;
    while (start < end) {
      const middle = Math.floor((start + end) / 2);
      // What comes before the query, or for "right" what the query does not come before.
      const [first, second] = side === "left" ? [sorted[middle], queries[i]] : [queries[i], sorted[middle]];
      const isBefore = isDescending ? comesBefore(second, first) : comesBefore(first, second);
      if (isBefore === (side === "left")) start = middle + 1;
      else end = middle;
    }
    places[i] = start;
  }
  return places;
}
