import { type ElementType, SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import {
  type BoundedElements,
  elementsAtRanks,
  FEWEST_BOUNDED,
  placesWithin,
  type RankBounds,
  rankBounds,
  sampleOf,
  unsignedZero,
} from "../../../values/rank-bounds.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import { between, COUNT_BYTES } from "./kernels/between.kernel.ts";
import type { ColumnParts } from "./parts.ts";
import { sortColumns } from "./sort-columns.ts";
import { CHUNK_LENGTH, elementsAt, forChunks, type WorkMemory, type Workspace } from "./work-memory.ts";

/** The keys at some ranks of their order, which increase; −0 as +0, and NaNs where one is a NaN. */
export function rankedColumns(parts: ColumnParts, keys: ColumnArray, ranks: readonly number[]): ColumnArray {
  if (keys.length < FEWEST_BOUNDED) return sortedRanks(parts, keys, ranks);
  const sample = sorted(parts, sampleOf(keys));
  if (Number.isNaN(sample[sample.length - 1])) return elementsAtRanks(sample, ranks);
  const wanted = rankBounds(sample, keys.length, ranks);
  if (wanted === undefined) return sortedRanks(parts, keys, ranks);
  const found = boundedElements(
    parts.work,
    keys,
    wanted.map(({ bounds }) => bounds),
  );
  parts.counts.ranked += keys.length;
  return (
    rankedWithin(keys, wanted, found, (some, inside) => rankedColumns(parts, some, inside)) ??
    sortedRanks(parts, keys, ranks)
  );
}

/** The keys at ranks that lie within their bounds, or NaNs; undefined where one does not. */
export function rankedWithin(
  keys: ColumnArray,
  wanted: readonly RankBounds[],
  found: readonly BoundedElements[],
  rankedOf: (keys: ColumnArray, ranks: readonly number[]) => ColumnArray,
): ColumnArray | undefined {
  const rankCount = wanted.reduce((sum, { ranks }) => sum + ranks.length, 0);
  const ranked = newColumn(columnType(keys), rankCount);
  const hasNan = found.some((each) => (each.between as Float64Array).includes(Number.NaN));
  if (hasNan) return ranked.fill(Number.NaN as never);
  let filled = 0;
  for (const [i, { bounds, ranks }] of wanted.entries()) {
    const places = placesWithin(found[i], ranks, keys.length);
    const some = found[i].between;
    if (places === undefined || some.length === keys.length) return undefined;
    const inside = places.filter((place) => typeof place === "number");
    const values = inside.length === 0 ? some : rankedOf(some, inside);
    for (const place of places) {
      ranked[filled++] =
        typeof place === "number"
          ? values[inside.indexOf(place)]
          : unsignedZero(bounds[place === "low" ? 0 : 1]);
    }
  }
  return ranked;
}

/** How keys lie with regard to some bounds: each chunk is looked at for all of them while it is in a cache. */
export function boundedElements(
  work: WorkMemory,
  keys: ColumnArray,
  wanted: readonly ColumnArray[],
): readonly BoundedElements[] {
  const type = columnType(keys) as ElementType;
  return work.on([keys], (space) => {
    const { between: kernel } = space.kernels(`between ${type}`, () => [between(type)]);
    const from = space.reader(keys);
    const to = space.allocate(CHUNK_LENGTH * keys.BYTES_PER_ELEMENT);
    const sides = wanted.map((bounds) => ({
      bounds: space.place(bounds),
      counts: openCounts(space, type),
      parts: [] as ColumnArray[],
    }));
    forChunks(keys.length, (start, length) => {
      const at = from.at(start, length);
      for (const { bounds, counts, parts } of sides) {
        const kept = Number(kernel(at, length, bounds, to, counts.address));
        if (kept > 0) parts.push(elementsAt(space.heap, type, to, kept).slice());
      }
    });
    return sides.map(({ counts, parts }) => ({ ...counts.found(), between: joined(type, parts) }));
  });
}

/** Zeroed counts of the kernel, and what they say. */
function openCounts({ heap, allocate }: Workspace, type: ElementType) {
  const address = allocate(COUNT_BYTES);
  heap.view("u32").fill(0, address / 4, (address + COUNT_BYTES) / 4);
  const step = SCALAR_TYPE_FACTS[type].bytes / 4; // words of a lane, of which the first has the count
  const sumOf = (vector: number): number => {
    const words = heap.view("u32").subarray(address / 4 + 4 * vector);
    let sum = 0;
    for (let word = 0; word < 4; word += step) sum += words[word];
    return sum;
  };
  return { address, found: () => ({ below: sumOf(0), upToLow: sumOf(1), above: sumOf(2) }) };
}

/** Parts as one column. */
export function joined(type: ElementType, parts: readonly ColumnArray[]): ColumnArray {
  const column = newColumn(
    type,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let start = 0;
  for (const part of parts) {
    (column as Uint8Array).set(part as Uint8Array, start);
    start += part.length;
  }
  return column;
}

function sortedRanks(parts: ColumnParts, keys: ColumnArray, ranks: readonly number[]): ColumnArray {
  return elementsAtRanks(sorted(parts, keys), ranks);
}

function sorted(parts: ColumnParts, keys: ColumnArray): ColumnArray {
  const order = { isDescending: false, bits: [0, imageBits(columnType(keys))] } as const;
  return sortColumns(parts, keys, [], order).keys;
}
