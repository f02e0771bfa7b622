// Columns of text by the codes that a Parquet file has: the same texts at every row as hyparquet's own, and only where the file has codes.

import { readFile } from "node:fs/promises";
import fc from "fast-check";
import {
  type ColumnMetaData,
  type PageHeader,
  parquetMetadata,
  parquetReadObjects,
  type SchemaElement,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { ofRuns } from "../../test/extent.ts";
import type { CheckedPages } from "./check-parquet-pages.ts";
import { decodeParquetColumns } from "./decode-parquet.ts";
import { parquetNumericType } from "./parquet-meaning.ts";
import { piecesOf } from "./parquet-pieces.ts";
import { codesOfPages, numbersOfPages } from "./parquet-rows.ts";
import { checkRuns, readRuns } from "./parquet-runs.ts";
import { readParquetTable } from "./parquet-table.ts";
import { loadParquetPeers, readParquetNumbers, readParquetTexts } from "./read-parquet-group.ts";
import type { TableColumn } from "./table-column.ts";
import type { TableTexts } from "./text-builder.ts";

const SEED = 20261124;

/** Texts of all rows, null where there is none. */
async function textsByCodes(file: ArrayBuffer, column: string): Promise<(string | null)[]> {
  const whole = { as: ["text"] } as const;
  const options = { columns: [column], whole, source: "x.parquet" };
  const read = await readParquetTable(new Uint8Array(file), options).next();
  const { codes, dictionary, missingRows } = (read.value as TableColumn).texts as TableTexts;
  const isMissing = new Set(missingRows);
  let next = 0;
  return Array.from({ length: codes.length + missingRows.length }, (_, row) =>
    isMissing.has(row) ? null : dictionary[codes[next++]],
  );
}

async function textsOfPeer(file: ArrayBuffer, column: string): Promise<(string | null)[]> {
  const rows = await parquetReadObjects({ file, columns: [column], compressors });
  return rows.map((row) => row[column] ?? null);
}

async function listed<Each>(given: AsyncIterable<Each>): Promise<Each[]> {
  const all: Each[] = [];
  for await (const each of given) all.push(each);
  return all;
}

/** Whether the groups of a column come as codes. */
async function comeAsCodes(file: ArrayBuffer, column: string): Promise<boolean[]> {
  const metadata = parquetMetadata(file);
  const peers = await loadParquetPeers();
  const field = metadata.schema.find(({ name }) => name === column);
  const found = metadata.row_groups.map(async (group) => {
    const isOptional = field?.repetition_type !== "REQUIRED";
    const wanted = { file, metadata, group, column, isOptional, source: "x.parquet" };
    const pieces = await listed(readParquetTexts(peers, wanted));
    return pieces.every((piece) => "codes" in piece);
  });
  return Promise.all(found);
}

const flights = new URL("../../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url);

test("three million origins and destinations are read by their codes, each as hyparquet has it", async () => {
  const bytes = await readFile(flights);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  for (const column of ["origin", "destination"]) {
    expect(await comeAsCodes(file, column)).not.toContain(false);
    const [ours, theirs] = [await textsByCodes(file, column), await textsOfPeer(file, column)];
    expect(ours.length).toBe(3_000_000);
    expect(ours.findIndex((text, row) => text !== theirs[row])).toBe(-1);
  }
});

test(`any texts and nulls, in groups of any size, coded or not (seed ${SEED})`, async () => {
  const text = fc.constantFrom("", "a", "b", "ORD", "é", "\u{1f600}", "long ".repeat(40));
  const rows = fc.array(fc.option(text, { freq: 4 }), { minLength: 1, maxLength: 300 });
  let coded = 0;
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.boolean(),
      fc.integer({ min: 1, max: 100 }),
      async (data, repeat, rowGroupSize) => {
        const values = repeat ? [...data, ...data, ...data] : data;
        const columnData = [{ name: "t", data: values, type: "STRING", nullable: true }] as const;
        const file = parquetWriteBuffer({ columnData: columnData as never, rowGroupSize: [rowGroupSize] });
        expect(await textsByCodes(file, "t")).toEqual(values);
        coded += (await comeAsCodes(file, "t")).filter(Boolean).length;
      },
    ),
    { seed: SEED },
  );
  expect(coded).toBeGreaterThan(ofRuns(20));
});

