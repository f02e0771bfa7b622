// A column of Arrow or Parquet in chunks is the column read at once, bit for bit, and takes no more of the file at a time than a group or a few batches.

import {
  Dictionary,
  Float64,
  Int32,
  Table,
  tableFromArrays,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import type { StorageArray } from "../values/element-types.ts";
import type { ArrayChunks } from "./array-chunks.ts";
import { byteSourceOf, joinedBytes } from "./byte-source.ts";
import { arrowChunks, parquetChunks } from "./column-chunks.ts";
import { decodeArrow } from "./decode-arrow.ts";
import { decodeParquet } from "./decode-parquet.ts";
import type { Decoded, NullRule } from "./decoded.ts";
import type { ColumnsPlace } from "./read-column-data.ts";

const ROWS = 40_000;
const GROUP = 6000;
const doubles = Float64Array.from({ length: ROWS }, (_, i) =>
  i % 9 === 0 ? -0 : i % 11 === 0 ? Number.NaN : i / 8,
);
const integers = Array.from({ length: ROWS }, (_, i) => (i % 7 === 3 && i > GROUP ? null : i));

/** The same columns as a Parquet file of several groups, and as an Arrow file and a stream of several batches. */
const FILES = {
  parquet: new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "x", type: "DOUBLE", data: doubles },
        { name: "y", type: "INT32", data: integers },
        { name: "t", type: "STRING", data: integers.map((i) => `text ${(i ?? 0) % 5}`) },
      ],
      rowGroupSize: GROUP,
    }),
  ),
  arrow: tableToIPC(arrowTable(), "file"),
  stream: tableToIPC(arrowTable(), "stream"),
} as const;

function arrowTable(): Table {
  const texts = vectorFromArray(
    integers.map((i) => `text ${(i ?? 0) % 5}`),
    new Dictionary(new Utf8(), new Int32()),
  );
  const whole = new Table({
    x: vectorFromArray([...doubles], new Float64()),
    y: vectorFromArray(integers, new Int32()),
    t: texts,
  });
  const parts = [];
  for (let start = 0; start < ROWS; start += GROUP) parts.push(...whole.slice(start, start + GROUP).batches);
  return new Table(whole.schema, parts);
}

type Kind = keyof typeof FILES;
interface Asked {
  readonly column?: string;
  readonly type?: "f64" | "i64" | "f32" | "i32" | "stored";
  readonly nulls?: NullRule;
}

/** A file that is read anywhere, and counts the most bytes that it was asked for at once. */
function countedFile(bytes: Uint8Array): { readonly place: ColumnsPlace; readonly most: () => number } {
  let most = 0;
  const anywhere = {
    byteLength: bytes.length,
    slice(start: number, end = bytes.length) {
      most = Math.max(most, end - start);
      return new Uint8Array(bytes.subarray(start, end)).buffer;
    },
  };
  return {
    place: { inOrder: { ...byteSourceOf(pipe(bytes), "s"), byteLength: bytes.length }, anywhere },
    most: () => most,
  };
}

