import { toHex } from "../../values/bits.ts";
import { hashBytes } from "../../values/hash.ts";
import { type ColumnArray, columnType } from "../../values/value-types.ts";

/**
 * What a function gave as a text that two results share when all their bits are the same: scalars by bits, an array by type, length and a hash of its
 * bytes as they stand, so that a NaN in it that is not canonical shows.
 */
export function imprint(value: unknown): string {
  if (typeof value === "number") return `f64:${toHex("f64", value)}`;
  if (typeof value !== "object" || value === null) return `${typeof value}:${value}`;
  if (ArrayBuffer.isView(value)) return imprintArray(value as ColumnArray);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${imprint(field)}`);
  return `{ ${fields.join(", ")} }`;
}

function imprintArray(array: ColumnArray): string {
  const { buffer, byteOffset, byteLength, length } = array;
  return `${length} ${columnType(array)}:${hashBytes(new Uint8Array(buffer, byteOffset, byteLength))}`;
}
