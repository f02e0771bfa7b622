import type { SchemaElement } from "hyparquet";
import type { ColumnChunk } from "./column-builder.ts";
import type { NumericType } from "./target-type.ts";

const NUMERIC_MEANINGS = /^U?INT_(8|16|32|64)$/;

/** What numbers a Parquet column holds, by its physical type and what it stands for. */
export function parquetNumericType(element: SchemaElement): NumericType {
  const { type, converted_type: converted, logical_type: logical, num_children: childCount } = element;
  if (childCount !== undefined || element.repetition_type === "REPEATED") return "none";
  if (converted !== undefined && !NUMERIC_MEANINGS.test(converted)) return "none";
  if (logical !== undefined && logical.type !== "INTEGER") return "none";
  const isUnsigned = converted?.startsWith("U") || (logical?.type === "INTEGER" && !logical.isSigned);
  switch (type) {
    case "BOOLEAN":
      return "bool";
    case "DOUBLE":
      return "f64";
    case "FLOAT":
      return "f32";
    case "INT32":
      return isUnsigned ? "u32" : "i32";
    case "INT64":
      return isUnsigned ? "u64" : "i64";
    default:
      return "none";
  }
}

/** A Parquet column's type as a person would name it: `INT64 (TIMESTAMP)`. */
export function parquetTypeName(element: SchemaElement): string {
  if (element.num_children !== undefined) return "a nested column";
  const meaning = element.logical_type?.type ?? element.converted_type;
  const repeated = element.repetition_type === "REPEATED" ? "repeated " : "";
  return `${repeated}${element.type}${meaning === undefined ? "" : ` (${meaning})`}`;
}

// hyparquet leaves unsigned numbers signed in columns that may be null or are dictionary-encoded.
export function asUnsigned(values: ColumnChunk["values"], own: NumericType): ColumnChunk["values"] {
  if (own === "u64" && !(values instanceof BigUint64Array)) {
    return Array.from(values, (value) => (typeof value === "bigint" ? BigInt.asUintN(64, value) : value));
  }
  if (own === "u32" && !(values instanceof Uint32Array)) {
    return Array.from(values, (value) => (typeof value === "number" ? value >>> 0 : value));
  }
  return values;
}
