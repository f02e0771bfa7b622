// Tables out of what programs have: rows of objects, objects of arrays.

import { checkList, checkObject } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { elementTypeOf, type Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { shownName } from "../../values/printable.ts";
import type { ColumnArray, StoredArray, StoredType } from "../../values/value-types.ts";
import { columnBuilder, convertStored } from "../column-builder.ts";
import { type ColumnAs, numericColumn } from "../table-column.ts";
import { textBuilder } from "../text-builder.ts";
import { pickColumn } from "../wanted-column.ts";
import { isDate } from "./dates.ts";
import type { ColumnValues, ListedColumn } from "./table-nulls.ts";
import {
  checkNullRule,
  type TableOptions,
  type TableRead,
  tableRead,
  type WantedColumns,
  wantedList,
} from "./table-read.ts";

/**
 * A table out of rows, each an object: numbers become f64, bigints i64 or u64, booleans bools, strings texts, a Date a time in milliseconds of UTC.
 *
 * `columns` and `nulls` are as those of `readTable`; null, undefined and a property that a row does not have are nulls. Without `columns` they are the properties
 * of all rows, in the order in which they first appear. A column has values of one kind.
 *
 * @throws InvalidArgumentError naming the row of a value of another kind; FormatError for nulls without a rule, for a value that does not convert exactly
 */
export function tableFromRows<const Wanted extends WantedColumns = readonly string[]>(
  rows: readonly object[],
  options: TableOptions<Wanted> = {},
): TableRead<Wanted> {
  const checked = checkList("rows", rows, "objects").map((row, i) => checkObject(`rows[${i}]`, row));
  return tableOfValues(options, "rows", {
    length: checked.length,
    names: () => [...new Set(checked.flatMap((row) => Object.keys(row)))],
    column: (name) => ({
      at: (row) => (Object.hasOwn(checked[row], name) ? (checked[row] as Values)[name] : undefined),
      place: (row) => `rows[${row}].${shownName(name)}`,
    }),
  });
}

type Values = Readonly<Record<string, unknown>>;

/**
 * A table out of an object of arrays, or of anything that can be iterated, as columns of Arquero and vectors of Arrow can. Values are those of `tableFromRows`.
 *
 * A typed array is the column itself, not copied, if it has the type that is wanted; integers of 8 and 16 bits are widened, a Uint8Array too.
 *
 * @throws as `tableFromRows`; InvalidArgumentError for columns of different lengths
 */
export function tableFromArrays<const Wanted extends WantedColumns = readonly string[]>(
  columns: Readonly<Record<string, Iterable<unknown>>>,
  options: TableOptions<Wanted> = {},
): TableRead<Wanted> {
  const arrays = new Map(
    Object.entries(checkObject("columns", columns, "an object of arrays")).map(([name, values]) => [
      name,
      arrayOf(`columns.${shownName(name)}`, values),
    ]),
  );
  const lengths = [...new Set([...arrays.values()].map(({ length }) => length))];
  if (lengths.length > 1) {
    throw new InvalidArgumentError("columns", "of one length", `lengths ${lengths.join(", ")}`);
  }
  return tableOfValues(options, "columns", {
    length: lengths[0] ?? 0,
    names: () => [...arrays.keys()],
    column: (name) => {
      const values = arrays.get(name) ?? [];
      return {
        at: (row) => values[row],
        place: (row) => `columns.${shownName(name)}[${row}]`,
        array: storedArray(values),
      };
    },
  });
}

function arrayOf(place: string, given: unknown): ArrayLike<unknown> {
  if (Array.isArray(given) || storedArray(given) !== undefined) return given as ArrayLike<unknown>;
  if (typeof given === "object" && given !== null && Symbol.iterator in given) {
    return [...(given as Iterable<unknown>)];
  }
  throw new InvalidArgumentError(place, "an array, or something to be iterated", describe(given));
}

interface TypedValues {
  readonly array: StoredArray;
  readonly type: StoredType;
}

/** A typed array of numbers that a column may have. */
function storedArray(values: unknown): TypedValues | undefined {
  const type = elementTypeOf(values) ?? NARROW.find(([, Class]) => values instanceof Class)?.[0];
  return type === undefined ? undefined : { array: values as StoredArray, type };
}

const NARROW = [
  ["u8", Uint8Array],
  ["i8", Int8Array],
  ["u16", Uint16Array],
  ["i16", Int16Array],
] as const;

/** Columns by name, whatever they come from. */
interface NamedValues {
  readonly length: number;
  names(): readonly string[];
  column(name: string): ValueSource;
}

/** The values of one of them. */
interface ValueSource {
  at(row: number): unknown;
  place(row: number): string; // as errors call a value
  readonly array?: TypedValues | undefined; // where they are typed
}

function tableOfValues<Wanted extends WantedColumns>(
  options: TableOptions<Wanted>,
  source: string,
  given: NamedValues,
): TableRead<Wanted> {
  checkOptionNames(options, ["columns", "nulls"]);
  const { columns, nulls } = options;
  checkNullRule(nulls);
  const wanted = wantedList(columns);
  const names = given.names();
  const asked = wanted ?? names.map((column) => ({ column, as: undefined }));
  if (given.length > 0) for (const { column } of asked) pickColumn(names, column);
  const listed = asked.map(({ column, as }) => listedValues(column, given.column(column), given.length, as));
  return tableRead(listed, given.length, { wanted, nulls, source });
}

/** What the values of a column are. */
type Kind = "numbers" | "bigints" | "booleans" | "texts" | "dates";

const SINGULAR: Readonly<Record<Kind, string>> = {
  numbers: "a number",
  bigints: "a bigint",
  booleans: "a boolean",
  texts: "a text",
  dates: "a Date",
};

function kindOf(value: unknown): Kind | undefined {
  switch (typeof value) {
    case "number":
      return "numbers";
    case "bigint":
      return "bigints";
    case "boolean":
      return "booleans";
    case "string":
      return "texts";
    default:
      return isDate(value) ? "dates" : undefined;
  }
}

/** @throws InvalidArgumentError naming a value that is of another kind than those before, or than is wanted */
function listedValues(
  name: string,
  values: ValueSource,
  length: number,
  as: ColumnAs | undefined,
): ListedColumn {
  if (values.array !== undefined && as !== "text") {
    const { array, type } = values.array;
    const wanted = as === undefined || as === "number" ? type : as;
    const converted = convertStored(array, type, wanted, name);
    const { numbers } = numericColumn(name, wanted, { array: converted, type: wanted, nullCount: 0 });
    return { name, values: numbers?.array as ColumnArray, missingRows: new Uint32Array(0) };
  }
  const missing: number[] = [];
  let kind: Kind | undefined;
  const isMixed = as !== undefined && as !== "text" && as !== "number"; // all that convert
  for (let row = 0; row < length; row++) {
    const value = values.at(row);
    if (value === null || value === undefined) {
      missing.push(row);
      continue;
    }
    const own = kindOf(value);
    if (own === undefined || !isWanted(own, as)) {
      throw new InvalidArgumentError(values.place(row), `${WANTED[wantedOf(as)]}, or null`, describe(value));
    }
    kind ??= own;
    if (kind === own || isMixed) continue;
    const expected = `${SINGULAR[kind]}, as in rows before`;
    throw new InvalidArgumentError(values.place(row), expected, describe(value));
  }
  const missingRows = Uint32Array.from(missing);
  const present = { values, length, missing: new Set(missing) };
  return {
    name,
    values: isMixed ? converted(name, present, as) : valuesOf(kind ?? wantedKind(as), present),
    missingRows,
  };
}

const WANTED = {
  any: "a number, bigint, boolean, text or Date",
  numbers: "a number, bigint or boolean",
  text: "a text",
} as const;

function wantedOf(as: ColumnAs | undefined): keyof typeof WANTED {
  return as === undefined ? "any" : as === "text" ? "text" : "numbers";
}

function isWanted(kind: Kind, as: ColumnAs | undefined): boolean {
  if (as === undefined) return true;
  return as === "text" ? kind === "texts" : kind !== "texts" && kind !== "dates";
}

/** Of nothing but nulls. */
function wantedKind(as: ColumnAs | undefined): Kind {
  return as === "text" ? "texts" : "numbers";
}

interface PresentValues {
  readonly values: ValueSource;
  readonly length: number;
  readonly missing: ReadonlySet<number>;
}

function forEachPresent(
  { values, length, missing }: PresentValues,
  use: (value: unknown, index: number, row: number) => void,
): void {
  let index = 0;
  for (let row = 0; row < length; row++) {
    if (missing.has(row)) continue;
    use(values.at(row), index, row);
    index += 1;
  }
}

/** Exactly, or a FormatError says in which row not. */
function converted(name: string, present: PresentValues, type: StoredType): ColumnArray {
  const builder = columnBuilder({ source: name, type, nulls: "listed", rowCount: present.length });
  const { values, length } = present;
  for (let row = 0; row < length; row++) {
    const value = values.at(row) as Scalar | boolean | null | undefined;
    if (value === null || value === undefined) builder.appendNull();
    else builder.appendValue(typeof value === "boolean" ? Number(value) : value);
  }
  return numericColumn(name, type, builder.finish()).numbers?.array as ColumnArray;
}

function valuesOf(kind: Kind, present: PresentValues): ColumnValues {
  const count = present.length - present.missing.size;
  switch (kind) {
    case "numbers":
      return filled(new Float64Array(count), present, (value) => value as number);
    case "booleans":
      return filled(new Uint8Array(count), present, Number);
    case "bigints":
      return integers(present, count);
    case "texts": {
      const texts = textBuilder();
      forEachPresent(present, (value) => texts.appendValue(value as string));
      const { codes, dictionary } = texts.finish();
      return { codes, dictionary };
    }
    case "dates": {
      const instants = filled(new BigInt64Array(count), present, (value, place) => {
        const time = (value as Date).getTime();
        if (!Number.isNaN(time)) return BigInt(time);
        throw new InvalidArgumentError(place(), "a Date that is a time", "an invalid one");
      });
      return { instants, unit: "ms", zone: "UTC" };
    }
    default:
      return kind satisfies never;
  }
}

function filled<Values extends Float64Array | Uint8Array | BigInt64Array | BigUint64Array>(
  array: Values,
  present: PresentValues,
  elementOf: (value: unknown, place: () => string) => Values[number],
): Values {
  forEachPresent(present, (value, index, row) => {
    array[index] = elementOf(value, () => present.values.place(row));
  });
  return array;
}

/** As i64 where all are; else as u64. */
function integers(present: PresentValues, count: number): BigInt64Array | BigUint64Array {
  let isSigned = true;
  forEachPresent(present, (value) => {
    isSigned &&= BigInt.asIntN(64, value as bigint) === value;
  });
  if (isSigned) return filled(new BigInt64Array(count), present, (value) => value as bigint);
  return filled(new BigUint64Array(count), present, (value, place) => {
    if (BigInt.asUintN(64, value as bigint) === value) return value;
    throw new InvalidArgumentError(place(), "of i64, or all of them of u64", describe(value));
  });
}
