// A group of more rows than are read at once: columns whose pages end at different rows have the writer's values at every row, with nulls, by codes, plain and through the library.

import { parquetMetadata } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { expect, test } from "vitest";
import { parquetBatches } from "./batches/parquet-batches.ts";
import { decodeParquet } from "./decode-parquet.ts";
import { piecesOf } from "./parquet-pieces.ts";
import { loadParquetPeers } from "./read-parquet-group.ts";

const ROWS = 200_001;
const rows = <Value>(value: (row: number) => Value): Value[] =>
  Array.from({ length: ROWS }, (_, row) => value(row));

const COLUMNS = {
  plain: { type: "DOUBLE", encoding: "PLAIN", data: rows((row) => row / 3) },
  coded: { type: "INT32", data: rows((row) => (row * 7919) % 1000) },
  nulls: { type: "INT64", nullable: true, data: rows((row) => (row % 5 === 0 ? null : BigInt(row))) },
  bools: { type: "BOOLEAN", data: rows((row) => row % 3 === 0) },
  texts: { type: "STRING", nullable: true, data: rows((row) => (row % 11 === 0 ? null : `k${row % 300}`)) },
  names: { type: "STRING", data: rows((row) => `name ${row}`) }, // too many for a dictionary
} as const;

/** All of them in one group, in pages of so many bytes. */
function written(pageSize: number): Uint8Array {
  const names = Object.entries(COLUMNS);
  const writer = new ByteWriter();
  const schema = [
    { name: "root", num_children: names.length },
    ...names.map(([name, { type, ...column }]) => ({
      name,
      repetition_type: "nullable" in column ? ("OPTIONAL" as const) : ("REQUIRED" as const),
      ...(type === "STRING" ? { type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const } : { type }),
    })),
  ];
  const file = new ParquetWriter({ writer, schema });
  const columnData = names.map(([name, column]) => ({ name, ...column }));
  file.write({ columnData: columnData as never, rowGroupSize: ROWS, pageSize });
  file.finish();
  return new Uint8Array(writer.getBuffer());
}

const file = written(9000);

test("batches have the rows of all columns", async () => {
  const found: Record<string, unknown[]> = {};
  let batches = 0;
  const whole = { as: [] } as const;
  for await (const batch of parquetBatches(file, { source: "x.parquet", whole })) {
    batches += 1;
    const lengths = batch.map(({ name = "", numbers, texts }) => {
      const missing = new Set(numbers?.missingRows ?? texts?.missingRows);
      const some = numbers?.array ?? texts?.codes ?? [];
      found[name] ??= [];
      const values = found[name];
      let next = 0;
      for (let row = 0; row < some.length + missing.size; row++) {
        const value = missing.has(row) ? null : some[next++];
        values.push(value !== null && texts !== undefined ? texts.dictionary[Number(value)] : value);
      }
      return some.length + missing.size;
    });
    expect(new Set(lengths).size).toBe(1);
  }
  expect(batches).toBe(5);
  for (const [name, { data }] of Object.entries(COLUMNS)) {
    const expected = data.map((value) => (typeof value === "boolean" ? Number(value) : value));
    expect(found[name].findIndex((value, row) => value !== expected[row])).toBe(-1);
    expect(found[name].length).toBe(ROWS);
  }
});

test("a column is read in ranges, and of its first rows no more than they need", async () => {
  const ranges: (readonly [number, number])[] = [];
  const access = {
    byteLength: file.length,
    slice(start: number, end = file.length) {
      ranges.push([start, end]);
      return file.slice(start, end).buffer;
    },
  };
  const { array } = await decodeParquet(access, { column: "plain" });
  expect(array[ROWS - 1]).toBe((ROWS - 1) / 3);
  expect(Math.max(...ranges.map(([start, end]) => end - start))).toBeLessThanOrEqual(1 << 20);
});

test("a piece has some pages behind the dictionary", async () => {
  const { row_groups: groups } = parquetMetadata(file.buffer as ArrayBuffer);
  const about = groups[0].columns[4].meta_data;
  if (about === undefined) throw new Error("a column that is told of");
  const start = Number(about.dictionary_page_offset ?? about.data_page_offset);
  const place = {
    file: { byteLength: file.length, slice: (from: number, to?: number) => file.slice(from, to).buffer },
    ...{ start, end: start + Number(about.total_compressed_size), about, isOptional: true, rowCount: ROWS },
  };
  const counts: number[] = [];
  for await (const { rowCount, data, dictionary } of piecesOf(place, await loadParquetPeers())) {
    counts.push(rowCount);
    expect(data.reduce((sum, page) => sum + page.rowCount, 0)).toBe(rowCount);
    expect(dictionary?.count).toBe(300);
  }
  expect(counts.length).toBeGreaterThan(1);
  expect(counts.reduce((left, right) => left + right)).toBe(ROWS);
});
