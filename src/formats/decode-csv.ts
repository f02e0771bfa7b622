import type { InfoRecord } from "csv-parse/sync";
import { checkBytes } from "../values/check-arrays.ts";
import { describeText } from "../values/describe.ts";
import type { ScalarType } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import { COLUMN_OPTIONS, checkOptions } from "./check-options.ts";
import { type ColumnBuilder, columnBuilder, inexact } from "./column-builder.ts";
import { type CsvHeader, readCsvHeader } from "./csv-header.ts";
import { loadCsvParser } from "./csv-parser.ts";
import type { ColumnOptions, ColumnRequest, Decoded, DecodedColumn } from "./decoded.ts";
import { parsedElement } from "./parse-element.ts";

/** What the first row of a CSV or TSV text is: names (true), data (false), or names that are no numbers (left out). */
export interface HeaderOptions {
  readonly header?: boolean | undefined; // without one, columns are named by their place: "1", "2", …
}

export interface CsvOptions extends ColumnOptions, HeaderOptions {
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
 * @throws FormatError naming the row of a cell that is no number, of a row with too few or too many cells, of broken quotes
 * @throws InvalidArgumentError for a column that is not there, naming the nearest
 */
export async function decodeCsv(bytes: Uint8Array, options: CsvOptions = {}): Promise<Decoded> {
  checkBytes("bytes", bytes);
  checkOptions(options, [...COLUMN_OPTIONS, "header", "delimiter"]);
  const [decoded] = await decodeCsvColumns(bytes, [options], options);
  return decoded as Decoded;
}

/** Several columns in one pass, each of its type or f64. */
export async function decodeCsvColumns(
  bytes: Uint8Array,
  requests: readonly ColumnRequest[],
  options: Pick<CsvOptions, "source" | "nulls" | "delimiter" | "header">,
): Promise<readonly DecodedColumn[]> {
  const source = options.source ?? "CSV data";
  const wanted = requests.map(({ column, type = "f64" }) => ({ column, type }));
  const builders = wanted.map(({ type }) =>
    columnBuilder({ source, type, nulls: options.nulls, rowCount: ROWS_EXPECTED }),
  );
  const parser = await loadCsvParser(source, options.delimiter ?? ",");
  const header = readCsvHeader(bytes, parser, wanted, { header: options.header, source });
  const read = recordReader({ source, header, types: wanted.map(({ type }) => type), builders });
  parser(bytes.subarray(header.dataStart), {
    on_record: (record: string[], context: InfoRecord) => read(record, header.lineCount + context.lines),
  });
  return builders.map((builder) => builder.finish());
}

interface ReaderOptions {
  readonly source: string;
  readonly header: CsvHeader;
  readonly types: readonly ScalarType[]; // of the columns that are wanted
  readonly builders: readonly ColumnBuilder[];
}

/** Takes records one by one and keeps none: null tells the parser to drop each, so that memory holds the wanted columns only. */
function recordReader({ source, header, types, builders }: ReaderOptions) {
  const { names, indexes } = header;
  let row = 0;

  const read = (record: readonly string[], line: number): null => {
    const isBlankLine = record.length === 1 && record[0] === "" && names.length > 1;
    if (isBlankLine) return null;
    row += 1;
    if (record.length !== names.length) {
      const rows = header.dataStart === 0 ? "as in the first" : "as in the header";
      const actual = `${record.length} in row ${row} (line ${line})`;
      throw new FormatError(source, `CSV with ${names.length} cells in every row, ${rows}`, actual);
    }
    for (let i = 0; i < indexes.length; i++) readCell(i, record[indexes[i]].trim(), line);
    return null;
  };

  function readCell(i: number, cell: string, line: number): void {
    if (cell === "") {
      builders[i].appendNull();
      return;
    }
    const type = types[i];
    const parsed = parsedElement(type, cell);
    switch (parsed.kind) {
      case "element":
        builders[i].appendValue(parsed.value);
        return;
      case "not-a-number":
        throw new FormatError(
          source,
          `${type === "bool" ? "0, 1, true or false" : "numbers"} in column "${shownName(names[indexes[i]])}"`,
          `${describeText(cell)} in row ${row} (line ${line})`,
        );
      case "inexact":
        throw inexact(source, type, shownName(cell), row);
      default:
        parsed satisfies never;
    }
  }

  return read;
}