async function* pipe(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function open(kind: Kind, place: ColumnsPlace, asked: Asked): Promise<ArrayChunks<never>> {
  const options = { ...asked, source: "s" };
  const chunks = kind === "parquet" ? parquetChunks(place, options) : arrowChunks(place, options);
  return chunks as Promise<ArrayChunks<never>>;
}

async function collected(opened: Promise<ArrayChunks<never>>) {
  const read = await opened;
  const chunks: StorageArray[] = [];
  for await (const chunk of read.chunks as AsyncIterable<StorageArray>) chunks.push(chunk.slice());
  return { type: read.type as string, nullCount: read.nullCount, length: read.length, chunks };
}

function atOnce(kind: Kind, bytes: Uint8Array, asked: Asked): Promise<Decoded> {
  const options = { ...asked, source: "s" } as { source: string };
  return kind === "parquet" ? decodeParquet(bytes, options) : decodeArrow(bytes, options);
}

const bitsOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();

function joinedBits(chunks: readonly StorageArray[]): Uint8Array {
  return joinedBytes(chunks.map(bitsOf));
}

const ASKED: readonly (readonly [string, Asked])[] = [
  ["its own type", { column: "x" }],
  ["what is stored", { column: "x", type: "stored" }],
  ["nulls left out", { column: "y", nulls: "skip" }],
  ["zeros for nulls", { column: "y", nulls: "zero", type: "i64" }],
  ["NaN for nulls", { column: "y", nulls: "nan", type: "f32" }],
];

describe.each(["parquet", "arrow", "stream"] as const)("%s", (kind) => {
  test.each(ASKED)("in chunks is the column read at once: %s", async (_, asked) => {
    const expected = await atOnce(kind, FILES[kind], asked);
    const places = [countedFile(FILES[kind]).place, { inOrder: byteSourceOf(pipe(FILES[kind]), "s") }];
    for (const place of places) {
      const { chunks, type, nullCount } = await collected(open(kind, place, asked));
      expect(joinedBits(chunks)).toEqual(bitsOf(expected.array));
      expect([type, nullCount]).toEqual([expected.type, expected.nullCount]);
    }
  });

  const refused: readonly (readonly [string, Asked])[] = [
    ["nulls without a rule", { column: "y" }],
    ["a NaN among integers", { column: "y", nulls: "nan" }],
    ["a value that does not convert", { column: "x", type: "i32" }],
    ["a column that is not there", { column: "z" }],
    ["no column of several", {}],
    ["a column of texts", { column: "t" }],
  ];
  test.each(refused)("is refused as it is at once: %s", async (_, asked) => {
    const inChunks = await collected(open(kind, countedFile(FILES[kind]).place, asked)).catch(String);
    const whole = await atOnce(kind, FILES[kind], asked).catch(String);
    expect(whole).toMatch("Error");
    expect(inChunks).toBe(whole);
  });

  test("no bytes, and what is none of it", async () => {
    for (const bytes of [new Uint8Array(0), Uint8Array.of(1, 2), new Uint8Array(600).fill(80)]) {
      const inChunks = await collected(open(kind, { inOrder: byteSourceOf(pipe(bytes), "s") }, {})).catch(
        String,
      );
      expect(inChunks).toBe(await atOnce(kind, bytes, {}).catch(String));
    }
  });
});

describe("memory", () => {
  const long = Float64Array.from({ length: 400_000 }, (_, i) => i);
  const batches = Array.from({ length: 40 }, (_, i) =>
    tableFromArrays({ x: long.subarray(i * 10_000, (i + 1) * 10_000) }),
  );
  const arrow = new Table(
    batches[0].schema,
    batches.flatMap((table) => table.batches),
  );

  test("of Parquet a group of rows", async () => {
    const data = [{ name: "x", type: "DOUBLE" as const, data: long, encoding: "PLAIN" as const }];
    const file = countedFile(new Uint8Array(parquetWriteBuffer({ columnData: data, rowGroupSize: 10_000 })));
    const { chunks, length } = await collected(open("parquet", file.place, {}));
    expect(chunks.map((chunk) => chunk.length)).toEqual(Array(40).fill(10_000));
    expect(length).toBe(400_000);
    expect(file.most()).toBe(1 << 19); // by which the library looks for the directory
  });

  test.each(["file", "stream"] as const)("of an Arrow %s a MiB of batches", async (kind) => {
    const file = countedFile(tableToIPC(arrow, kind));
    const { chunks } = await collected(open("arrow", file.place, {}));
    expect(joinedBits(chunks)).toEqual(bitsOf(long));
    expect(Math.max(...chunks.map(({ byteLength }) => byteLength))).toBeLessThan(1.1 * (1 << 20));
    expect(chunks.length).toBe(3);
    expect(file.most()).toBeLessThan(90_000);
  });

  test("of a stream in a pipe the first chunk comes before the last byte", async () => {
    const bytes = tableToIPC(arrow, "stream");
    let given = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const part of pipe(bytes)) {
        given += part.length;
        yield part;
      }
    }
    const read = await open("arrow", { inOrder: byteSourceOf(counted(), "s") }, {});
    for await (const _ of read.chunks) break;
    expect(given).toBeLessThan(bytes.length / 2);
  });
});

describe("damaged bytes are refused in chunks where they are at once, or give the same", () => {
  test.each(["parquet", "arrow", "stream"] as const)("%s (seed 2611)", async (kind) => {
    const small = { x: doubles.slice(0, 60), y: Int32Array.from({ length: 60 }, (_, i) => i) };
    const table = tableFromArrays(small);
    const bytes =
      kind === "parquet"
        ? new Uint8Array(
            parquetWriteBuffer({
              columnData: [
                { name: "x", type: "DOUBLE", data: small.x },
                { name: "y", type: "INT32", data: small.y },
              ],
              rowGroupSize: 20,
            }),
          )
        : tableToIPC(table, kind === "arrow" ? "file" : "stream");
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.nat(bytes.length),
        async (changes, cut) => {
          const damaged = bytes.slice(0, cut % 4 === 0 ? cut : bytes.length);
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          const whole = await atOnce(kind, damaged, { column: "x" }).catch(String);
          for (const place of [countedFile(damaged).place, { inOrder: byteSourceOf(pipe(damaged), "s") }]) {
            const found = await collected(open(kind, place, { column: "x" })).catch(String);
            // Bytes are counted in a piece of a file, and not in all of it.
            if (typeof whole === "string")
              expect(String(found).replace(/\d+/g, "n")).toBe(whole.replace(/\d+/g, "n"));
            else expect(found).toMatchObject({ type: whole.type, nullCount: whole.nullCount });
            if (typeof whole !== "string" && typeof found !== "string") {
              expect(joinedBits(found.chunks)).toEqual(bitsOf(whole.array));
            }
          }
        },
      ),
      { seed: 2611, numRuns: 300 },
    );
  });
});
