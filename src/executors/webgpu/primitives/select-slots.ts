import type { Parted } from "../../primitives.ts";
import type { FlagSource } from "./flag-source.ts";
import type { Machine, Slot } from "./machine.ts";
import { flagSlot } from "./map-slots.ts";
import { gatherSlots } from "./move-slots.ts";
import { columnsOfSelection, recordSelection, type Selected, type Selection } from "./selection.ts";

/** The elements whose flag is set, in order. */
export function compactSlots(machine: Machine, columns: readonly Slot[], flags: FlagSource): readonly Slot[] {
  return selectAll(machine, columns, flags, false).kept;
}

/** The elements whose flag is set, and the others, in order. */
export function partitionSlots(machine: Machine, columns: readonly Slot[], flags: FlagSource): Parted<Slot> {
  return selectAll(machine, columns, flags, true);
}

/** The indices of the flags that are set, in order; `isClosed`: and the number of flags. */
export function flagIndexSlot(machine: Machine, flags: FlagSource, isClosed: boolean): Slot {
  const source = readable(machine, flags, { columns: [], withIndices: true });
  return recordSelection(machine, source, { columns: [], withIndices: true, isClosed }).kept[0];
}

/** One pass for as many columns as a kernel has room for; of more, the indices are moved too, and gather the others. */
function selectAll(
  machine: Machine,
  columns: readonly Slot[],
  flags: FlagSource,
  isParted: boolean,
): Selected {
  const whole: Selection = { columns, withIndices: false, isParted };
  const source = readable(machine, flags, { ...whole, columns: columns.slice(0, 1) });
  if (columnsOfSelection(source, whole) <= machine.columnLimit)
    return recordSelection(machine, source, whole);
  let first: Selection = { columns: [], withIndices: true, isParted };
  for (const column of columns) {
    const longer: Selection = { ...first, columns: [...first.columns, column] };
    if (columnsOfSelection(source, longer) > machine.columnLimit) break;
    first = longer;
  }
  const rest = columns.slice(first.columns.length);
  const { kept, others } = recordSelection(machine, source, first);
  const gathered = ([indices, ...moved]: readonly Slot[]): readonly Slot[] => [
    ...moved,
    ...gatherSlots(machine, rest, indices),
  ];
  return { kept: gathered(kept), others: isParted ? gathered(others) : [] };
}

/** Flags that a pass over some columns has room to compute, or as a vector. */
function readable(machine: Machine, flags: FlagSource, least: Selection): FlagSource {
  if (columnsOfSelection(flags, least) <= machine.columnLimit) return flags;
  return { kind: "vector", flags: flagSlot(machine, flags) };
}
