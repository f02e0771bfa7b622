// Columns as functions over columns take them: narrow elements as their wider type, which has each of them; and rows picked by their places.

import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import {
  type ElementType,
  isNarrowType,
  type NarrowArray,
  type NarrowType,
  type ScalarType,
} from "../../values/element-types.ts";
import type { ColumnArray, StoredColumns, StoredType } from "../../values/value-types.ts";
import { widenColumn } from "../../values/widen-column.ts";
import { columnsOfDataset, type Dataset } from "./dataset.ts";

/** Narrow elements are computed with as their wider type. */
export function wideType(type: StoredType): ScalarType {
  return type !== "bool" && isNarrowType(type) ? ACCUMULATION_TYPES[type][0] : type;
}

/** Columns of a dataset that were read, without narrow ones. */
export function wideColumns(
  { dataset, columns: picked }: { readonly dataset: Dataset; readonly columns: readonly number[] },
  given: StoredColumns,
): readonly ColumnArray[] {
  const columns = columnsOfDataset(dataset);
  return given.map((column, i) => {
    const { type } = columns[picked[i]];
    const wide = wideType(type);
    return wide === type
      ? (column as ColumnArray)
      : widenColumn(type as NarrowType, column as NarrowArray, wide as ElementType);
  });
}

/** The elements at these places. */
export function gathered(column: ColumnArray, places: Uint32Array): ColumnArray {
  const found = new (column.constructor as Float64ArrayConstructor)(places.length);
  for (let i = 0; i < places.length; i++) found[i] = column[places[i]] as number;
  return found as ColumnArray;
}
