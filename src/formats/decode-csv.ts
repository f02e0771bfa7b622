import type { InfoField, InfoRecord, Options } from "csv-parse/sync";
import { checkBytes } from "../values/check-arrays.ts";
import { describeText } from "../values/describe.ts";
import type { ElementType } from "../values/element-types.ts";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import { COLUMN_OPTIONS, checkOptions } from "./check-options.ts";
import { type ColumnBuilder, columnBuilder, inexact } from "./column-builder.ts";
import type {
  AnyNullRule,
  ColumnOptions,
  ColumnRequest,
  Decoded,
  DecodedColumn,
  HeaderOptions,
  ReadType,
  TypeRead,
} from "./decoded.ts";
import { parsedElement } from "./parse-element.ts";
import { pickColumn } from "./wanted-column.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * What ends the records of a CSV text: the first line end outside of quotes; undefined where there is none.
 *
 * The parser finds the same, but makes its candidates anew at every byte of the first record: 17 s where that has a million cells.
 */
function recordDelimiter(bytes: Uint8Array): "\n" | "\r" | "\r\n" | undefined {
  let isQuoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (byte === LINE_FEED && !isQuoted) return "\n";
    else if (byte === CARRIAGE_RETURN && !isQuoted) return bytes[i + 1] === LINE_FEED ? "\r\n" : "\r";
  }
  return undefined;
}

export interface CsvOptions<As extends ReadType = ElementType> extends ColumnOptions<As>, HeaderOptions {
  readonly delimiter?: "," | "\t" | ";" | undefined; // default ","
}

const ROWS_EXPECTED = 1024;

/**
 * One numeric column of a CSV or TSV text (RFC 4180: quotes, any line end, a byte order mark), found by its name in the header row.
 *
 * Cells are decimal numbers and become f64, or with `type` that type where exact; an empty cell is a null. Rows count from 1, the
 * header not counted. A column whose name is a number, and not in quotes, is refused, as it may be data: `header: false` reads a text
 * without a header, `header: true` takes such names. About 3 MB/s: the text is checked, not skimmed.
 *
 * @throws FormatError naming the row of a cell that is not a number, of a row with too few or too many cells, of broken quotes
 * @throws InvalidArgumentError for a column that is not there, naming the nearest
 */
export async function decodeCsv<As extends ReadType = ElementType>(
  bytes: Uint8Array,
  options: CsvOptions<As> = {},
): Promise<Decoded<TypeRead<As>>> {
  checkBytes("bytes", bytes);
  checkOptions(options, [...COLUMN_OPTIONS, "header", "delimiter"]);
  const [decoded] = await decodeCsvColumns(bytes, [options], options);
  return decoded as Decoded<TypeRead<As>>;
}

/** Several columns in one pass, each of its type or f64. */
export async function decodeCsvColumns(
  bytes: Uint8Array,
  requests: readonly ColumnRequest[],
  options: Pick<CsvOptions, "source" | "delimiter" | "header"> & {
    readonly nulls?: AnyNullRule | undefined;
  },
): Promise<readonly DecodedColumn<StoredType>[]> {
  const source = options.source ?? "CSV data";
  const wanted = requests.map(({ column, type = "f64" }) => ({
    column,
    type: type === "stored" ? "f64" : type,
  }));
  const builders = wanted.map(({ type }) =>
    columnBuilder({ source, type, nulls: options.nulls, rowCount: ROWS_EXPECTED }),
  );
  const parser = await loadCsvParser(source, options.delimiter ?? ",");
  const pick = (names: readonly string[]): readonly PickedColumn[] =>
    wanted.map(({ column, type }) => ({ index: pickColumn(names, column), type }));
  const header = readCsvHeader(bytes, parser, pick, { header: options.header, source });
  const readers = wanted.map(({ type }, i) =>
    cellReader({ source, type, name: header.names[header.indexes[i]], builder: builders[i] }),
  );
  forEachCell({ bytes, parser, header, source }, (i, cell, place) => readers[i](cell, place));
  return builders.map((builder) => builder.finish());
}

/** Where a cell is; both count from 1. */
export interface CellPlace {
  readonly row: number;
  readonly line: number; // of the file
}

/** Takes a cell without the blanks around it: of the i-th of the columns that are wanted. */
type ReadCell = (i: number, cell: string, place: CellPlace) => void;

/** A text whose header was read. */
interface CsvText {
  readonly bytes: Uint8Array;
  readonly parser: CsvParser;
  readonly header: CsvHeader;
  readonly source: string;
}

/** Takes the cells one by one and keeps no record: null tells the parser to drop each, so that memory holds the wanted columns only. */
export function forEachCell({ bytes, parser, header, source }: CsvText, readCell: ReadCell): number {
  const { names, indexes, dataStart, lineCount } = header;
  let row = 0;
  const read = (record: readonly string[], line: number): null => {
    const isBlankLine = record.length === 1 && record[0] === "" && names.length > 1;
    if (isBlankLine) return null;
    row += 1;
    if (record.length !== names.length) {
      const rows = dataStart === 0 ? "as in the first" : "as in the header";
      const actual = `${record.length} in row ${row} (line ${line})`;
      throw new FormatError(source, `CSV with ${names.length} cells in every row, ${rows}`, actual);
    }
    for (let i = 0; i < indexes.length; i++) readCell(i, record[indexes[i]].trim(), { row, line });
    return null;
  };
  parser(bytes.subarray(dataStart), {
    on_record: (record: string[], context: InfoRecord) => read(record, lineCount + context.lines),
  });
  return row;
}

