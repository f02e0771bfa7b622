// What the columns of a Parquet file hold, by the physical type and the annotations of each.

import type { SchemaElement } from "hyparquet";
import type { TimeMeaning } from "./tables/time-column.ts";
import type { NumericType } from "./wanted-column.ts";

const NUMERIC_MEANINGS = /^U?INT_(8|16|32|64)$/;

/** What numbers a Parquet column holds, by its physical type and what it stands for. */
export function parquetNumericType(element: SchemaElement): NumericType {
  const { type, converted_type: converted, logical_type: logical, num_children: childCount } = element;
  if (childCount !== undefined || element.repetition_type === "REPEATED") return "none";
  if (logical?.type === "FLOAT16")
    return type === "FIXED_LEN_BYTE_ARRAY" && element.type_length === 2 ? "f16" : "none";
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
      return `${isUnsigned ? "u" : "i"}${bitsOfInt32(element)}`;
    case "INT64":
      return isUnsigned ? "u64" : "i64";
    default:
      return "none";
  }
}

/** An INT32 may stand for integers of fewer bits. */
function bitsOfInt32({ converted_type: converted, logical_type: logical }: SchemaElement): 8 | 16 | 32 {
  const bits = logical?.type === "INTEGER" ? logical.bitWidth : Number(/\d+$/.exec(converted ?? "")?.[0]);
  return bits === 8 || bits === 16 ? bits : 32;
}

/** What is text by its annotation, or by having none, as older writers left it. */
export function isParquetText(element: SchemaElement): boolean {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type !== "BYTE_ARRAY" || element.repetition_type === "REPEATED") return false;
  const meaning = logical?.type ?? converted;
  return meaning === undefined || TEXT_MEANINGS.includes(meaning);
}

const TEXT_MEANINGS: readonly string[] = ["STRING", "UTF8", "ENUM", "JSON"];

/** What dates and timestamps mean; undefined of others, and of the 96 bits that old writers have. */
export function parquetTimes(element: SchemaElement): TimeMeaning | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (element.repetition_type === "REPEATED") return undefined;
  if (type === "INT32" && (logical?.type ?? converted) === "DATE") return { unit: "day", zone: undefined };
  if (type !== "INT64") return undefined;
  if (logical?.type === "TIMESTAMP") {
    return { unit: UNITS[logical.unit], zone: logical.isAdjustedToUTC ? "UTC" : undefined };
  }
  if (logical !== undefined) return undefined;
  if (converted === "TIMESTAMP_MILLIS") return { unit: "ms", zone: "UTC" };
  return converted === "TIMESTAMP_MICROS" ? { unit: "us", zone: "UTC" } : undefined;
}

const UNITS = { MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const;

/** A Parquet column's type as a person would name it: `INT64 (TIMESTAMP)`. */
export function parquetTypeName(element: SchemaElement): string {
  if (element.num_children !== undefined) return "a nested column";
  const meaning = element.logical_type?.type ?? element.converted_type;
  const repeated = element.repetition_type === "REPEATED" ? "repeated " : "";
  return `${repeated}${element.type}${meaning === undefined ? "" : ` (${meaning})`}`;
}
