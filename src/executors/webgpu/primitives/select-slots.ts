import { MIRROR_REST, wordType } from "./element-kernels.ts";
import type { FlagSource } from "./flag-source.ts";
import { lengthOfFlags } from "./flag-source.ts";
import { elementGroups } from "./kernel-text.ts";
import type { Machine, Slot } from "./machine.ts";
import { flagSlot } from "./map-slots.ts";
import { gatherSlots, lengthSlot } from "./move-slots.ts";
import { columnsOfSelection, recordSelection, type Selected, type Selection } from "./selection.ts";

/** The elements whose flag is set, in order. */
export function compactSlots(machine: Machine, columns: readonly Slot[], flags: FlagSource): readonly Slot[] {
  return selectAll(machine, columns, flags, false).columns;
}

/** The elements whose flag is set, then the others, in order; and how many are set. */
export function partitionSlots(
  machine: Machine,
  columns: readonly Slot[],
  flags: FlagSource,
): { readonly columns: readonly Slot[]; readonly keptCount: Slot } {
  const length = lengthOfFlags(flags);
  const { columns: moved, count } = selectAll(machine, columns, flags, true);
  return { columns: moved, keptCount: lengthSlot(machine, { atMost: length.atMost, count }) };
}

/** The indices of the flags that are set, in order; `isClosed`: and the number of flags. */
export function flagIndexSlot(machine: Machine, flags: FlagSource, isClosed: boolean): Slot {
  const source = readable(machine, flags, { columns: [], withIndices: true });
  return recordSelection(machine, source, { columns: [], withIndices: true, isClosed }).columns[0];
}

/** One pass for as many columns as a kernel has room for; of more, the indices are moved too, and gather the others. */
function selectAll(
  machine: Machine,
  columns: readonly Slot[],
  flags: FlagSource,
  keepsRest: boolean,
): Selected {
  const whole: Selection = { columns, withIndices: false, keepsRest };
  const source = readable(machine, flags, { ...whole, columns: columns.slice(0, 1) });
  if (columnsOfSelection(source, whole) <= machine.columnLimit) {
    const selected = recordSelection(machine, source, whole);
    return { ...selected, columns: mirrored(machine, selected, whole) };
  }
  let first: Selection = { columns: [], withIndices: true, keepsRest };
  for (const column of columns) {
    const longer: Selection = { ...first, columns: [...first.columns, column] };
    if (columnsOfSelection(source, longer) > machine.columnLimit) break;
    first = longer;
  }
  const selected = recordSelection(machine, source, first);
  const [indices, ...moved] = mirrored(machine, selected, first);
  const others = gatherSlots(machine, columns.slice(moved.length), indices);
  return { columns: [...moved, ...others], count: selected.count };
}

/** Flags that a pass over some columns has room to compute, or as a vector. */
function readable(machine: Machine, flags: FlagSource, least: Selection): FlagSource {
  if (columnsOfSelection(flags, least) <= machine.columnLimit) return flags;
  return { kind: "vector", flags: flagSlot(machine, flags) };
}

/** What a partition leaves last first is turned around. */
function mirrored(machine: Machine, { columns, count }: Selected, { keepsRest }: Selection): readonly Slot[] {
  if (keepsRest === true) {
    for (const column of columns) {
      const { atMost } = column.length;
      machine.run(MIRROR_REST[wordType(column.type)], {
        columns: [column],
        lengths: [column.length, { atMost, count }],
        workgroups: elementGroups(Math.ceil(atMost / 2)),
      });
    }
  }
  return columns;
}
