/*
 * Elements as often as their counts say, in one pass that looks back.
 *
 *     tile: sum its counts; before = sum of all tiles before; ends[k] = where the places of its element k end
 *     place p of the tile: its element is the first whose end is behind p, by halves; out[before + p] = element
 */

import type { ScalarType } from "../../../values/element-types.ts";
import { wordType } from "./element-kernels.ts";
import { loadText, storeText } from "./kernel-text.ts";
import { type LookBackKernel, runLookBack } from "./look-back-text.ts";
import { type Machine, read, type Slot, written } from "./machine.ts";
import { gatherSlots } from "./move-slots.ts";

/** Ends of elements are searched in workgroup memory: four kilobytes of them. */
const SHAPE = { threads: 256, strips: 1, run: 4 } as const;

/**
 * Each element as often as its count says, in order: places are allocated as elements are selected, by tiles that look back at the sum of the counts before
 * them. Then the tile's threads write its places one after the other, and search whose each is: many elements without places cost no more than
 * their tile, and those with many are written by a whole workgroup.
 *
 * @param most - places that there are; elements beyond are not written. Counts are to be less than 2^32 together
 */
export function expandSlots(
  machine: Machine,
  columns: readonly Slot[],
  counts: Slot,
  most: number,
): readonly Slot[] {
  const movable = Math.floor((machine.columnLimit - 1) / 2);
  if (columns.length <= movable) return record(machine, columns, counts, { most, withIndices: false });
  const direct = columns.slice(0, movable - 1);
  const [indices, ...moved] = record(machine, direct, counts, { most, withIndices: true });
  return [...moved, ...gatherSlots(machine, columns.slice(movable - 1), indices)];
}

function record(
  machine: Machine,
  columns: readonly Slot[],
  counts: Slot,
  { most, withIndices }: { readonly most: number; readonly withIndices: boolean },
): readonly Slot[] {
  const count = machine.newCount();
  const types = [...(withIndices ? (["u32"] as const) : []), ...columns.map(({ type }) => type)];
  const outputs = types.map((type) => machine.scratch(type, { atMost: most, count }));
  const kernel: LookBackKernel = {
    key: `expand ${types.map(wordType)} ${withIndices}`,
    columns: [
      read("counts"),
      ...columns.map((_, k) => read(`column${k}`)),
      ...types.map((_, k) => written(`out${k}`)),
    ],
    lengths: ["length"],
    words: ["place_count", "most_places"],
    shape: SHAPE,
    text: ({ threads, strips, run }) => ({
      functions: `var<workgroup> ends: array<u32, ${threads * strips * run}>;
fn count_at(i: u32) -> u32 { return ${loadText("counts", "u32", "i")}; }
`,
      writes: writesText(storesText(types, withIndices)),
      finish: "atomicStore(&state[place_count()], total);",
    }),
  };
  runLookBack(machine, kernel, {
    columns: [counts, ...columns, ...outputs],
    lengths: [counts.length],
    words: [count.word, most],
  });
  return outputs;
}

/** Of the indices, where they are moved too, and of the columns. */
function storesText(types: readonly ScalarType[], withIndices: boolean): string {
  const first = withIndices ? 1 : 0;
  const stores = types.map((type, k) => {
    const value = k < first ? "i" : loadText(`column${k - first}`, type, "i");
    return storeText(`out${k}`, wordType(type), "place", value);
  });
  return stores.join(" ");
}

function writesText(stores: string): string {
  return `for (var k = 0u; k < STRIPS * RUN; k++) { ends[place_of(lane, k)] = x[k].w0; }
workgroupBarrier();
for (var own = lane; own < tile_sum; own += THREADS) {
  var low = 0u;
  var high = TILE_LENGTH - 1u;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (ends[middle] <= own) { low = middle + 1u; } else { high = middle; }
  }
  let i = tile * TILE_LENGTH + low;
  let place = before_tile + own;
  if (place < most_places()) { ${stores} }
}`;
}
