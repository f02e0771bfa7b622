// Primitives that make or move elements: each records one or two kernels of element-kernels.ts.

import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import { deviceWords } from "../setting.ts";
import {
  CONCAT,
  FILL,
  GIVE_COUNT,
  gatherKernel,
  IOTA,
  SCATTER_OWNERS,
  SEGMENT_IDS,
  SLICE_LENGTH,
  scatterKernel,
  wordType,
} from "./element-kernels.ts";
import { elementGroups } from "./kernel-text.ts";
import { exactly, type Kernel, type KernelCall, type Length, type Machine, type Slot } from "./machine.ts";

/** A vector that a kernel makes element by element. */
function made(
  machine: Machine,
  { type, length }: Pick<Slot, "type" | "length">,
  kernel: Kernel,
  { columns = [], lengths = [], words }: Partial<KernelCall> = {},
): Slot {
  const values = machine.scratch(type, length);
  machine.run(kernel, { columns: [...columns, values], lengths: [length, ...lengths], words });
  return values;
}

/** 0, 1, 2, … */
export function iotaSlot(machine: Machine, length: Length): Slot {
  return made(machine, { type: "u32", length }, IOTA);
}

/** So many elements of one value. */
export function fillSlot(machine: Machine, type: ScalarType, value: Scalar, length: Length): Slot {
  return made(machine, { type, length }, FILL[wordType(type)], { words: deviceWords([type], [value]) });
}

/** A part of a vector, in its memory; of a negative length without as many of the last. */
export function sliceSlot(machine: Machine, vector: Slot, start: number, most: number): Slot {
  const { length, offset } = vector;
  const skipped = start + Math.max(0, -most); // before the part, and behind it
  const atMost = Math.max(0, Math.min(most < 0 ? length.atMost : most, length.atMost - skipped));
  const moved = { ...vector, offset: offset + Math.min(start, length.atMost) };
  if (length.count === undefined || atMost === 0) return { ...moved, length: exactly(atMost) };
  const count = machine.newCount();
  machine.run(SLICE_LENGTH, {
    columns: [],
    lengths: [length],
    words: [Math.min(skipped, length.atMost), atMost, count.word],
    workgroups: 1,
  });
  return { ...moved, length: { atMost, count } };
}

/** The elements of both. */
export function concatSlots(machine: Machine, first: Slot, second: Slot): Slot {
  const lengths = [first.length, second.length];
  const isKnown = lengths.every(({ count }) => count === undefined);
  const sum = isKnown ? undefined : machine.newCount();
  const length = { atMost: first.length.atMost + second.length.atMost, count: sum };
  const both = machine.scratch(first.type, length);
  machine.run(CONCAT[wordType(first.type)], {
    columns: [first, second, both],
    lengths,
    words: [sum?.word ?? 0],
    workgroups: elementGroups(length.atMost),
  });
  return both;
}

/** `out[i] = column[indices[i]]`; beyond the columns zeros. As many columns at once as a kernel may have. */
export function gatherSlots(machine: Machine, columns: readonly Slot[], indices: Slot): readonly Slot[] {
  const { length } = indices;
  const most = Math.floor((machine.columnLimit - 1) / 2);
  return groupsOf(columns, most).flatMap((group) => {
    const outputs = group.map(({ type }) => machine.scratch(type, length));
    machine.run(gatherKernel(group.map(({ type }) => wordType(type))), {
      columns: [indices, ...group, ...outputs],
      lengths: [length, group[0].length],
    });
    return outputs;
  });
}

/** Copies of `into` with the elements of `columns` where `indices` say; the last of several stays, whichever thread comes first. */
export function scatterSlots(
  machine: Machine,
  columns: readonly Slot[],
  indices: Slot,
  into: readonly Slot[],
): readonly Slot[] {
  if (columns.length === 0) return [];
  const places = into[0].length;
  const owners = machine.scratch("u32", places);
  machine.clear(owners);
  machine.run(SCATTER_OWNERS, {
    columns: [indices, owners],
    lengths: [indices.length, places],
  });
  const most = Math.floor((machine.columnLimit - 1) / 3);
  const pairs = columns.map((column, i) => ({ column, into: into[i] }));
  return groupsOf(pairs, most).flatMap((group) => {
    const outputs = group.map(({ column }) => machine.scratch(column.type, places));
    machine.run(scatterKernel(group.map(({ column }) => wordType(column.type))), {
      columns: [owners, ...group.flatMap((pair) => [pair.column, pair.into]), ...outputs],
      lengths: [places],
    });
    return outputs;
  });
}

/** The segment of each of `length` elements: each looks for its own, so that neither a giant segment nor millions of empty ones matter. */
export function segmentIdSlot(machine: Machine, offsets: Slot, length: Length): Slot {
  return made(machine, { type: "u32", length }, SEGMENT_IDS, {
    columns: [offsets],
    lengths: [offsets.length],
  });
}

/** A length as a vector of one element. */
export function lengthSlot(machine: Machine, length: Length): Slot {
  const counts = machine.scratch("u32", exactly(1));
  machine.run(GIVE_COUNT, { columns: [counts], lengths: [length], workgroups: 1 });
  return counts;
}

/** The items in groups of at most so many. */
export function groupsOf<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most));
}
