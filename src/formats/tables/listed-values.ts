// What the values of a column are: numbers, texts, times, all of one kind, and where there is none.

import { describe } from "../../values/describe.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnArray, StoredArray, StoredType } from "../../values/value-types.ts";
import { columnBuilder, convertStored } from "../column-builder.ts";
import { type ColumnAs, numericColumn, storedAs } from "../table-column.ts";
import { textBuilder } from "../text-builder.ts";
import { newTimeParts, readTimeText, timeBuilder } from "../time-builder.ts";
import { isDate } from "./dates.ts";
import type { ColumnValues, ListedColumn } from "./table-nulls.ts";
import type { TimeColumn } from "./time-column.ts";

/** Values of one type. */
export interface TypedValues {
  readonly array: StoredArray;
  readonly type: StoredType;
}

/** The values of a column, wherever they come from. */
export interface ValueSource {
  at(row: number): unknown;
  place(row: number): string; // as errors call a value
  readonly array?: TypedValues | undefined; // where they are typed
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

/** A column of values, all of one kind. @throws InvalidArgumentError naming a value that is of another kind than those before, or than is wanted */
export function listedValues(
  name: string,
  values: ValueSource,
  length: number,
  as: ColumnAs | undefined,
): ListedColumn {
  if (values.array !== undefined && as !== "text" && as !== "time") {
    const { array, type } = values.array;
    const wanted = as === undefined || as === "number" ? type : as;
    const converted = convertStored(array, type, wanted, name);
    const { numbers } = numericColumn(name, wanted, { array: converted, type: wanted, nullCount: 0 });
    return { name, values: numbers?.array as ColumnArray, missingRows: new Uint32Array(0) };
  }
  const missing: number[] = [];
  let kind: Kind | undefined;
  const type = storedAs(as); // whatever converts to it
  for (let row = 0; row < length; row++) {
    const value = values.at(row);
    if (value === null || value === undefined) {
      missing.push(row);
      continue;
    }
    const own = kindOf(value);
    if (own === undefined || !KINDS[wantedOf(as)].includes(own)) {
      throw new InvalidArgumentError(values.place(row), `${WANTED[wantedOf(as)]}, or null`, describe(value));
    }
    kind ??= own;
    if (kind === own || type !== undefined) continue;
    const expected = `${SINGULAR[kind]}, as in rows before`;
    throw new InvalidArgumentError(values.place(row), expected, describe(value));
  }
  const missingRows = Uint32Array.from(missing);
  const present = { values, length, missing: new Set(missing) };
  return {
    name,
    values: type === undefined ? kindValues(name, kind, as, present) : converted(name, present, type),
    missingRows,
  };
}

const WANTED = {
  any: "a number, bigint, boolean, text or Date",
  numbers: "a number, bigint or boolean",
  text: "a text",
  time: "a Date, or a text that is a time by ISO 8601",
} as const;

function wantedOf(as: ColumnAs | undefined): keyof typeof WANTED {
  if (as === undefined) return "any";
  return as === "text" || as === "time" ? as : "numbers";
}

const KINDS: Readonly<Record<keyof typeof WANTED, readonly Kind[]>> = {
  any: ["numbers", "bigints", "booleans", "texts", "dates"],
  numbers: ["numbers", "bigints", "booleans"],
  text: ["texts"],
  time: ["dates", "texts"],
};

/** Of nothing but nulls the first kind that is wanted. */
function kindValues(
  name: string,
  kind: Kind | undefined,
  as: ColumnAs | undefined,
  present: PresentValues,
): ColumnValues {
  const own = kind ?? KINDS[wantedOf(as)][0];
  return own === "texts" && as === "time" ? timesSaid(name, present) : valuesOf(own, present);
}

function timesSaid(column: string, present: PresentValues): TimeColumn {
  const builder = timeBuilder();
  const parts = newTimeParts();
  const place = (row: number): string => present.values.place(row);
  forEachPresent(present, (value, _, row) => {
    if (!readTimeText(value as string, "iso", parts)) {
      throw new InvalidArgumentError(place(row), WANTED.time, describe(value));
    }
    if (builder.append(parts)) return;
    throw new InvalidArgumentError(place(row), `of ${builder.kind}, as in rows before`, describe(value));
  });
  const { decoded, times } = builder.finish({ source: column, column });
  return { instants: decoded.array, ...times };
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
