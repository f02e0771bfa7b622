// Tables of Flechette in the spelling of test/tools/cells.ts.

import { type Column, type Table, Type } from "@uwdata/flechette";
import { bitsOf } from "../../src/values/bits.ts";
import type { ToldColumn } from "./cells.ts";

/** How Flechette is to read: 64-bit integers are no doubles. */
export const EXACT = { useBigInt: true };

/** A table as Flechette has it: floats by their bits, times in nanoseconds. */
export function toldTable(table: Table): readonly ToldColumn[] {
  return table.schema.fields.map(({ name }, i) => {
    const column = table.getChildAt(i) as Column<unknown>;
    const { kind, cellAt } = toldBy(column);
    const cells = Array.from({ length: table.numRows }, (_, row) =>
      column.at(row) === null ? null : cellAt(row),
    );
    return { name, kind, cells };
  });
}

function toldBy(column: Column<unknown>): { kind: ToldColumn["kind"]; cellAt: (row: number) => string } {
  const { type } = column;
  switch (type.typeId) {
    case Type.Int:
      return { kind: "integer", cellAt: (row) => String(column.at(row)) };
    case Type.Float:
      return type.precision === 2
        ? { kind: "f64", cellAt: (row) => hexOf("f64", column.at(row)) }
        : { kind: "f32", cellAt: (row) => hexOf("f32", column.at(row)) };
    case Type.Bool:
      return { kind: "bool", cellAt: (row) => String(column.at(row)) };
    case Type.Date:
      return { kind: "day", cellAt: (row) => String(storedAt(column, row)) };
    case Type.Timestamp:
      return { kind: "time", cellAt: (row) => String(storedAt(column, row) * NANOS[type.unit]) };
    case Type.Utf8:
    case Type.Dictionary:
      return { kind: "text", cellAt: (row) => String(column.at(row)) };
    default:
      throw new Error(`a column of type ${type.typeId}`);
  }
}

/** By Arrow's units: seconds, milli-, micro- and nanoseconds. */
const NANOS: readonly bigint[] = [10n ** 9n, 10n ** 6n, 1000n, 1n];

function hexOf(type: "f64" | "f32", value: unknown): string {
  return bitsOf(type, Number(value))
    .toString(16)
    .padStart(type === "f64" ? 16 : 8, "0");
}

/** The integer itself: the library makes milliseconds of it, which would be rounded. */
function storedAt(column: Column<unknown>, row: number): bigint {
  let before = 0;
  for (const { length, values } of column.data) {
    if (row < before + length) return BigInt((values as BigInt64Array)[row - before]);
    before += length;
  }
  throw new RangeError(`row ${row}`);
}