test("delays and distances of three million flights are read as numbers, each as hyparquet has it", async () => {
  const bytes = await readFile(flights);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  for (const column of ["delay", "distance"]) {
    expect(await comeAsNumbers(file, column)).not.toContain(false);
    const [{ array }] = await decodeParquetColumns(new Uint8Array(file), [{ column }], {});
    const theirs = await parquetReadObjects({ file, columns: [column], compressors });
    expect(array.length).toBe(3_000_000);
    expect(theirs.findIndex((row, at) => row[column] !== array[at])).toBe(-1);
  }
});

/** Whether the groups of a column come as one array of numbers. */
async function comeAsNumbers(file: ArrayBuffer, column: string): Promise<boolean[]> {
  const metadata = parquetMetadata(file);
  const peers = await loadParquetPeers();
  const field = metadata.schema.find(({ name }) => name === column) as SchemaElement;
  const own = parquetNumericType(field);
  const found = metadata.row_groups.map(async (group) => {
    const isOptional = field.repetition_type !== "REQUIRED";
    const wanted = { file, metadata, group, column, isOptional, source: "x.parquet" };
    const pieces = await listed(readParquetNumbers(peers, wanted, { type: field.type, own }));
    return pieces.every(({ values }) => ArrayBuffer.isView(values));
  });
  return Promise.all(found);
}

/** Of 0 and −0 one: dictionaries of hyparquet-writer have them as one value. */
const NUMBERS = {
  DOUBLE: fc.constantFrom(-0, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 5e-324, 2 ** 53 + 2),
  FLOAT: fc.constantFrom(-0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** -149),
  INT32: fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31), 77),
  INT64: fc.constantFrom(0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 77n),
} as const;

test.each(Object.entries(NUMBERS))(
  `%s with nulls or without, in groups of any size, coded or not (seed ${SEED})`,
  async (type, value) => {
    const rows = fc.array(fc.option(value as fc.Arbitrary<number | bigint>, { freq: 5 }), {
      minLength: 1,
      maxLength: 200,
    });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.boolean(),
        fc.integer({ min: 1, max: 80 }),
        async (data, isRepeated, rowGroupSize) => {
          const values = isRepeated ? [...data, ...data, ...data] : data;
          const columnData = [{ name: "x", data: values, type, nullable: values.includes(null) }];
          const file = parquetWriteBuffer({ columnData: columnData as never, rowGroupSize: [rowGroupSize] });
          const [found] = await decodeParquetColumns(new Uint8Array(file), [{ column: "x" }], {
            nulls: "listed",
          });
          const missing = new Set(found.nullRows);
          let next = 0;
          expect(values.map((_, row) => (missing.has(row) ? null : found.array[next++]))).toEqual(values);
          read += (await comeAsNumbers(file, "x")).filter(Boolean).length;
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
    expect(read).toBeGreaterThan(ofRuns(100));
  },
);

/** Bits one by one, the lowest first, as the format says. */
function packedBits(values: readonly number[], bitWidth: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((values.length * bitWidth) / 8));
  values.forEach((value, i) => {
    for (let bit = 0; bit < bitWidth; bit++) {
      const at = i * bitWidth + bit;
      if ((value >>> bit) & 1) bytes[at >> 3] |= 1 << (at & 7);
    }
  });
  return bytes;
}

