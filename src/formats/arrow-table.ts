// All columns of Arrow IPC bytes, whatever is in them.

import type { Data, DataType, Table } from "apache-arrow";
import { compareTexts } from "../values/text-column.ts";
import { isArrayOf, type StoredArray, type StoredType } from "../values/value-types.ts";
import { columnBuilder } from "./column-builder.ts";
import { appendData, numericTypeOf, type OpenArrow, openArrow } from "./decode-arrow.ts";
import {
  askedTimes,
  describedTimes,
  expectTexts,
  numbersType,
  numericColumn,
  type PickedColumns,
  pickColumns,
  type TableColumn,
} from "./table-column.ts";
import type { TimeMeaning } from "./tables/time-column.ts";
import { type TableTexts, type TextCodes, textBuilder } from "./text-builder.ts";

interface ArrowTableOptions extends PickedColumns {
  readonly source: string;
  readonly rowsBefore?: number | undefined; // of the table whose rows these are, for errors; default 0
}

/** The columns that are asked for, or all, one after the other. @throws as `decodeArrow`, but for a column that is not numeric */
export async function* readArrowTable(
  bytes: Uint8Array,
  options: ArrowTableOptions,
): AsyncGenerator<TableColumn, void> {
  // Columns of a few keep all of a file in memory, if they are not copied.
  const isShared = options.columns === undefined;
  yield* arrowColumns(await openArrow(bytes, options.source), { ...options, isShared });
}

/** The same of the library's table. Numbers, times and codes of one chunk without nulls stay where they are, if that is allowed and they are as they are here. */
export function* arrowColumns(
  { table: whole, kinds }: OpenArrow,
  options: ArrowTableOptions & { readonly isShared: boolean },
): Generator<TableColumn, void> {
  const { source, rows, rowsBefore } = options;
  const table = rows === undefined ? whole : whole.slice(0, rows);
  const { fields } = table.schema;
  const picked = pickColumns(
    fields.map(({ name }) => name),
    options,
  );
  for (const { index, as, hasTexts } of picked) {
    const { name, type: arrowType } = fields[index];
    const typeName = String(arrowType);
    const own = numericTypeOf(arrowType, kinds);
    const chunks = table.getChildAt(index)?.data ?? [];
    const ownTimes = timesOf(arrowType, kinds);
    const times =
      options.whole === undefined
        ? describedTimes(ownTimes, hasTexts)
        : askedTimes(as, ownTimes, { typeName, column: name, source });
    if (times !== undefined) {
      const shared = options.isShared ? sharedNumbers(chunks, "i64") : undefined;
      if (shared !== undefined) {
        yield { ...numericColumn(name, typeName, { array: shared, type: "i64", nullCount: 0 }), times };
        continue;
      }
      const builder = columnBuilder({
        source,
        type: "i64",
        nulls: "listed",
        rowCount: table.numRows,
        rowsBefore,
      });
      for (const data of chunks) appendData(data, "i64", builder.append, source);
      yield { ...numericColumn(name, typeName, builder.finish()), times };
      continue;
    }
    if (as === "text" || (own === "none" && as === undefined)) {
      const missingCount = chunks.reduce((sum, { nullCount }) => sum + nullCount, 0);
      const isText = isTextType(arrowType, kinds);
      const column = { name, typeName, rowCount: table.numRows, missingCount, numbers: undefined, isText };
      if (options.whole !== undefined) expectTexts({ isText, typeName, column: name, as, source });
      yield hasTexts ? { ...column, texts: textsOf(table, index, kinds, options) } : column;
      continue;
    }
    const rowCount = chunks.reduce((sum, { length }) => sum + length, 0);
    const type = numbersType(as, { own, ownName: typeName, column: name, source });
    const shared = options.isShared && own === type ? sharedNumbers(chunks, type) : undefined;
    if (shared !== undefined) {
      yield numericColumn(name, typeName, { array: shared, type, nullCount: 0 });
      continue;
    }
    const builder = columnBuilder({ source, type, column: name, nulls: "listed", rowCount, rowsBefore });
    for (const data of chunks) appendData(data, own, builder.append, source);
    yield numericColumn(name, typeName, builder.finish());
  }
}

