import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ColumnArray } from "../../../values/value-types.ts";

/** How often each of 0 … binCount − 1 occurs, and how many indices are beyond. */
export function countIndices(
  indices: ColumnArray,
  binCount: number,
): { readonly counts: Uint32Array; readonly outsideCount: Uint32Array } {
  const counts = allocateColumn("u32", binCount) as Uint32Array;
  const outsideCount = new Uint32Array(1);
  for (let i = 0; i < indices.length; i++) {
    const index = Number(indices[i]);
    if (index < binCount) counts[index]++;
    else outsideCount[0]++;
  }
  return { counts, outsideCount };
}
