// A column of CSV a chunk at a time: a chunk is the numbers in a window of the text.

import type { StorageArray, StorageType } from "../../values/element-types.ts";
import type { ArrayChunks } from "../array-chunks.ts";
import type { ByteSource, ReadControl } from "../byte-source.ts";
import { columnBuilder } from "../column-builder.ts";
import { type CsvOptions, cellReader, cellsByWindow, readCsvHeader } from "../decode-csv.ts";
import type { ReadType } from "../decoded.ts";
import { pickColumn } from "../wanted-column.ts";
import { textOfSource } from "./csv-text.ts";
import { NamedFaults } from "./named-faults.ts";

const ROWS_EXPECTED = 1 << 14;

/** The elements of one column. Errors are those of `decodeCsv`; one about nulls comes at the end, when all of them are counted. */
export async function csvChunks(
  bytes: ByteSource,
  options: CsvOptions<ReadType> & ReadControl,
): Promise<ArrayChunks<StorageType>> {
  const source = options.source ?? bytes.name;
  const type = elementsType(options.type);
  const text = textOfSource(bytes, source, options);
  const pick = (names: readonly string[]) => [{ index: pickColumn(names, options.column), type }];
  const header = await readCsvHeader(text, pick, options.header);
  const name = header.names[header.indexes[0]];
  const builder = columnBuilder({
    source,
    type,
    column: name,
    nulls: options.nulls,
    rowCount: ROWS_EXPECTED,
  });
  const faults = new NamedFaults(source);
  const read = cellReader({ source, type, name, builder, faults });
  async function* chunks(): AsyncGenerator<StorageArray> {
    for await (const _ of cellsByWindow(text, header, (_, ...cell) => read(...cell))) {
      const chunk = builder.drain() as StorageArray;
      if (chunk.length > 0 && faults.isEmpty) yield chunk;
    }
    faults.end();
    builder.finish();
  }
  return {
    type,
    length: undefined,
    get nullCount() {
      return builder.nullCount;
    },
    chunks: chunks(),
  };
}

function elementsType(asked: ReadType | undefined): StorageType {
  return asked === undefined || asked === "stored" || asked === "bool" ? "f64" : asked;
}
