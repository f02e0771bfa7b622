// Columns as callers hand them over to be written, checked.

import { checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkTextColumn, hasLoneSurrogate, type TextColumn } from "../values/text-column.ts";
import { STORED_TYPES, type StoredArray, type StoredType } from "../values/value-types.ts";
import type { Table } from "./tables/table-nulls.ts";
import { checkTimeColumn, type TimeColumn } from "./tables/time-column.ts";

interface Named {
  readonly column: string; // its name in the file
  readonly valid?: Uint8Array | undefined; // 0 where there is a null, whatever the value; default: nowhere
}

/** A column as it is written: its values of one type. */
export interface NamedColumn extends Named {
  readonly type: StoredType; // bools are written as true and false, half floats as their values
  readonly array: StoredArray;
}

/** A column of texts as it is written; a text that may be taken for something else is quoted. */
export interface NamedTextColumn extends TextColumn, Named {}

/** A column of dates or times as it is written: in CSV by ISO 8601. */
export interface NamedTimeColumn extends TimeColumn, Named {}

/** A column of numbers, bools, texts or times as it is written. */
export type WrittenColumn = NamedColumn | NamedTextColumn | NamedTimeColumn;

/** A column that has been checked. */
export type CheckedColumn = { readonly length: number } & (
  | ({ readonly kind: "numbers" } & NamedColumn)
  | ({ readonly kind: "texts" } & NamedTextColumn)
  | ({ readonly kind: "times" } & NamedTimeColumn)
);

/** At least one column, all of one length and of different names. @throws InvalidArgumentError */
export function checkWrittenColumns(columns: unknown): readonly CheckedColumn[] {
  const checked = checkList("columns", columns, "columns, each an object").map(checkColumn);
  const lengths = [...new Set(checked.map(({ length }) => length))];
  if (lengths.length !== 1) {
    const actual = lengths.length === 0 ? "none" : `lengths ${lengths.join(", ")}`;
    throw new InvalidArgumentError("columns", "columns of one length", actual);
  }
  checkNames(checked);
  return checked;
}

function checkColumn(given: unknown, index: number): CheckedColumn {
  const place = `columns[${index}]`;
  const {
    column: name,
    type,
    array,
    codes,
    dictionary,
    instants,
    unit,
    zone,
    valid,
  } = checkObject(place, given);
  const column = checkText(`${place}.column`, name);
  if (instants !== undefined) {
    const times = checkTimeColumn(place, { instants, unit, zone });
    const { length } = times.instants;
    return { kind: "times", column, length, ...times, valid: checkValid(place, valid, length) };
  }
  if (codes !== undefined || dictionary !== undefined) {
    const texts = checkTextColumn(place, { codes, dictionary });
    const { length } = texts.codes;
    return { kind: "texts", column, length, ...texts, valid: checkValid(place, valid, length) };
  }
  const known = checkName(`${place}.type`, STORED_TYPES, type);
  const values = checkStored(`${place}.array`, known, array);
  const { length } = values;
  return {
    ...{ kind: "numbers", column, length, type: known, array: values },
    valid: checkValid(place, valid, length),
  };
}

function checkValid(place: string, valid: unknown, length: number): Uint8Array | undefined {
  if (valid === undefined) return undefined;
  if (!(valid instanceof Uint8Array) || valid.length !== length) {
    throw new InvalidArgumentError(`${place}.valid`, `a Uint8Array of length ${length}`, describe(valid));
  }
  return valid.includes(0) ? valid : undefined;
}

/** Names that are different, in whole characters. @throws InvalidArgumentError */
export function checkNames(columns: readonly Pick<CheckedColumn, "column">[]): void {
  const seen = new Set<string>();
  for (const { column } of columns) {
    const actual = JSON.stringify(column);
    if (seen.has(column)) throw new InvalidArgumentError("columns", "of different names", `${actual} twice`);
    if (hasLoneSurrogate(column)) {
      throw new InvalidArgumentError("columns", "of names in whole characters", actual);
    }
    seen.add(column);
  }
}

/** A table as columns to be written: a plain object of columns, of which a Uint8Array has bools. @throws InvalidArgumentError */
export function columnsOfTable(
  table: Table,
  valid: Readonly<Record<string, Uint8Array>> = {},
): readonly WrittenColumn[] {
  checkObject("options.valid", valid);
  const columns = Object.entries(checkObject("table", table, "an object of columns")).map(
    ([column, values]) =>
      writtenColumn(column, values, Object.hasOwn(valid, column) ? valid[column] : undefined),
  );
  if (columns.length > 0) return columns;
  throw new InvalidArgumentError("table", "at least one column", "none");
}

/** @throws InvalidArgumentError naming the column */
function writtenColumn(column: string, values: unknown, valid: Uint8Array | undefined): WrittenColumn {
  const type = values instanceof Uint8Array ? "bool" : elementTypeOf(values);
  if (type !== undefined) return { column, type, array: values as StoredArray, valid };
  const expected = "a typed array, or a column of texts or times";
  const place = `table[${JSON.stringify(column)}]`;
  if (ArrayBuffer.isView(values) || Array.isArray(values)) {
    throw new InvalidArgumentError(place, expected, describe(values));
  }
  const given = checkObject(place, values as object, expected) as unknown as TextColumn | TimeColumn;
  return { ...given, column, valid };
}