describe("runs", () => {
  test(`of every width up to 24 bits, packed and repeated (seed ${SEED})`, () => {
    const run = (bitWidth: number) =>
      fc.record({
        isPacked: fc.boolean(),
        values: fc.array(fc.integer({ min: 0, max: 2 ** bitWidth - 1 }), { minLength: 8, maxLength: 40 }),
      });
    const sections = fc
      .integer({ min: 1, max: 24 })
      .chain((bitWidth) =>
        fc.tuple(fc.constant(bitWidth), fc.array(run(bitWidth), { maxLength: 5 }), fc.nat(7)),
      );
    fc.assert(
      fc.property(sections, ([bitWidth, runs, cut]) => {
        const bytes: number[] = [];
        const expected: number[] = [];
        for (const { isPacked, values } of runs) {
          const whole = values.slice(0, values.length - (values.length % 8));
          if (isPacked) {
            bytes.push(((whole.length / 8) << 1) | 1, ...packedBits(whole, bitWidth));
            expected.push(...whole);
          } else {
            bytes.push(whole.length << 1);
            for (let shift = 0; shift < bitWidth; shift += 8) bytes.push((values[0] >>> shift) & 0xff);
            expected.push(...whole.map(() => values[0]));
          }
        }
        const count = runs.at(-1)?.isPacked ? Math.max(0, expected.length - cut) : expected.length;
        const section = Uint8Array.from(bytes);
        checkRuns({ bytes: section, offset: 0 }, bitWidth, count);
        const read = new Uint32Array(count);
        readRuns({ bytes: section, offset: 0 }, bitWidth, read);
        expect([...read]).toEqual(expected.slice(0, count));
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});

test("runs of no bits are zeros, whatever bytes there are", () => {
  const values = Uint32Array.of(7, 7, 7);
  readRuns({ bytes: new Uint8Array(0), offset: 0 }, 0, values);
  expect([...values]).toEqual([0, 0, 0]);
});

test("a page whose header and levels disagree about nulls is refused", async () => {
  const header = {
    type: "DATA_PAGE_V2",
    compressed_page_size: 34,
    uncompressed_page_size: 34,
    data_page_header_v2: {
      ...{ num_values: 8, num_rows: 8, num_nulls: 1, encoding: "PLAIN", is_compressed: false },
      ...{ definition_levels_byte_length: 2, repetition_levels_byte_length: 0 },
    },
  } as unknown as PageHeader;
  const parquetHeader = (reader: { offset: number }): PageHeader => {
    reader.offset = 1; // behind an empty struct of Thrift
    return header;
  };
  const about = { type: "INT32", codec: "UNCOMPRESSED" } as ColumnMetaData;
  const pagesOf = async (...levels: number[]) => {
    const { buffer: bytes } = Uint8Array.of(0, ...levels, ...new Uint8Array(32));
    const file = { byteLength: bytes.byteLength, slice: (from: number, to: number) => bytes.slice(from, to) };
    const place = { file, start: 0, end: bytes.byteLength, about, isOptional: true, rowCount: 8 };
    const [pages] = await listed(piecesOf(place, { parquetHeader, compressors: {} }));
    return pages;
  };
  await expect(pagesOf(3, 0b0011_1111)).rejects.toThrow("a page of 1 nulls whose levels say 2");
  const sound = numbersOfPages(await pagesOf(3, 0b0111_1111), "INT32", "i32");
  expect([sound?.isNull?.(6), sound?.isNull?.(7)]).toEqual([false, true]);
});

test("pages of numbers that end too early are refused", () => {
  const short = { rowCount: 3, present: 3, encoding: "PLAIN", levels: undefined };
  const page = { ...short, values: { bytes: new Uint8Array(11), offset: 0 } };
  const pages = { dictionary: undefined, data: [page] };
  expect(() => numbersOfPages(pages, "INT32", "i32")).toThrow("3 words in 11 bytes");
  expect(numbersOfPages(pages, "INT32", "none")).toBeUndefined();
  expect(numbersOfPages(pages, "BOOLEAN", "bool")).toBeUndefined();
});

describe("pages", () => {
  const data = (encoding: string, ...bytes: number[]): CheckedPages["data"][number] => ({
    rowCount: 8,
    present: 8,
    encoding,
    levels: undefined,
    values: { bytes: Uint8Array.from(bytes), offset: 0 },
  });
  const dictionary = { bytes: Uint8Array.of(1, 0, 0, 0, 97, 0, 0, 0, 0), count: 2 };
  const pages = (page: CheckedPages["data"][number], texts: CheckedPages["dictionary"] = dictionary) => ({
    dictionary: texts,
    data: [page],
  });

  test("codes of a run", () => {
    const found = codesOfPages(pages(data("RLE_DICTIONARY", 1, 16, 1)));
    expect(found).toEqual({ codes: new Uint32Array(8).fill(1), length: 8, dictionary: ["a", "", null] });
  });

  test("without codes, or of too many bits, are left to the library", () => {
    expect(codesOfPages(pages(data("PLAIN", 1, 16, 1)))).toBeUndefined();
    expect(
      codesOfPages({ ...pages(data("RLE_DICTIONARY", 1, 16, 1)), dictionary: undefined }),
    ).toBeUndefined();
    expect(codesOfPages(pages(data("RLE_DICTIONARY", 25, 16, 0, 0, 0, 0)))).toBeUndefined();
  });

  test("with a code behind the dictionary, or a text beyond its end, are refused", () => {
    expect(() => codesOfPages(pages(data("PLAIN_DICTIONARY", 2, 16, 2)))).toThrow("code 2 of 2 values");
    const cut = { bytes: Uint8Array.of(9, 0, 0, 0, 97), count: 1 };
    expect(() => codesOfPages(pages(data("RLE_DICTIONARY", 1, 16, 0), cut))).toThrow(
      "a text of 9 bytes with 1 left",
    );
    const short = { bytes: Uint8Array.of(1, 0), count: 1 };
    expect(() => codesOfPages(pages(data("RLE_DICTIONARY", 1, 16, 0), short))).toThrow(RangeError);
  });
});
