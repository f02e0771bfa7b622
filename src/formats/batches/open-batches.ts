// A place in any format, as a table that is read some rows at a time.

import { InvalidArgumentError } from "../../values/errors.ts";
import type { StoredArray, StoredType } from "../../values/value-types.ts";
import { npyElements, rawElements } from "../array-chunks.ts";
import { type ByteSource, type ReadControl, readEverything } from "../byte-source.ts";
import { expectNoHeader } from "../check-options.ts";
import { columnBuilder } from "../column-builder.ts";
import type { HeaderOptions } from "../decoded.ts";
import { allocateColumn, expectBools } from "../element-memory.ts";
import type { Format } from "../format-of-path.ts";
import { byteSourceOfAccess } from "../open-file.ts";
import type { ColumnsPlace } from "../read-column-data.ts";
import { readNpyHeader } from "../read-npy.ts";
import type { TableColumn } from "../table-column.ts";
import { type AskedColumns, wantedWhole } from "../tables/table-read.ts";
import type { DateRule } from "../time-builder.ts";
import { arrowBatches } from "./arrow-batches.ts";
import { csvBatches } from "./csv-batches.ts";
import { parquetBatches } from "./parquet-batches.ts";
import { BATCH_ROWS, type Batch, batchesOfColumns, type TableBatches } from "./table-batches.ts";

/** What the one column of an array is called. */
const NAMELESS = "value";

/** What is read of a place, checked. */
interface AskedBatches extends AskedColumns, HeaderOptions, ReadControl {
  readonly source: string;
  readonly dates: DateRule | undefined;
  readonly hasUnits: boolean; // times of all rows must have one unit
  readonly type: StoredType | undefined; // of one array; of raw data it must be there
  readonly mostRows?: number | undefined; // of a batch; default BATCH_ROWS
  readonly isWidened?: boolean; // narrow numbers of columns come as what they widen to; default: as they are stored
  readonly rows?: number | undefined; // no more than the first so many
}

/** The first batch is read, for it tells what the columns are. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function openBatches(
  place: ColumnsPlace,
  format: Format,
  asked: AskedBatches,
): Promise<TableBatches> {
  const { wanted, nulls, source, mostRows = BATCH_ROWS, isWidened = false } = asked;
  const { inOrder, anywhere } = place;
  const options = { ...asked, ...wantedWhole(asked) };
  const names = wanted?.map(({ name }) => name);
  const batched = (read: AsyncGenerator<readonly TableColumn[], void>): Promise<TableBatches> =>
    batchesOfColumns(read, { names, nulls, source, mostRows, isWidened });
  if (format !== "npy" && format !== "raw" && asked.type !== undefined) {
    throw new InvalidArgumentError("type", "left out, as each column has its own", asked.type);
  }
  switch (format) {
    case "csv":
    case "tsv": {
      const again = anywhere && (() => byteSourceOfAccess(anywhere, source));
      const delimiter = asked.delimiter ?? (format === "tsv" ? "\t" : ",");
      return batched(csvBatches(inOrder, { ...options, delimiter, again }));
    }
    case "arrow":
      expectNoHeader(asked, format);
      return batched(arrowBatches(place, options));
    case "parquet":
      expectNoHeader(asked, format);
      return batched(parquetBatches(anywhere ?? (await readEverything(inOrder, asked)), options));
    case "npy":
    case "raw":
      expectNoHeader(asked, format);
      if (wanted !== undefined) {
        const data = format === "npy" ? ".npy" : format;
        const names = wanted.map(({ column }) => JSON.stringify(column)).join(", ");
        throw new InvalidArgumentError("columns", `left out for ${data} data, which have no columns`, names);
      }
      return arrayBatches(inOrder, format, asked);
    default:
      return format satisfies never;
  }
}

/** One array as a table of one column, of the type that it is stored in or the one that is asked for. */
export async function arrayBatches(
  source: ByteSource,
  format: "npy" | "raw",
  asked: ReadControl & Pick<AskedBatches, "source" | "type">,
): Promise<TableBatches> {
  const { chunks, own } = await elementsOf(source, format, asked);
  const type = asked.type ?? own;
  async function* batches(): AsyncGenerator<Batch, void> {
    const builder = columnBuilder({ source: asked.source, type, nulls: undefined, rowCount: 0 });
    let rowsBefore = 0;
    for await (const chunk of chunks) {
      if (own === "bool") expectBools(chunk as Uint8Array, asked.source);
      if (own !== type) builder.append({ values: chunk, length: chunk.length, stored: own });
      const array = own === type ? chunk : builder.drain();
      const { length } = array;
      const column = { kind: "numbers", column: NAMELESS, type, array, length, valid: undefined } as const;
      yield { length, columns: [column], nullCount: 0, rowsBefore };
      rowsBefore += length;
    }
  }
  const none = allocateColumn(asked.source, type, 0);
  const column = {
    kind: "numbers",
    column: NAMELESS,
    type,
    array: none,
    length: 0,
    mayHaveNulls: false,
  } as const;
  return { columns: [column], batches: batches() };
}

interface Elements {
  readonly own: StoredType;
  readonly chunks: AsyncIterable<StoredArray>;
}

async function elementsOf(
  source: ByteSource,
  format: "npy" | "raw",
  asked: Parameters<typeof arrayBatches>[2],
): Promise<Elements> {
  const { type, source: name } = asked;
  if (format === "npy") {
    const header = await readNpyHeader(source, name, type);
    return { own: header.type, chunks: npyElements(source, name, header, asked) };
  }
  if (type === undefined) throw new InvalidArgumentError("type", `given for raw data (${name})`, "nothing");
  return { own: type, chunks: rawElements(source, type, asked).chunks };
}