/** The elements of a single chunk without nulls, where they are; bools are bits there. */
function sharedNumbers(chunks: readonly Data[], type: StoredType): StoredArray | undefined {
  const [data, ...others] = chunks;
  if (data === undefined || others.length > 0 || data.nullCount > 0 || type === "bool") return undefined;
  const values: StoredArray = data.values;
  return isArrayOf(type, values) && values.length >= data.length
    ? values.subarray(0, data.length)
    : undefined;
}

/** What dates and timestamps mean; dates by the millisecond are days that take more room, but nothing makes a writer keep to that. */
function timesOf(type: DataType, kinds: typeof DataType): TimeMeaning | undefined {
  if (kinds.isDate(type)) return { unit: type.unit === 0 ? "day" : "ms", zone: undefined };
  if (!kinds.isTimestamp(type)) return undefined;
  return { unit: UNITS[type.unit], zone: type.timezone ?? undefined };
}

const UNITS = ["s", "ms", "us", "ns"] as const; // as Schema.fbs numbers them

function isTextType(type: DataType, kinds: typeof DataType): boolean {
  if (kinds.isDictionary(type)) return isTextType(type.dictionary, kinds);
  return kinds.isUtf8(type) || kinds.isLargeUtf8(type);
}

function textsOf(
  table: Table,
  index: number,
  kinds: typeof DataType,
  { source, rowsBefore, isShared }: ArrowTableOptions & { readonly isShared: boolean },
): TableTexts {
  const builder = textBuilder(table.numRows, rowsBefore);
  const column = table.getChildAt(index);
  const { name, type } = table.schema.fields[index];
  if (kinds.isDictionary(type) && isTextType(type, kinds)) {
    const shared = isShared ? sharedTexts(column?.data ?? []) : undefined;
    if (shared !== undefined) return shared;
    for (const data of column?.data ?? []) builder.appendCodes(codesOf(data), { source, column: name });
  } else {
    builder.append({ values: [...(column ?? [])], length: table.numRows });
  }
  return builder.finish();
}

/** The codes of a single chunk without nulls, where they are, if its dictionary is as ours are: in order, each text once. */
function sharedTexts(chunks: readonly Data[]): TableTexts | undefined {
  const codes = sharedNumbers(chunks, "u32") as Uint32Array | undefined;
  const given = chunks[0]?.dictionary;
  if (codes === undefined || given === undefined) return undefined;
  const texts = textsOfDictionary(given);
  if (texts.length > codes.length || !isInOrder(texts)) return undefined;
  if (!codes.every((code) => code < texts.length)) return undefined;
  return { codes, dictionary: [...texts], missingRows: new Uint32Array(0) };
}

function isInOrder(texts: readonly (string | null)[]): texts is readonly string[] {
  let before: string | null | undefined;
  return texts.every((text) => {
    const isNext =
      text !== null && (before === undefined || before === null || compareTexts(before, text) < 0);
    before = text;
    return isNext;
  });
}

/** A dictionary is one object for all chunks and slices that have it. */
const dictionaries = new WeakMap<object, readonly (string | null)[]>();

function textsOfDictionary(dictionary: Iterable<string | null>): readonly (string | null)[] {
  const known = dictionaries.get(dictionary);
  if (known !== undefined) return known;
  const texts = [...dictionary];
  dictionaries.set(dictionary, texts);
  return texts;
}

/** The rows of a chunk as codes of the chunk's own dictionary; a null slot holds whatever bytes its writer left there. */
function codesOf(data: Data): TextCodes {
  const { length, values: codes } = data;
  const dictionary = data.dictionary === undefined ? [] : textsOfDictionary(data.dictionary);
  const isNull = data.nullCount > 0 ? (i: number) => !data.getValid(i) : undefined;
  return { codes, length, dictionary, isNull };
}
