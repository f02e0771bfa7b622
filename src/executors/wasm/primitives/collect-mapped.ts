import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { FusionCounts, MappedElements } from "../../primitives.ts";
import { arenaOf, mappedChunks } from "./mapped-chunks.ts";
import type { WasmParts } from "./parts.ts";
import { within } from "./work-memory.ts";

/** The elements that are kept, as columns: computed chunk by chunk, and copied to where they stay. */
export function collectMapped(
  { machine }: Pick<WasmParts, "machine">,
  counts: FusionCounts,
  elements: MappedElements<ColumnArray>,
): readonly ColumnArray[] {
  const { terms, keep, length } = elements;
  return within(arenaOf(machine, elements), (space) => {
    const columns = terms.map(({ type }) => allocateColumn(type, length));
    let kept = 0;
    for (const chunk of mappedChunks(space, elements).of({ start: 0, end: length })) {
      columns.forEach((column, k) => {
        (column as Uint8Array).set(chunk[k] as Uint8Array, kept);
      });
      kept += chunk[0].length;
    }
    counts.elements += length;
    counts.kept += kept;
    return keep === undefined ? columns : columns.map((column) => column.slice(0, kept));
  });
}
