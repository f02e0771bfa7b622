import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { RANGE_BYTES, widenRange } from "./kernels/key-range.kernel.ts";
import { openKeyTable } from "./key-table.ts";
import type { WasmParts } from "./parts.ts";
import { type BinPlan, openBins, planBins, takeAll } from "./reduce-columns-by-index.ts";

import { compact } from "./select-columns.ts";
import { sortColumns } from "./sort-columns.ts";
import { CHUNK_LENGTH, elementsAt, type Workspace } from "./work-memory.ts";

type Columns = readonly ColumnArray[];

/** What is reduced by key. */
interface ByKey {
  readonly contract: ColumnContract;
  readonly keys: ColumnArray;
  readonly columns: Columns;
}

/** Each key once, in order, and the reduces of its elements. */
interface ReducedByKey {
  readonly keys: ColumnArray;
  readonly values: Columns;
}

/** Integers of a range no longer than the keys, or than this, have a bin each. */
const SHORT_RANGE = 1024;

/** A table pays where keys repeat often enough, and for no more than so many distinct ones. */
const FEWEST_KEYS = 1024;
const LEAST_REPETITION = 8;
const MOST_DISTINCT = 2 ** 17;

/** With a larger share of new keys in the first chunk there are more than these, and a sort is about as fast. */
const MOST_NEW = 63 / 64;

/**
 * For each key the reduce of its elements, at one look at each: 32-bit integers of a narrow range are bins, and others get one from a table
 * of the keys so far. Undefined where a sort by key is the better way, or the only one.
 */
export function reduceColumnsByKey(parts: WasmParts, by: ByKey): ReducedByKey | undefined {
  const { contract, keys, columns } = by;
  const type = columnType(keys);
  const { length } = keys;
  if (length === 0 || type === "bool") return undefined;
  const plan = planBins(parts, contract, length);
  if (plan === undefined) return undefined;
  const most = Math.min(plan.mostBins, Math.max(SHORT_RANGE, length));
  const range = type === "u32" || type === "i32" ? rangeOf(parts, type, keys, most) : undefined;
  if (range !== undefined) {
    parts.counts.reduceByRange += length;
    return reduceRange(parts, plan, by, range);
  }
  if (plan.isBackward || length < FEWEST_KEYS) return undefined; // first bits of NaNs are kept by a look from the front
  const found = parts.work.on([keys, ...columns], (space) => reduceByTable(space, plan, by));
  if (found === undefined) return undefined;
  parts.counts.reduceByTable += length;
  const order = { isDescending: false, bits: [0, imageBits(type)] } as const;
  const sorted = sortColumns(parts, found.keys, found.values, order);
  return { keys: sorted.keys, values: sorted.payload };
}

/** The integers from the least to the largest key. */
interface KeyRange {
  readonly least: number;
  readonly count: number;
}

/** Undefined where they are more than `most`, which mostly shows after a look at some keys. */
function rangeOf(
  { work }: WasmParts,
  type: "u32" | "i32",
  keys: ColumnArray,
  most: number,
): KeyRange | undefined {
  return work.on([keys], (space) => {
    const { widenRange: widen } = space.kernels(`key range ${type}`, () => [widenRange(type)]);
    const address = space.allocate(RANGE_BYTES);
    const ends = (): Uint32Array | Int32Array =>
      elementsAt(space.heap, type, address, RANGE_BYTES / 4) as Uint32Array | Int32Array;
    ends().fill(keys[0] as number);
    const reader = space.reader(keys);
    let least = 0;
    let count = 0;
    for (let start = 0; start < keys.length && count <= most; start += CHUNK_LENGTH) {
      const some = Math.min(CHUNK_LENGTH, keys.length - start);
      widen(reader.at(start, some), some, address);
      const found = ends();
      least = Math.min(...found.subarray(0, 4));
      count = Math.max(...found.subarray(4)) - least + 1;
    }
    return count <= most ? { least, count } : undefined;
  });
}

/** A bin for each integer of the range; those without elements are left out. */
function reduceRange(
  parts: WasmParts,
  plan: BinPlan,
  { keys, columns }: ByKey,
  { least, count }: KeyRange,
): ReducedByKey {
  const none = plan.setting.subject.terms.columns.map((type) => (isBigInt(type) ? 0n : 0));
  const found = parts.work.on([keys, ...columns], (space) => {
    const bins = openBins(space, plan, count);
    takeAll(space, bins, { indices: keys, columns, first: least, isBackward: plan.isBackward });
    return { counts: bins.counts(count), values: bins.values(count, none) };
  });
  const all = keys instanceof Int32Array ? new Int32Array(count) : new Uint32Array(count);
  for (let k = 0; k < count; k++) all[k] = least + k;
  if (!found.counts.includes(0)) return { keys: all, values: found.values };
  const isThere = Uint8Array.from(found.counts, (each) => Math.min(each, 1));
  const [kept, ...values] = compact(parts, [all, ...found.values], isThere);
  return { keys: kept, values };
}

function isBigInt(type: ScalarType): boolean {
  return type === "i64" || type === "u64";
}

/** A bin for each key as it comes; undefined where there are too many. Keys in the order in which they came. */
function reduceByTable(space: Workspace, plan: BinPlan, { keys, columns }: ByKey): ReducedByKey | undefined {
  const type = columnType(keys);
  const { bytes } = SCALAR_TYPE_FACTS[type];
  const most = Math.min(plan.mostBins, MOST_DISTINCT, Math.floor(keys.length / LEAST_REPETITION));
  const table = openKeyTable(space, type, most);
  const bins = openBins(space, plan, most);
  const slots = space.allocate(CHUNK_LENGTH * 4);
  const keyReader = space.reader(keys);
  const readers = columns.map((column) => space.reader(column));
  for (let start = 0; start < keys.length; start += CHUNK_LENGTH) {
    const count = Math.min(CHUNK_LENGTH, keys.length - start);
    const from = keyReader.at(start, count);
    const elements = readers.map((reader) => reader.at(start, count));
    for (let taken = 0; ; ) {
      const found = table.find(from + taken * bytes, count - taken, slots);
      const places = elements.map((address, i) => address + taken * columns[i].BYTES_PER_ELEMENT);
      if (found > 0) bins.take(slots, places, found, 0);
      taken += found;
      if (taken === count) break;
      if (!table.grow()) return undefined;
    }
    if (start === 0 && table.keyCount() > count * MOST_NEW) return undefined;
  }
  return { keys: table.keys(), values: bins.values(table.keyCount(), undefined) };
}
