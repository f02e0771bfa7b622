/*
 * Elements by their flags, in one pass that looks back.
 *
 *     tile: count its flags; before = flags set in all tiles before
 *     element i of the tile: place = before + flags set before it in the tile; kept[place] = element, or others[i - place] = element
 */

import type { ScalarType } from "../../../values/element-types.ts";
import type { Parted } from "../../primitives.ts";
import { wordType } from "./element-kernels.ts";
import { type FlagReader, type FlagSource, flagReader, lengthOfFlags } from "./flag-source.ts";
import { loadText, storeText } from "./kernel-text.ts";
import { type LookBackKernel, runLookBack } from "./look-back-text.ts";
import { type Machine, read, type Slot, written } from "./machine.ts";

import { flagSlot } from "./map-slots.ts";
import { gatherSlots } from "./move-slots.ts";

/** What is done with elements and their flags, in one pass that looks back. */
interface Selection {
  readonly columns: readonly Slot[];
  readonly withIndices: boolean; // the index of each element as one more column, the first of the results
  readonly isClosed?: boolean; // the length is one more index, behind the others
  readonly isParted?: boolean; // elements whose flag is not set are results of their own
}

/** Results by column: the indices first, where they are asked for. */
interface Selected {
  readonly kept: readonly Slot[];
  readonly others: readonly Slot[]; // none unless it is parted
}

/** Columns that the kernel of a selection has. */
function columnsOfSelection(source: FlagSource, selection: Selection): number {
  const { columns, withIndices, isParted = false } = selection;
  const written = columns.length + (withIndices ? 1 : 0);
  return dedupe(flagReader(source).columns, columns).columns.length + (isParted ? 2 : 1) * written;
}

/**
 * The elements whose flag is set, in order: a tile counts its flags, learns by look-back how many are set before it, and writes its elements where
 * they go. Elements are read once or, where flags are computed from them, twice; written once. Both sides of a partition begin at the front
 * of memory of their own, as where one would end is known when all is written.
 */
function recordSelection(machine: Machine, source: FlagSource, selection: Selection): Selected {
  const { columns, isClosed = false, isParted = false } = selection;
  const length = lengthOfFlags(source);
  const types = typesOf(selection);
  const counts = isParted ? [machine.newCount(), machine.newCount()] : [machine.newCount()];
  const atMost = length.atMost + (isClosed ? 1 : 0);
  const [kept, others = []] = counts.map((count) =>
    types.map((type) => machine.scratch(type, { atMost, count })),
  );
  const reader = flagReader(source);
  const inputs = dedupe(reader.columns, columns);
  runLookBack(machine, selectionKernel(reader, selection, inputs), {
    columns: [...inputs.columns.map(({ slot }) => slot), ...kept, ...others],
    lengths: [length],
    words: counts.map(({ word }) => word),
  });
  return { kept, others };
}

function selectionKernel(reader: FlagReader, selection: Selection, inputs: Inputs): LookBackKernel {
  const { columns, withIndices, isClosed = false, isParted = false } = selection;
  const types = typesOf(selection);
  const moved = columns.map((slot) => ({ name: inputs.nameOf(slot), type: wordType(slot.type) }));
  const sides: readonly Side[] = isParted ? ["kept", "other"] : ["kept"];
  const kind = JSON.stringify([moved, withIndices, isClosed, isParted]);
  return {
    key: `select ${kind} ${reader.key}`,
    columns: [
      ...inputs.columns.map(({ name }) => read(name)),
      ...sides.flatMap((side) => types.map((_, k) => written(`${side}${k}`))),
    ],
    lengths: ["length"],
    words: sides.map((side) => `${side}_count`),
    text: () => {
      const values = [
        ...(withIndices ? ["i"] : []),
        ...moved.map(({ name, type }) => loadText(name, type, "i")),
      ];
      const store = (side: Side, place: string): string =>
        types.map((type, k) => storeText(`${side}${k}`, wordType(type), place, values[k])).join(" ");
      return {
        functions: `${reader.functions()}fn count_at(i: u32) -> u32 { return select(0u, 1u, flag_at(i)); }\n`,
        writes: writesText(store("kept", "place"), isParted ? `else { ${store("other", "i - place")} }` : ""),
        finish: finishText(isClosed, isParted),
      };
    },
  };
}

/** Types of the results. */
function typesOf({ columns, withIndices }: Selection): readonly ScalarType[] {
  return [...(withIndices ? (["u32"] as const) : []), ...columns.map(({ type }) => type)];
}

type Side = "kept" | "other";

/** The flag of an element is what its prefix is above the one before: registers of a run follow each other, its first one's is read again. */
function writesText(keep: string, orElse: string): string {
  return `for (var k = 0u; k < STRIPS * RUN; k++) {
  let i = tile * TILE_LENGTH + place_of(lane, k);
  if (i < known_length) {
    let is_kept = flag_at(i);
    let place = before_tile + x[k].w0 - select(0u, 1u, is_kept);
    if (is_kept) { ${keep} } ${orElse}
  }
}`;
}

function finishText(isClosed: boolean, isParted: boolean): string {
  return [
    ...(isClosed ? [storeText("kept0", "u32", "total", "known_length")] : []),
    `atomicStore(&state[kept_count()], total${isClosed ? " + 1u" : ""});`,
    ...(isParted ? ["atomicStore(&state[other_count()], known_length - total);"] : []),
  ].join("\n");
}

interface Inputs {
  readonly columns: readonly { readonly name: string; readonly slot: Slot }[];
  readonly nameOf: (slot: Slot) => string;
}

/** Columns that flags are computed from, and those that are moved, each bound once. */
function dedupe(
  read: readonly { readonly name: string; readonly slot: Slot }[],
  moved: readonly Slot[],
): Inputs {
  const columns = [...read];
  const nameOf = (slot: Slot): string => {
    const known = columns.find((each) => each.slot === slot);
    if (known !== undefined) return known.name;
    const name = `in${columns.length}`;
    columns.push({ name, slot });
    return name;
  };
  for (const slot of moved) nameOf(slot);
  return { columns, nameOf };
}

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
