// An Arrow IPC file written by record batches, with its dictionaries behind them: only then are they whole, and the format finds them by the footer.

import type { Data, RecordBatch, Schema } from "apache-arrow";
import type { TextColumn } from "../../values/text-column.ts";
import { importArrow } from "../decode-arrow.ts";
import { type Arrow, arrowData, arrowNulls } from "../encode-arrow.ts";
import type { CheckedColumn } from "../written-column.ts";
import type { Batch, BatchColumn, BatchWriter } from "./table-batches.ts";

/** A column as it is written. Texts have codes of one dictionary for the whole file, which memory holds. */
interface ArrowColumn {
  readonly type: Data["type"];
  dataOf(rows: CheckedColumn, at: { readonly place: string; readonly rowsBefore: number }): Data;
  dictionary(): Data | undefined; // when all rows are written
}

/** @throws UnsupportedError where apache-arrow is not installed */
export async function openArrowWriter(columns: readonly BatchColumn[]): Promise<BatchWriter> {
  const arrow = await importArrow("writing Arrow");
  const written = columns.map((column) => arrowColumn(arrow, column));
  const fields = columns.map(
    ({ column, mayHaveNulls }, i) => new arrow.Field(column, written[i].type, mayHaveNulls),
  );
  const schema = new arrow.Schema(fields);
  const file = openFile(arrow, schema, () => written.map((column) => column.dictionary()));
  return {
    write({ columns: rows, length, rowsBefore }: Batch) {
      if (length === 0) return [];
      const children = rows.map((each, i) => written[i].dataOf(each, { place: `columns[${i}]`, rowsBefore }));
      const data = arrow.makeData({ type: new arrow.Struct(fields), length, nullCount: 0, children });
      return file.write(new arrow.RecordBatch(schema, data));
    },
    finish: () => file.finish(),
  };
}

function arrowColumn(arrow: Arrow, none: BatchColumn): ArrowColumn {
  if (none.kind !== "texts") {
    const { type } = arrowData(arrow, none, { place: "columns", rowsBefore: 0 });
    return { type, dataOf: (rows, at) => arrowData(arrow, rows, at), dictionary: () => undefined };
  }
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Uint32());
  const codeOf = new Map<string, number>();
  return {
    type,
    dataOf(rows) {
      const { length, valid } = rows;
      const data = fileCodes(rows as CheckedColumn & TextColumn, codeOf);
      return arrow.makeData({ type, length, data, ...arrowNulls(valid) });
    },
    dictionary: () => arrow.vectorFromArray([...codeOf.keys()], new arrow.Utf8()).data[0],
  };
}

/** The codes of some rows, as the dictionary of the file has them. */
function fileCodes({ codes, dictionary }: TextColumn, codeOf: Map<string, number>): Uint32Array {
  const fileCode = new Uint32Array(dictionary.length);
  for (const [code, text] of dictionary.entries()) {
    const known = codeOf.get(text);
    fileCode[code] = known ?? codeOf.size;
    if (known === undefined) codeOf.set(text, codeOf.size);
  }
  return codes.map((code) => fileCode[code]);
}

/** The library's writer, which gives its bytes as they are made and writes dictionaries last. */
function openFile(arrow: Arrow, schema: Schema, dictionaries: () => readonly (Data | undefined)[]) {
  let made: Uint8Array[] = [];
  class FileWriter extends arrow.RecordBatchFileWriter {
    begin(): void {
      this.reset(this._sink, schema);
    }
    protected override _write(chunk: ArrayBufferView): this {
      if (!this._started || chunk.byteLength === 0) return this;
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      made.push(bytes);
      this._position += bytes.byteLength;
      return this;
    }
    protected override _writeDictionaries(): this {
      return this;
    }
    protected override _writeFooter(of: Schema): this {
      for (const [i, dictionary] of dictionaries().entries()) {
        if (dictionary !== undefined) this._writeDictionaryBatch(dictionary, of.fields[i].type.id);
      }
      return super._writeFooter(of);
    }
  }
  const writer = new FileWriter();
  writer.begin();
  const take = (): readonly Uint8Array[] => {
    const taken = made;
    made = [];
    return taken;
  };
  return {
    write(batch: RecordBatch) {
      writer.write(batch);
      return take();
    },
    finish() {
      writer.finish();
      return take();
    },
  };
}
