// Tables out of what programs have: rows of objects, objects of arrays.

import { checkList, checkObject } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { elementTypeOf } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { shownName } from "../../values/printable.ts";
import type { StoredArray } from "../../values/value-types.ts";
import { pickColumns } from "../table-column.ts";
import { listedValues, type TypedValues, type ValueSource } from "./listed-values.ts";
import {
  type ColumnTypes,
  checkTableOptions,
  type NoTypes,
  type TableOptions,
  type TableRead,
  tableRead,
  type WantedColumns,
  wantedWhole,
} from "./table-read.ts";

/**
 * A table out of rows, each an object: numbers become f64, bigints i64 or u64, booleans bools, strings texts, a Date a time in milliseconds of UTC.
 *
 * `columns` and `nulls` are as those of `readTable`; null, undefined and a property that a row does not have are nulls. Without `columns` they are the properties
 * of all rows, in the order in which they first appear. A column has values of one kind.
 *
 * @throws InvalidArgumentError naming the row of a value of another kind; FormatError for nulls without a rule, for a value that does not convert exactly
 */
export function tableFromRows<
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(rows: readonly object[], options: TableOptions<Wanted, Types> = {}): TableRead<Wanted, Types> {
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
export function tableFromArrays<
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(
  columns: Readonly<Record<string, Iterable<unknown>>>,
  options: TableOptions<Wanted, Types> = {},
): TableRead<Wanted, Types> {
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

function tableOfValues<Wanted extends WantedColumns, Types extends ColumnTypes>(
  options: TableOptions<Wanted, Types>,
  source: string,
  given: NamedValues,
): TableRead<Wanted, Types> {
  checkOptionNames(options, ["columns", "types", "nulls"]);
  const asked = checkTableOptions(options);
  const { columns, whole } = wantedWhole(asked);
  const own = given.names();
  // Of no rows nobody knows what properties they have.
  const said = columns ?? [...(whole?.types?.keys() ?? [])];
  const names = given.length > 0 || own.length > 0 ? own : [...new Set(said)];
  const picked = pickColumns(names, { columns, whole });
  const listed = picked.map(({ index, as }) =>
    listedValues(names[index], given.column(names[index]), given.length, as),
  );
  return tableRead(listed, given.length, { ...asked, source });
}
