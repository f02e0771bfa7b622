// Columns of one page each, too large to be unpacked at once: their rows are bit for bit those of the pages taken whole, whatever packs them.

import { gzipSync } from "node:zlib";
import { type ColumnMetaData, parquetMetadata } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { piecesOf } from "./parquet-pieces.ts";
import { codesOfPages, numbersOfPages, textsOfPart } from "./parquet-rows.ts";
import { loadParquetPeers } from "./read-parquet-group.ts";
import { readTableFromStream } from "./tables/read-table.ts";

const ROWS = 270_000; // of doubles above 2 MiB
const LARGE_ROWS = 1000; // so that all columns are large
const rows = <Value>(value: (row: number) => Value): Value[] =>
  Array.from({ length: ROWS }, (_, row) => value(row));

const COLUMNS = {
  wide: { type: "DOUBLE", encoding: "RLE_DICTIONARY", data: rows((row) => ((row * 7919) % 262_147) / 3) }, // a dictionary above 2 MiB
  plain: { type: "DOUBLE", encoding: "PLAIN", data: rows((row) => row / 3) },
  coded: { type: "INT32", data: rows((row) => (Math.imul(row, 2_654_435_761) >>> 7) % 1000) },
  runs: {
    type: "INT32",
    nullable: true,
    data: rows((row) => (row % 90_000 < 70_001 ? (row >> 11) % 9 : null)),
  },
  nulls: { type: "INT64", nullable: true, data: rows((row) => (row % 5 === 0 ? null : BigInt(row) << 20n)) },
  texts: { type: "STRING", nullable: true, data: rows((row) => (row % 11 < 2 ? null : `k${row % 300}`)) },
  names: {
    type: "STRING",
    nullable: true,
    encoding: "PLAIN",
    data: rows((row) => (row % 7 === 0 ? null : `é ${row}`)),
  },
} as const;
type Name = keyof typeof COLUMNS;

/** A frame of Zstandard whose blocks are as they were. */
function framed(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const MOST = 1 << 17;
  const parts = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58)];
  for (let start = 0; start < bytes.length; start += MOST) {
    const block = bytes.subarray(start, start + MOST);
    const head = (block.length << 3) | Number(start + MOST >= bytes.length);
    parts.push(Uint8Array.of(head & 0xff, (head >> 8) & 0xff, head >> 16), block);
  }
  return new Uint8Array(Buffer.concat(parts));
}
const OWN = { DOUBLE: "f64", INT32: "i32", INT64: "i64" } as const;
const NAMES = Object.keys(COLUMNS) as Name[];

const isNullable = (name: Name): boolean => "nullable" in COLUMNS[name];

/** All of them in one group, each in one page. */
function written(codec: ColumnMetaData["codec"]): Uint8Array {
  const writer = new ByteWriter();
  const schema = [
    { name: "root", num_children: NAMES.length },
    ...NAMES.map((name) => ({
      name,
      repetition_type: isNullable(name) ? ("OPTIONAL" as const) : ("REQUIRED" as const),
      ...(COLUMNS[name].type === "STRING"
        ? { type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const }
        : { type: COLUMNS[name].type }),
    })),
  ];
  const compressors = { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)), ZSTD: framed };
  const file = new ParquetWriter({
    writer,
    schema,
    codec,
    ...(codec in compressors ? { compressors } : {}),
  } as never);
  const columnData = NAMES.map((name) => ({ name, ...COLUMNS[name] }));
  file.write({ columnData: columnData as never, rowGroupSize: ROWS, pageSize: 1 << 30 });
  file.finish();
  return new Uint8Array(writer.getBuffer());
}

const FILES = (["SNAPPY", "UNCOMPRESSED", "ZSTD", "GZIP"] as const).map((codec) => ({
  codec,
  file: written(codec),
}));
const DAMAGES = 12;

const peers = await loadParquetPeers();

/** The pieces of a column, large pages in parts or whole. */
function piecesIn(file: Uint8Array, name: Name, takesParts: boolean) {
  const { row_groups: groups } = parquetMetadata(file.buffer as ArrayBuffer);
  const about = groups[0].columns[NAMES.indexOf(name)].meta_data;
  if (about === undefined) throw new Error("a column that is told of");
  const start = Number(about.dictionary_page_offset ?? about.data_page_offset);
  const ranges = { start, end: start + Number(about.total_compressed_size), rowCount: ROWS };
  const access = {
    byteLength: file.length,
    slice: (from: number, to?: number) => file.slice(from, to).buffer,
  };
  return piecesOf(
    { file: access, ...ranges, about, isOptional: isNullable(name), takesParts, largeRows: LARGE_ROWS },
    peers,
  );
}

