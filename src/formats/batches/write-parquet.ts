// A Parquet file written by groups of rows.

import type { SchemaElement } from "hyparquet";
import { importWriter, parquetElement, parquetSource } from "../encode-parquet.ts";
import type { BatchColumn, BatchWriter } from "./table-batches.ts";

/** @throws UnsupportedError where hyparquet-writer is not installed */
export async function openParquetWriter(columns: readonly BatchColumn[]): Promise<BatchWriter> {
  const { ByteWriter, ParquetWriter } = await importWriter();
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length },
    ...columns.map((column) => parquetElement(column, column.mayHaveNulls)),
  ];
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema });
  const take = (): readonly Uint8Array[] => {
    const taken = bytes.getBytes();
    bytes.index = 0; // where the next ones go; the offset in the file goes on
    return [taken];
  };
  return {
    write({ columns: rows, length, rowsBefore }) {
      if (length === 0) return [];
      const columnData = rows.map((column, i) =>
        parquetSource(column, { place: `columns[${i}]`, rowsBefore }),
      );
      writer.write({ columnData, rowGroupSize: length });
      return take();
    },
    finish() {
      writer.finish();
      return take();
    },
  };
}
