// Columns as the bytes of a Parquet file.

import type { SchemaElement } from "hyparquet";
import type { ColumnSource } from "hyparquet-writer";
import { isNarrowType, type NarrowType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { peerError } from "../values/optional-packages.ts";
import type { StoredArray, StoredType } from "../values/value-types.ts";
import { widenColumn } from "../values/widen-column.ts";
import { dayNumbers } from "./tables/time-column.ts";
import type { CheckedColumn } from "./written-column.ts";

/** How a column is stored: what the schema says, and the values. */
interface Stored {
  readonly element: Omit<SchemaElement, "name" | "repetition_type">;
  readonly values: ArrayLike<unknown>;
  readonly hasStatistics?: boolean; // default true
}

/**
 * The bytes of a file, compressed by Snappy. Half floats are written as the f32 that they widen to; texts in dictionaries, times as DATE or TIMESTAMP, of
 * which Parquet has no seconds: these become milliseconds. A zone is kept as that the times are of UTC.
 *
 * @throws UnsupportedError where hyparquet-writer is not installed; InvalidArgumentError for a time that the column's type does not have
 */
export async function encodeParquet(columns: readonly CheckedColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await importWriter();
  const schema: SchemaElement[] = [{ name: "root", num_children: columns.length }];
  const columnData = columns.map((column, i) => {
    schema.push(parquetElement(column, column.valid !== undefined));
    return parquetSource(column, { place: `columns[${i}]`, rowsBefore: 0 });
  });
  return new Uint8Array(parquetWriteBuffer({ columnData, schema }));
}

/** What the schema says of a column. */
export function parquetElement(column: CheckedColumn, mayHaveNulls: boolean): SchemaElement {
  const { element } = storedOf(column, { place: "columns", rowsBefore: 0 });
  return { ...element, name: column.column, repetition_type: mayHaveNulls ? "OPTIONAL" : "REQUIRED" };
}

/** What errors say of rows: their column, and how many were before them. */
interface RowsPlace {
  readonly place: string;
  readonly rowsBefore: number;
}

/** The rows of a column as the library takes them. @throws InvalidArgumentError for a time that the column's type does not have */
export function parquetSource(column: CheckedColumn, at: RowsPlace): ColumnSource {
  const { element, values, hasStatistics = true } = storedOf(column, at);
  const { column: name, valid } = column;
  const data = valid === undefined ? values : Array.from(values, (value, row) => (valid[row] ? value : null));
  // The writer's dictionaries take 0 and −0 for one value, and all NaNs.
  const isFloat = element.type === "DOUBLE" || element.type === "FLOAT";
  const source = { name, data: data as ColumnSource["data"], statistics: hasStatistics };
  return isFloat ? { ...source, encoding: "PLAIN" } : source;
}

/** @throws UnsupportedError where it is not installed */
export async function importWriter(): Promise<typeof import("hyparquet-writer")> {
  try {
    return await import("hyparquet-writer");
  } catch (cause) {
    throw peerError("hyparquet-writer", "writing Parquet", cause);
  }
}

function storedOf(given: CheckedColumn, at: RowsPlace): Stored {
  switch (given.kind) {
    case "texts": {
      const { codes, dictionary } = given;
      const values = Array.from(codes, (code) => dictionary[code]);
      return { element: { type: "BYTE_ARRAY", converted_type: "UTF8" }, values };
    }
    case "times": {
      const { unit, zone, instants } = given;
      if (unit === "day") {
        return {
          element: { type: "INT32", converted_type: "DATE" },
          values: Array.from(dayNumbers(at, given)),
        };
      }
      const logical_type = {
        type: "TIMESTAMP",
        isAdjustedToUTC: zone !== undefined,
        unit: UNITS[unit],
      } as const;
      const values = unit === "s" ? millisOf(at, instants) : instants;
      return { element: { type: "INT64", logical_type }, values };
    }
    case "numbers":
      return numbersOf(given.type, given.array);
    default:
      return given satisfies never;
  }
}

const UNITS = { s: "MILLIS", ms: "MILLIS", us: "MICROS", ns: "NANOS" } as const;

/** @throws InvalidArgumentError naming the first row that is too far away */
function millisOf({ place, rowsBefore }: RowsPlace, seconds: BigInt64Array): BigInt64Array {
  const row = seconds.findIndex((each) => BigInt.asIntN(64, each * 1000n) !== each * 1000n);
  if (row < 0) return seconds.map((each) => each * 1000n);
  const expected = "of times that 64 bits hold in milliseconds, as Parquet has no seconds";
  throw new InvalidArgumentError(`${place}.instants`, expected, `${seconds[row]} s at ${rowsBefore + row}`);
}

function numbersOf(type: StoredType, array: StoredArray): Stored {
  if (isNarrowType(type)) return narrowNumbers(type, array as Uint16Array);
  switch (type) {
    case "bool":
      return { element: { type: "BOOLEAN" }, values: Array.from(array as Uint8Array, (flag) => flag !== 0) };
    case "f64":
      return { element: { type: "DOUBLE" }, values: array };
    case "f32":
      return { element: { type: "FLOAT" }, values: array };
    case "i32":
      return { element: { type: "INT32" }, values: array };
    case "u32": // hyparquet-writer 0.17 takes the upper half from plain lists alone
      return {
        ...{
          element: { type: "INT32", converted_type: "UINT_32" },
          values: Array.from(array as Uint32Array),
        },
        hasStatistics: false, // they would be those of signed numbers
      };
    case "i64":
      return { element: { type: "INT64" }, values: array };
    case "u64":
      return { element: { type: "INT64", converted_type: "UINT_64" }, values: array, hasStatistics: false };
    default:
      return type satisfies never;
  }
}

/** Integers of 8 and 16 bits stay what they are: INT32 says how many bits it stands for. Half floats become FLOAT, as many readers do not know FLOAT16. */
function narrowNumbers(type: NarrowType, array: Uint16Array): Stored {
  switch (type) {
    case "f16":
    case "bf16":
      return numbersOf("f32", widenColumn(type, array, "f32"));
    case "u8":
    case "i8":
    case "u16":
    case "i16":
      return {
        element: { type: "INT32", converted_type: CONVERTED[type] },
        values: widenColumn(type, array, "i32"),
      };
    default:
      return type satisfies never;
  }
}

const CONVERTED = { u8: "UINT_8", i8: "INT_8", u16: "UINT_16", i16: "INT_16" } as const;