describe.each(FILES)("one page of a group, $codec", ({ file }) => {
  test.each(["wide", "plain", "coded", "runs", "nulls"] as const)("of numbers: %s", async (name) => {
    const { type } = COLUMNS[name];
    const read = async (takesParts: boolean) => {
      const [bytes, isNull, counts]: [Uint8Array[], boolean[], number[]] = [[], [], []];
      for await (const piece of piecesIn(file, name, takesParts)) {
        const found = numbersOfPages(piece, type, OWN[type]);
        if (found === undefined) throw new Error("a column that is read here");
        const { values } = found;
        bytes.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice());
        for (let row = 0; row < values.length; row++) isNull.push(found.isNull?.(row) ?? false);
        counts.push(piece.rowCount);
      }
      return { bytes: Buffer.concat(bytes), isNull, counts };
    };
    const [parts, whole] = [await read(true), await read(false)];
    expect([whole.counts, parts.counts.length]).toEqual([[ROWS], 5]);
    expect(parts.bytes.equals(whole.bytes)).toBe(true);
    expect(parts.isNull.findIndex((flag, row) => flag !== whole.isNull[row])).toBe(-1);
    expect(parts.isNull.length).toBe(ROWS);
  });

  test("behind a dictionary that is large itself", async () => {
    for await (const { dictionary } of piecesIn(file, "wide", true)) {
      expect(dictionary?.bytes.length).toBe(8 * 262_147);
    }
  });

  test("of codes of texts", async () => {
    const read = async (takesParts: boolean) => {
      const all: number[] = [];
      for await (const piece of piecesIn(file, "texts", takesParts)) {
        for (const code of codesOfPages(piece)?.codes ?? []) all.push(code);
      }
      return all;
    };
    const [parts, whole] = [await read(true), await read(false)];
    expect(parts.length).toBe(ROWS);
    expect(parts.findIndex((code, row) => code !== whole[row])).toBe(-1);
  });

  test("of texts one behind the other", async () => {
    const all: unknown[] = [];
    for await (const piece of piecesIn(file, "names", true)) {
      expect(codesOfPages(piece)).toBeUndefined();
      all.push(...Array.from(textsOfPart(piece)?.values ?? []));
    }
    expect(all.findIndex((text, row) => text !== COLUMNS.names.data[row])).toBe(-1);
    expect(all.length).toBe(ROWS);
  });

  test("that is damaged is refused, or has as many rows", async () => {
    for (const name of ["wide", "coded", "runs", "nulls"] as const) {
      const { row_groups: groups } = parquetMetadata(file.buffer as ArrayBuffer);
      const about = groups[0].columns[NAMES.indexOf(name)].meta_data;
      const start = Number(about?.data_page_offset);
      const size =
        Number(about?.total_compressed_size) - (start - Number(about?.dictionary_page_offset ?? start));
      let refused = 0;
      for (let i = 1; i < DAMAGES; i++) {
        const damaged = file.slice();
        damaged[start + Math.floor((size * i) / DAMAGES)] ^= 1 << (i % 8);
        damaged[start + 30 + i] ^= 0x80;
        let count = 0;
        try {
          for await (const piece of piecesIn(damaged, name, true)) {
            count += numbersOfPages(piece, COLUMNS[name].type, OWN[COLUMNS[name].type])?.values.length ?? 0;
          }
          expect(count).toBe(ROWS);
        } catch (cause) {
          expect(cause).toBeInstanceOf(Error);
          refused += 1;
        }
      }
      expect(refused).toBeLessThan(DAMAGES);
    }
  });

  test("is a table like any other", async () => {
    async function* chunks() {
      yield file;
    }
    const { table, valid, length } = await readTableFromStream(chunks(), {
      format: "parquet",
      nulls: "mask",
    });
    expect(length).toBe(ROWS);
    for (const name of NAMES) {
      const { data } = COLUMNS[name];
      const column = table[name];
      const at = (row: number): unknown => {
        if (valid?.[name][row] === 0) return null;
        if ("codes" in column) return column.dictionary[column.codes[row]];
        return "instants" in column ? undefined : column[row];
      };
      expect(data.findIndex((value, row) => value !== at(row))).toBe(-1);
    }
  });
});
