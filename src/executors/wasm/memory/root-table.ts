import type { Root } from "../../../summaries/summary.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import { readElement, slotType, writeElement } from "./elements.ts";
import type { Heap } from "./heap.ts";

/** One value by column: what a slot of a kernel's table holds. */
export type SlotValue = readonly Scalar[];

/** Where the slots of a binary counter lie in memory: slot k holds the root of a complete range of 2^k units, where that bit is set. */
export interface RootTable {
  readonly heap: Heap;
  readonly columns: readonly ScalarType[];
  readonly first: number; // address of slot 0
  readonly slotBytes: number; // between slots
  readonly columnBytes: number; // between the columns of a slot
}

const SLOTS = 64;

export function readSlot(
  { heap, columns, first, slotBytes, columnBytes }: RootTable,
  slot: number,
): SlotValue {
  const at = first + slot * slotBytes;
  return columns.map((type, column) => readElement(heap, slotType(type), at + column * columnBytes));
}

export function writeSlot(
  { heap, columns, first, slotBytes, columnBytes }: RootTable,
  slot: number,
  value: SlotValue,
): void {
  const at = first + slot * slotBytes;
  for (let column = 0; column < columns.length; column++) {
    writeElement(heap, slotType(columns[column]), at + column * columnBytes, value[column]);
  }
}

/** The roots of the first `count` units, in the order of positions: those of the binary counter. */
export function readRoots(table: RootTable, count: number): Root<SlotValue>[] {
  const roots: Root<SlotValue>[] = [];
  let start = 0;
  for (let slot = Math.floor(Math.log2(Math.max(1, count))); slot >= 0; slot--) {
    const length = 2 ** slot;
    if (Math.floor(count / length) % 2 === 0) continue;
    roots.push({ start, end: start + length, value: readSlot(table, slot) });
    start += length;
  }
  return roots;
}

/** Puts the roots of a binary counter where kernels look for them; every other slot gets `empty`, if there is one. */
export function writeRoots(
  table: RootTable,
  roots: readonly Root<SlotValue>[],
  empty: SlotValue | undefined,
): void {
  if (empty !== undefined) clearSlots(table, empty);
  for (const { start, end, value } of roots) writeSlot(table, Math.log2(end - start), value);
}

/** Every slot at once: a stream does this three times, and by `writeSlot` it was a tenth of opening and closing it. */
function clearSlots({ heap, columns, first, slotBytes, columnBytes }: RootTable, empty: SlotValue): void {
  columns.forEach((column, index) => {
    const type = slotType(column);
    const { bytes } = SCALAR_TYPE_FACTS[type];
    const view = heap.view(type) as { [index: number]: Scalar };
    const start = (first + index * columnBytes) / bytes;
    for (let slot = 0; slot < SLOTS; slot++) view[start + slot * (slotBytes / bytes)] = empty[index];
  });
}
