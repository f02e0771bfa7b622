import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { isNarrowType, type NarrowArray, type ScalarType } from "../values/element-types.ts";
import type { ColumnArray, StoredType } from "../values/value-types.ts";
import { widenColumn } from "../values/widen-column.ts";
import type { DecodedColumn } from "./decoded.ts";
import type { TableTexts } from "./text-builder.ts";
import { pickColumn } from "./wanted-column.ts";

/** A column of a file, whatever is in it. */
export interface TableColumn {
  readonly name: string | undefined; // undefined: the one array of a file that has no names
  readonly typeName: string; // as its format calls it: f64, INT64 (TIMESTAMP), Utf8; of CSV what its cells are
  readonly rowCount: number;
  readonly missingCount: number | undefined; // nulls, of text empty cells; undefined where the file does not say and nothing was decoded
  readonly numbers: TableNumbers | undefined; // undefined: it has none
  readonly texts?: TableTexts; // of the key, where it has no numbers
}

/** The numbers of a column, without the rows where there is none. */
export interface TableNumbers {
  readonly array: ColumnArray;
  readonly type: ScalarType; // of bools 0 and 1, of narrow types what they widen to
  readonly missingRows: Uint32Array;
}

/** A column whose nulls were listed. */
export function numericColumn(
  name: string | undefined,
  typeName: string,
  decoded: DecodedColumn<StoredType>,
): TableColumn {
  const { array, nullCount, nullRows = new Uint32Array(0) } = decoded;
  return {
    name,
    typeName,
    rowCount: array.length + nullCount,
    missingCount: nullCount,
    numbers: { ...widened(decoded), missingRows: nullRows },
  };
}

function widened({ array, type }: DecodedColumn<StoredType>): Pick<TableNumbers, "array" | "type"> {
  if (!isNarrowType(type)) return { array: array as ColumnArray, type };
  const [wide] = ACCUMULATION_TYPES[type];
  return { array: widenColumn(type, array as NarrowArray, wide), type: wide };
}

/** What is asked for of a table. */
export interface PickedColumns {
  readonly columns?: readonly string[] | undefined; // by name, in this order; default: all
  readonly key?: string | undefined; // comes first
}

/** The columns that are asked for; the key is the first of them. */
export function pickColumns(names: readonly string[], { columns, key }: PickedColumns): readonly number[] {
  const picked =
    columns === undefined ? names.map((_, i) => i) : columns.map((name) => pickColumn(names, name));
  if (key === undefined) return picked;
  const first = pickColumn(names, key, "key");
  return [first, ...picked.filter((index) => index !== first)];
}