interface ReaderOptions {
  readonly source: string;
  readonly type: StoredType;
  readonly name: string; // of the column
  readonly builder: ColumnBuilder;
}

/** Adds each cell of a column to what is built of it, or says which is none of its numbers. */
export function cellReader({
  source,
  type,
  name,
  builder,
}: ReaderOptions): (cell: string, place: CellPlace) => void {
  return (cell, { row, line }) => {
    if (cell === "") {
      builder.appendNull();
      return;
    }
    const parsed = parsedElement(type, cell);
    switch (parsed.kind) {
      case "element":
        builder.appendValue(parsed.value);
        return;
      case "not-a-number":
        throw new FormatError(
          source,
          `${type === "bool" ? "0, 1, true or false" : "numbers"} in column "${shownName(name)}"`,
          `${describeText(cell)} in row ${row} (line ${line})`,
        );
      case "inexact":
        throw inexact(source, type, shownName(cell), row);
      default:
        parsed satisfies never;
    }
  };
}

/** What stands before the data of a CSV text, and where the columns that are wanted are. */
interface CsvHeader {
  readonly names: readonly string[]; // of all columns
  readonly indexes: readonly number[]; // of those that are wanted
  readonly dataStart: number; // bytes before the first row of data; 0 without a header
  readonly lineCount: number; // before it
}

/** A column by its place, and what its cells are read as. */
interface PickedColumn {
  readonly index: number;
  readonly type: StoredType;
}

/** What a csv-parse record comes with where information is asked for. */
interface FirstRecord {
  readonly record: readonly string[];
  readonly info: { readonly bytes: number; readonly lines: number };
}

/**
 * Finds the columns that are wanted by the first row that is not blank; where it is data, by their place: "1", "2", …
 *
 * Blanks around a name belong to the file's looks, within quotes to the name.
 *
 * @throws FormatError for a wanted column whose name may well be data; InvalidArgumentError for one that is not there
 */
export function readCsvHeader(
  bytes: Uint8Array,
  parse: CsvParser,
  pick: (names: readonly string[]) => readonly PickedColumn[],
  { header, source }: { readonly header: boolean | undefined; readonly source: string },
): CsvHeader {
  const quoted: boolean[] = [];
  const cast = (text: string, { index, quoting }: InfoField): string => {
    quoted[index] = quoting;
    return quoting ? text : text.trim();
  };
  const [first] = parse(bytes, { to: 1, info: true, skip_empty_lines: true, cast }) as readonly FirstRecord[];
  if (first === undefined) {
    const expected = header === false ? "CSV with a row" : "CSV with a header row";
    throw new FormatError(source, expected, "no rows at all");
  }
  const { record, info } = first;
  const names = header === false ? record.map((_, i) => String(i + 1)) : record;
  const mayBeData = (index: number, type: StoredType): boolean =>
    header === undefined && !quoted[index] && parsedElement(type, names[index]).kind !== "not-a-number";
  // Before any is looked for: a column given by its place gets no hint of near names.
  const firstNumber = names.findIndex((_, i) => mayBeData(i, "f64"));
  if (firstNumber >= 0 && names.every((name, i) => name === "" || mayBeData(i, "f64"))) {
    throw numberAsName(source, names[firstNumber]);
  }
  const picked = pick(names);
  const indexes = picked.map(({ index }) => index);
  if (header === false) return { names, indexes, dataStart: 0, lineCount: 0 };
  for (const { index, type } of picked) {
    if (mayBeData(index, type)) throw numberAsName(source, names[index]);
  }
  return { names, indexes, dataStart: info.bytes, lineCount: info.lines };
}

function numberAsName(source: string, name: string): FormatError {
  const expected =
    "CSV whose first row has names, unless header: false (--no-header) says that it is data, or header: true (--header) that it has names all the same";
  return new FormatError(source, expected, `the number ${shownName(name)} for a name`);
}

/** The records of CSV bytes, or whatever `options` makes of them. @throws FormatError for broken quotes */
type CsvParser = (bytes: Uint8Array, options: Options) => readonly unknown[];

/** The parser of a text with this delimiter. */
export async function loadCsvParser(source: string, delimiter: string): Promise<CsvParser> {
  const parse = await loadPeer();
  return (bytes, options) => {
    try {
      // Cells are counted by the reader, whose error says more.
      const record_delimiter = recordDelimiter(bytes) ?? "\n";
      return parse(bytes, { bom: true, delimiter, record_delimiter, relax_column_count: true, ...options });
    } catch (cause) {
      if (cause instanceof SamebitsError) throw cause;
      throw new FormatError(
        source,
        "well-formed CSV",
        cause instanceof Error ? cause.message : String(cause),
      );
    }
  };
}

// The package's main build wants Node's Buffer; its browser build brings one along, and is three times slower.
async function loadPeer(): Promise<CsvParser> {
  if (typeof Buffer === "undefined") {
    const { parse } = await import("csv-parse/browser/esm/sync");
    return (bytes, options) => parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), options);
  }
  const { parse } = await import("csv-parse/sync");
  return (bytes, options) => parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
}
