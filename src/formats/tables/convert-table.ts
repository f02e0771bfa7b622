// A file of one format into one of another, some rows at a time, so that it may be larger than memory.

import { checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { STORED_TYPES, type StoredType } from "../../values/value-types.ts";
import { openBatches } from "../batches/open-batches.ts";
import { fileOfBatches } from "../batches/write-batches.ts";
import { byteSourceOf, orAborted, type ReadControl } from "../byte-source.ts";
import { checkOptions, TABLE_OPTIONS } from "../check-options.ts";
import type { HeaderOptions } from "../decoded.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "../encode.ts";
import { type Format, formatOfPath } from "../format-of-path.ts";
import { fromFile } from "../read-array.ts";
import type { ColumnsPlace } from "../read-column-data.ts";
import { DATE_RULES, type DateRule } from "../time-builder.ts";
import { TABLE_FORMATS, type TableFormat } from "../write-array.ts";
import { writePieces } from "../write-bytes.ts";
import { expectDates } from "./read-table.ts";
import type { TableNullRule } from "./table-nulls.ts";
import { type ColumnTypes, checkTableOptions, type WantedColumns } from "./table-read.ts";

/** Options of `convertTable` and `convertTableFromStream`. */
export interface ConvertOptions extends HeaderOptions, ReadControl {
  readonly columns?: WantedColumns | undefined; // default: all
  readonly types?: ColumnTypes | undefined; // of some of them, where columns are all or a list
  readonly dates?: DateRule | undefined; // of CSV: how cells say dates; default "iso"
  readonly nulls?: TableNullRule | undefined; // default: they are kept, as "mask" has it
  readonly type?: StoredType | undefined; // of .npy and raw data: convert to this type, exactly; of raw data it must be said
  readonly format?: Format | undefined; // of what is read; default: by its name
  readonly outFormat?: TableFormat | OutputFormat | undefined; // default: by the name of the output
  readonly source?: string | undefined; // what errors call the data
}

/** What was written. */
export interface Converted {
  readonly length: number; // rows
  readonly columns: readonly string[];
  readonly nullCount: number;
  readonly format: TableFormat | OutputFormat;
}

/**
 * Writes the table or the array of a file into another one, in the format that its name says: .npy, raw, CSV, TSV, Arrow or Parquet into any of these.
 *
 * Every value is kept, or the first one that the other format does not have is an error that names its row, and nothing is left behind. One array is a column `value`;
 * .npy and raw files take one column of numbers. A batch of rows is in memory at a time: of CSV, .npy and raw data 65,536, of Parquet a group,
 * of Arrow as many record batches as have 1 MiB. Arrow's dictionaries of texts are kept whole, as readers must. A file may be its own output.
 *
 * @throws FormatError for data that cannot be read or a place that cannot be written, InvalidArgumentError for what the other format does not have
 * @throws UnsupportedError where an optional package is missing
 */
export async function convertTable(
  path: string,
  out: string,
  options: ConvertOptions = {},
): Promise<Converted> {
  const asked = checkAsked(out, options);
  return fromFile(path, asked.read, (place, read, named) =>
    convertPlace(place, read, { ...asked, source: named.source }),
  );
}

/** The same from a stream of bytes (`process.stdin`, a response's body): .npy unless `format` says otherwise. Parquet and Arrow's file format are collected first. */
export async function convertTableFromStream(
  chunks: AsyncIterable<Uint8Array>,
  out: string,
  options: ConvertOptions = {},
): Promise<Converted> {
  const asked = checkAsked(out, options);
  const source = options.source ?? "standard input";
  const inOrder = byteSourceOf(chunks, source);
  try {
    const convert = (): Promise<Converted> =>
      convertPlace({ inOrder }, options.format ?? "npy", { ...asked, source });
    return await orAborted(convert, options.signal);
  } finally {
    // Not awaited: a stream is closed only when the chunk that is waited for has come, which may be never.
    inOrder.close?.().catch(() => {});
  }
}

interface Asked extends Omit<Parameters<typeof openBatches>[2], "source"> {
  readonly read: Pick<ConvertOptions, "format" | "source" | keyof HeaderOptions | keyof ReadControl>;
  readonly out: string;
  readonly outFormat: TableFormat | OutputFormat;
}

const CONVERT_OPTIONS = ["columns", "types", "nulls", "type", "dates", "outFormat", ...TABLE_OPTIONS];

function checkAsked(out: string, options: ConvertOptions): Asked {
  const given = checkObject("options", options) as ConvertOptions;
  checkOptionNames(given, CONVERT_OPTIONS);
  const { columns, types, nulls = "mask", type, dates, outFormat, ...read } = given;
  checkOptions(read, TABLE_OPTIONS);
  if (type !== undefined) checkName("type", STORED_TYPES, type);
  if (dates !== undefined) checkName("dates", DATE_RULES, dates);
  const written = outFormatOf(out, outFormat);
  const hasUnits = written === "arrow" || written === "parquet";
  const asked = checkTableOptions({ columns, types, nulls });
  return { ...read, ...asked, ...{ read, type, dates, hasUnits, out }, outFormat: written };
}

const OUT_FORMATS: readonly (TableFormat | OutputFormat)[] = [...TABLE_FORMATS, ...OUTPUT_FORMATS];

function outFormatOf(out: string, asked: TableFormat | OutputFormat | undefined): TableFormat | OutputFormat {
  checkText("out", out);
  const format = asked === undefined ? formatOfPath(out) : checkName("outFormat", OUT_FORMATS, asked);
  if (format !== undefined) return format;
  const expected = "a .csv, .tsv, .arrow, .parquet, .npy or .raw file, or written with an outFormat";
  throw new InvalidArgumentError("out", expected, JSON.stringify(out));
}

async function convertPlace(
  place: ColumnsPlace,
  format: Format,
  { out, outFormat, ...asked }: Asked & { readonly source: string },
): Promise<Converted> {
  if (asked.dates !== undefined) expectDates(asked.dates, format);
  const table = await openBatches(place, format, asked);
  let [length, nullCount] = [0, 0];
  async function* counted() {
    for await (const batch of table.batches) {
      length += batch.length;
      nullCount += batch.nullCount;
      yield batch;
    }
  }
  const { pieces, head } = await fileOfBatches({ ...table, batches: counted() }, outFormat);
  await writePieces(out, pieces, undefined, { signal: asked.signal }, head);
  return { length, nullCount, columns: table.columns.map(({ column }) => column), format: outFormat };
}
