import type { InfoRecord, Options } from "csv-parse/sync";
import { describeText } from "../values/describe.ts";
import type { ScalarType } from "../values/element-types.ts";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import { type ColumnBuilder, columnBuilder, inexact } from "./column-builder.ts";
import type { ColumnOptions, ColumnRequest, Decoded, DecodedColumn } from "./decoded.ts";
import { parseElement } from "./parse-element.ts";
import { pickColumn } from "./pick-column.ts";

export interface CsvOptions extends ColumnOptions {
  readonly delimiter?: "," | "\t" | ";" | undefined; // default ","
}

const ROWS_EXPECTED = 1024;

/**
 * One numeric column of a CSV or TSV text (RFC 4180: quotes, any line end, a byte order mark), found by its name in the header row.
 *
 * Cells are decimal numbers and become f64, or with `type` that type where exact; an empty cell is a null. Rows count from 1,
 * the header not counted. About 3 MB/s: the text is checked, not skimmed.
 *
 * @throws FormatError naming the row of a cell that is no number, of a row with too few or too many cells, of broken quotes
 * @throws InvalidArgumentError for a column that is not there, naming the nearest
 */
export async function decodeCsv(bytes: Uint8Array, options: CsvOptions = {}): Promise<Decoded> {
  const [decoded] = await decodeCsvColumns(bytes, [options], options);
  return decoded as Decoded;
}

type Wanted = ColumnRequest & { readonly type: ScalarType };

/** Several columns in one pass, each of its type or f64. */
export async function decodeCsvColumns(
  bytes: Uint8Array,
  requests: readonly ColumnRequest[],
  options: Pick<CsvOptions, "source" | "nulls" | "delimiter">,
): Promise<readonly DecodedColumn[]> {
  const source = options.source ?? "CSV data";
  const wanted = requests.map(({ column, type = "f64" }) => ({ column, type }));
  const builders = wanted.map(({ type }) =>
    columnBuilder({ source, type, nulls: options.nulls, rowCount: ROWS_EXPECTED }),
  );
  const onRecord = recordReader({ source, wanted, builders });
  const parse = await loadParser();
  try {
    parse(bytes, {
      bom: true,
      delimiter: options.delimiter ?? ",",
      relax_column_count: true, // counted by the reader, whose error says more
      on_record: (record: string[], context: InfoRecord) => onRecord(record, context.lines),
    });
  } catch (cause) {
    if (cause instanceof SamebitsError) throw cause;
    throw new FormatError(source, "well-formed CSV", cause instanceof Error ? cause.message : String(cause));
  }
  if (!onRecord.hasHeader()) throw new FormatError(source, "CSV with a header row", "no rows at all");
  return builders.map((builder) => builder.finish());
}

interface ReaderOptions {
  readonly source: string;
  readonly wanted: readonly Wanted[];
  readonly builders: readonly ColumnBuilder[];
}

interface RecordReader {
  (record: readonly string[], line: number): null;
  hasHeader(): boolean;
}

/** Takes records one by one and keeps none: null tells the parser to drop each, so that memory holds the wanted columns only. */
function recordReader({ source, wanted, builders }: ReaderOptions): RecordReader {
  let header: readonly string[] | undefined;
  let indexes: readonly number[] = [];
  let row = 0;

  const read = (record: readonly string[], line: number): null => {
    if (header === undefined) {
      const names = record.map((name) => name.trim());
      header = names;
      indexes = wanted.map(({ column }) => pickColumn(names, column));
      return null;
    }
    const isBlankLine = record.length === 1 && record[0] === "" && header.length > 1;
    if (isBlankLine) return null;
    row += 1;
    if (record.length !== header.length) {
      const actual = `${record.length} in row ${row} (line ${line})`;
      throw new FormatError(source, `CSV with ${header.length} cells in every row, as in the header`, actual);
    }
    for (let i = 0; i < indexes.length; i++) readCell(i, record[indexes[i]].trim(), line);
    return null;
  };

  function readCell(i: number, cell: string, line: number): void {
    if (cell === "") {
      builders[i].appendNull();
      return;
    }
    const { type } = wanted[i];
    const parsed = parseElement(type, cell);
    switch (parsed.kind) {
      case "element":
        builders[i].appendValue(parsed.value);
        return;
      case "not-a-number":
        throw new FormatError(
          source,
          `${type === "bool" ? "0, 1, true or false" : "numbers"} in column "${shownName(header?.[indexes[i]] ?? "")}"`,
          `${describeText(cell)} in row ${row} (line ${line})`,
        );
      case "inexact":
        throw inexact(source, type, shownName(cell), row);
      default:
        parsed satisfies never;
    }
  }

  return Object.assign(read, { hasHeader: () => header !== undefined });
}

// The package's main build wants Node's Buffer; its browser build brings one along, and is three times slower.
async function loadParser(): Promise<(bytes: Uint8Array, options: Options) => void> {
  if (typeof Buffer === "undefined") {
    const { parse } = await import("csv-parse/browser/esm/sync");
    return (bytes, options) => parse(new TextDecoder().decode(bytes), options);
  }
  const { parse } = await import("csv-parse/sync");
  return (bytes, options) => parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
}
