import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describeText } from "../values/describe.ts";
import { isNarrowType, type NarrowArray, type NarrowType, type ScalarType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { ColumnArray, StoredType } from "../values/value-types.ts";
import { widenColumn } from "../values/widen-column.ts";
import type { DecodedColumn } from "./decoded.ts";
import type { TimeMeaning } from "./tables/time-column.ts";
import type { TableTexts } from "./text-builder.ts";
import { type NumericType, pickColumn, targetType } from "./wanted-column.ts";

/** A column of a file, whatever is in it. */
export interface TableColumn {
  readonly name: string | undefined; // undefined: the one array of a file that has no names
  readonly typeName: string; // as its format calls it: f64, INT64 (TIMESTAMP), Utf8; of CSV what its cells are
  readonly rowCount: number;
  readonly missingCount: number | undefined; // nulls, of text empty cells; undefined where the file does not say and nothing was decoded
  readonly numbers: TableNumbers | undefined; // undefined: it has none
  readonly texts?: TableTexts; // of the key, where it has no numbers
  readonly times?: TimeMeaning; // of dates and times: numbers has their instants
  readonly isText?: boolean; // where it has no numbers
}

/** The numbers of a column, without the rows where there is none. */
export interface TableNumbers {
  readonly array: ColumnArray;
  readonly type: ScalarType; // of bools 0 and 1, of narrow types what they widen to
  readonly missingRows: Uint32Array;
  readonly stored?: NarrowType | undefined; // the narrow type that they were widened from
}

/** A column whose nulls were listed. */
export function numericColumn(
  name: string | undefined,
  typeName: string,
  decoded: DecodedColumn<StoredType>,
): TableColumn {
  const { array, nullCount, nullRows = new Uint32Array(0) } = decoded;
  return {
    name,
    typeName,
    rowCount: array.length + nullCount,
    missingCount: nullCount,
    numbers: { ...widened(decoded), missingRows: nullRows },
  };
}

function widened({ array, type }: DecodedColumn<StoredType>): Omit<TableNumbers, "missingRows"> {
  if (!isNarrowType(type)) return { array: array as ColumnArray, type };
  const [wide] = ACCUMULATION_TYPES[type];
  return { array: widenColumn(type, array as NarrowArray, wide), type: wide, stored: type };
}

/** What a column of a table is read as: a type that every value converts to exactly; `number`, its own type, of CSV f64; `text`; or `time`, dates too. */
export type ColumnAs = StoredType | "number" | "text" | "time";

/** The element type that is asked for, if it is one. */
export function storedAs(as: ColumnAs | undefined): StoredType | undefined {
  return as === "number" || as === "text" || as === "time" ? undefined : as;
}

/** What is asked for of a table. */
export interface PickedColumns {
  readonly columns?: readonly string[] | undefined; // by name, in this order; default: all
  readonly key?: string | undefined; // comes first, with its texts where it has no numbers
  readonly rows?: number | undefined; // no more than the first so many
  readonly whole?: WholeColumns | undefined; // columns are read to be kept: each has values, or there is an error
}

/** What each column is read as, of those that are asked for in their order or by its name; undefined: numbers where all are, else times or texts. */
interface WholeColumns {
  readonly as: readonly (ColumnAs | undefined)[];
  readonly types?: ReadonlyMap<string, ColumnAs> | undefined;
}

/** One of them. */
export interface PickedColumn {
  readonly index: number;
  readonly as: ColumnAs | undefined;
  readonly hasTexts: boolean; // the texts are wanted where there are no numbers
}

/** The columns that are asked for; the key is the first of them. */
export function pickColumns(
  names: readonly string[],
  { columns, key, whole }: PickedColumns,
): readonly PickedColumn[] {
  if (whole !== undefined) {
    const wanted = columns ?? names;
    if (columns === undefined) expectDifferent(names);
    expectTyped(names, wanted, whole);
    return wanted.map((name, i) => ({
      index: pickColumn(names, name),
      as: whole.as[i] ?? whole.types?.get(name),
      hasTexts: true,
    }));
  }
  const picked =
    columns === undefined ? names.map((_, i) => i) : columns.map((name) => pickColumn(names, name));
  if (key === undefined) return picked.map((index) => ({ index, as: undefined, hasTexts: false }));
  const first = pickColumn(names, key, "key");
  const others = picked.filter((index) => index !== first);
  return [first, ...others].map((index, i) => ({ index, as: undefined, hasTexts: i === 0 }));
}

/** @throws InvalidArgumentError for columns of one name, where all are to be told apart by theirs */
function expectDifferent(names: readonly string[]): void {
  const again = names.find((name, i) => names.indexOf(name) !== i);
  if (again === undefined) return;
  const expected = "of columns of different names, or read by the names of some of them";
  throw new InvalidArgumentError("input", expected, `${describeText(again)} twice`);
}

/** @throws InvalidArgumentError for the type of a column that is not there, or not read */
function expectTyped(names: readonly string[], wanted: readonly string[], { types }: WholeColumns): void {
  for (const name of types?.keys() ?? []) {
    pickColumn(names, name, "types");
    if (wanted.includes(name)) continue;
    throw new InvalidArgumentError("types", "of columns that are read", describeText(name));
  }
}

/** The type of the numbers of a column. @throws FormatError where it has none */
export function numbersType(
  as: ColumnAs | undefined,
  asked: {
    readonly own: NumericType;
    readonly ownName: string;
    readonly column: string;
    readonly source: string;
  },
): StoredType {
  if (as === undefined && asked.own !== "none") return asked.own;
  return targetType({ ...asked, wanted: storedAs(as) });
}

/** What the times of a column mean, if it is read as such. @throws FormatError where it has none and they are asked for */
export function askedTimes(
  as: ColumnAs | undefined,
  times: TimeMeaning | undefined,
  {
    typeName,
    column,
    source,
  }: { readonly typeName: string; readonly column: string; readonly source: string },
): TimeMeaning | undefined {
  if (as === undefined) return times;
  if (as !== "time") return undefined;
  if (times !== undefined) return times;
  throw new FormatError(source, `dates or times in column "${shownName(column)}"`, typeName);
}

/** The same of a column that is described: a key has its texts, if it has no numbers. */
export function describedTimes(times: TimeMeaning | undefined, isKey: boolean): TimeMeaning | undefined {
  return isKey ? undefined : times;
}

/** Refuses a column to be kept that has neither numbers nor texts. @throws FormatError */
export function expectTexts({
  isText,
  typeName,
  column,
  as,
  source,
}: {
  readonly isText: boolean;
  readonly typeName: string;
  readonly column: string;
  readonly as: "text" | undefined;
  readonly source: string;
}): void {
  if (isText) return;
  const expected = as === undefined ? "numbers, times or texts" : "texts";
  throw new FormatError(source, `${expected} in column "${shownName(column)}"`, typeName);
}
