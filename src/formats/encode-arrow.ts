// Columns as the bytes of an Arrow IPC file.

import type { Data, Table } from "apache-arrow";
import type { StoredType } from "../values/value-types.ts";
import { widenColumn } from "../values/widen-column.ts";
import { importArrow } from "./decode-arrow.ts";
import { dayNumbers } from "./tables/time-column.ts";
import type { CheckedColumn } from "./written-column.ts";

export type Arrow = Awaited<ReturnType<typeof importArrow>>;

/**
 * The bytes of a file of one record batch. Elements have the type of the same bits, bf16, which Arrow does not have, Float32; texts are dictionaries of
 * Utf8, times Date32 or Timestamp.
 *
 * @throws UnsupportedError where apache-arrow is not installed; InvalidArgumentError for a day that Date32 does not have
 */
export async function encodeArrow(columns: readonly CheckedColumn[]): Promise<Uint8Array> {
  const { arrow, table } = await arrowTable(columns);
  return arrow.tableToIPC(table, "file");
}

/** The library's table, of one record batch; it shares the memory of numbers, codes and times. @throws as `encodeArrow` */
export async function arrowTable(
  columns: readonly CheckedColumn[],
): Promise<{ readonly arrow: Arrow; readonly table: Table }> {
  const arrow = await importArrow("writing Arrow");
  const children = columns.map((column, i) =>
    arrowData(arrow, column, { place: `columns[${i}]`, rowsBefore: 0 }),
  );
  const fields = columns.map(
    ({ column, valid }, i) => new arrow.Field(column, children[i].type, valid !== undefined),
  );
  const schema = new arrow.Schema(fields);
  const [{ length }] = columns;
  const rows = arrow.makeData({ type: new arrow.Struct(fields), length, nullCount: 0, children });
  return { arrow, table: new arrow.Table(schema, [new arrow.RecordBatch(schema, rows)]) };
}

/** Rows of a column as the library has them; texts with a dictionary of their own. @throws InvalidArgumentError for a day that Date32 does not have */
export function arrowData(
  arrow: Arrow,
  given: CheckedColumn,
  at: { readonly place: string; readonly rowsBefore: number },
): Data {
  const { length, valid } = given;
  const nulls = arrowNulls(valid);
  switch (given.kind) {
    case "texts": {
      const texts = arrow.vectorFromArray(given.dictionary, new arrow.Utf8());
      const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Uint32());
      return arrow.makeData({ type, length, data: given.codes, dictionary: texts, ...nulls });
    }
    case "times": {
      if (given.unit === "day") {
        return arrow.makeData({
          type: new arrow.DateDay(),
          length,
          data: dayNumbers(at, given),
          ...nulls,
        });
      }
      const unit = arrow.TimeUnit[UNITS[given.unit]];
      return arrow.makeData({
        type: new arrow.Timestamp(unit, given.zone),
        length,
        data: given.instants,
        ...nulls,
      });
    }
    case "numbers":
      return numbersData(arrow, given.type, given, nulls);
    default:
      return given satisfies never;
  }
}

const UNITS = { s: "SECOND", ms: "MILLISECOND", us: "MICROSECOND", ns: "NANOSECOND" } as const;

const TYPE_NAMES = {
  f64: "Float64",
  f32: "Float32",
  f16: "Float16",
  i64: "Int64",
  u64: "Uint64",
  i32: "Int32",
  u32: "Uint32",
  i16: "Int16",
  u16: "Uint16",
  i8: "Int8",
  u8: "Uint8",
} as const;

function numbersData(
  arrow: Arrow,
  type: StoredType,
  { array, length }: CheckedColumn & { readonly kind: "numbers" },
  nulls: ReturnType<typeof arrowNulls>,
): Data {
  if (type === "bool") {
    return arrow.makeData({ type: new arrow.Bool(), length, data: packed(array as Uint8Array), ...nulls });
  }
  if (type === "bf16") {
    const data = widenColumn("bf16", array as Uint16Array, "f32") as Float32Array;
    return arrow.makeData({ type: new arrow.Float32(), length, data, ...nulls });
  }
  // The class of each type takes the array of that type: a pairing that types of this table cannot say.
  const elements = new arrow[TYPE_NAMES[type]]() as InstanceType<Arrow["Float64"]>;
  return arrow.makeData({ type: elements, length, data: array as Float64Array, ...nulls });
}

/** Where there is a value, as the library takes it. */
export function arrowNulls(
  valid: Uint8Array | undefined,
): { readonly nullBitmap: Uint8Array } | { readonly nullCount: number } {
  return valid === undefined ? { nullCount: 0 } : { nullBitmap: packed(valid) };
}

/** Flags as bits, the first the lowest of its byte. */
function packed(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  for (let i = 0; i < flags.length; i++) bits[i >> 3] |= (flags[i] === 0 ? 0 : 1) << (i & 7);
  return bits;
}
