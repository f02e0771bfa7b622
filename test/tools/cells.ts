// One spelling for the cells of tables, whoever has read them: floats as hexadecimal bits, times as nanoseconds, so that every value is compared to the bit.

import type { NamedColumn, TimeUnit, WrittenColumn } from "../../src/formats.ts";
import { bitsOf } from "../../src/values/bits.ts";
import type { Scalar } from "../../src/values/element-types.ts";
import { isHalfType, valueOfHalf } from "../../src/values/halves.ts";

/** What a column holds, as a program without our types would say it. */
type CellKind = "text" | "bool" | "integer" | "f64" | "f32" | "day" | "time";

/** A column and its cells; null where there is none. */
export interface ToldColumn {
  readonly name: string;
  readonly kind: CellKind;
  readonly cells: readonly (string | null)[];
}

export function toldColumn(given: WrittenColumn): ToldColumn {
  const told = withoutNulls(given);
  const { column: name, valid } = given;
  return { ...told, name, cells: told.cells.map((cell, row) => (valid?.[row] === 0 ? null : cell)) };
}

function withoutNulls(given: WrittenColumn): Pick<ToldColumn, "kind" | "cells"> {
  if ("instants" in given) {
    const { unit, instants } = given;
    return { kind: unit === "day" ? "day" : "time", cells: Array.from(instants, (at) => timeCell(at, unit)) };
  }
  if ("codes" in given) {
    return { kind: "text", cells: Array.from(given.codes, (code) => given.dictionary[code]) };
  }
  const cells = Array.from(given.array as ArrayLike<Scalar>, (value) => numberCell(given.type, value));
  return { kind: kindOf(given.type), cells };
}

const NANOS: Readonly<Record<TimeUnit, bigint>> = { day: 1n, s: 10n ** 9n, ms: 10n ** 6n, us: 1000n, ns: 1n };

/** Days as such, other times in nanoseconds. */
function timeCell(instant: bigint, unit: TimeUnit): string {
  return String(instant * NANOS[unit]);
}

function kindOf(type: NamedColumn["type"]): CellKind {
  if (type === "bool" || type === "f64" || type === "f32") return type;
  return isHalfType(type) ? "f32" : "integer";
}

/** A value as an array of its type has it. */
function numberCell(type: NamedColumn["type"], value: Scalar): string {
  if (type === "bool") return value === 0 ? "false" : "true";
  if (type === "f64") return floatCell("f64", Number(value));
  if (type === "f32") return floatCell("f32", Number(value));
  return isHalfType(type) ? floatCell("f32", valueOfHalf(type, Number(value))) : String(value);
}

/** The bits of a float. */
function floatCell(type: "f64" | "f32", value: number): string {
  return bitsOf(type, value)
    .toString(16)
    .padStart(type === "f64" ? 16 : 8, "0");
}

/** The rows of columns below their names, as a file that has no types has them: a null is no other than an empty text. */
export function rowsAsText(columns: readonly ToldColumn[]): readonly (readonly (string | null)[])[] {
  const [{ cells }] = columns;
  return [
    columns.map(({ name }) => name),
    ...cells.map((_, row) =>
      columns.map(({ kind, cells: own }) => (kind === "text" ? (own[row] ?? "") : own[row])),
    ),
  ];
}
