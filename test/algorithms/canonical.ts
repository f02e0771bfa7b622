import type { ColumnArray } from "../../src/values/value-types.ts";

/** A copy in which every NaN is the canonical one, as it is wherever floats are computed. */
export function canonical<Column extends ColumnArray>(column: Column): Column {
  const copy = column.slice() as Column;
  if (copy instanceof Float64Array || copy instanceof Float32Array) {
    for (const [i, value] of copy.entries()) if (Number.isNaN(value)) copy[i] = Number.NaN;
  }
  return copy;
}
