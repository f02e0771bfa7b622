import { tableFromArrays, tableToIPC } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import * as formats from "../../../src/formats.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const floats = (): Float64Array => Float64Array.of(3, 1, 2);
const npy = (): Uint8Array => formats.encodeNpy(floats());
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const csv = (): Uint8Array => bytesOf("a,b\n1,2\n3,4\n");
const arrow = (): Uint8Array => tableToIPC(tableFromArrays({ a: floats() }));
const parquet = (): Uint8Array =>
  new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "a", data: [1, 2], type: "DOUBLE" }] }));
const value = (): formats.TestValue => ({ type: "i32", shape: [2], elements: Int32Array.of(1, 2) });

async function* stream<Chunk>(...chunks: readonly Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks;
}

/** Files are written and read in a folder of the test. */
export const FORMATS: Sound = {
  oneChunk: () => [formats.decodeNpy(npy())],
  widenDecoded: () => [formats.decodeNpy(formats.encodeNpy(Uint8Array.of(3, 1)), { type: "u8" })],
  convertArray: () => [floats(), "f32", "source"],
  decodeArrow: () => [arrow(), options({ column: "a", type: "f64", nulls: "skip", source: "s" })],
  decodeCsv: () => [csv(), options({ column: "a", type: "f64", nulls: "skip", source: "s", header: true })],
  decodeNpy: () => [npy(), options({ source: "s" })],
  decodeParquet: () => [parquet(), options({ column: "a", type: "f64", nulls: "skip", source: "s" })],
  decodeRaw: () => [new Uint8Array(16), "f64", "source"],
  decodeTestValues: () => [formats.encodeTestValues([value()]), "source"],
  encodeTestValues: () => [[value()]],
  isBinaryTestValue: () => [npy()],
  encodeChunks: () => [stream(floats()), "npy", "f64", 3],
  encodeInWindows: () => [floats(), "npy", "f64"],
  encodeNpy: () => [Uint16Array.of(0x3c00), "f16"],
  encodeRaw: () => [Uint16Array.of(0x3f80), "bf16"],
  encodeCsv: () => [[{ column: "a", type: "f64", array: floats() }], options({ delimiter: "," })],
  formatOfPath: () => ["a.npy"],
  expectWritable: () => ["a.npy"],
  parseElement: () => ["f64", "1"],
  parseTestBlocks: () => ["-- ==\n-- entry: main\n-- input { 1 } output { 2 }\n", "source"],
  parseTestValues: () => ["[1i32, 2i32]", "source"],
  printTestValue: () => [value()],
  readArray: () => ["in.npy", options({ type: "f64" })],
  readArrayFromStream: () => [stream(npy()), options({ format: "npy" })],
  readChunks: () => ["in.npy", options({ type: "f64" }), async () => 1],
  readChunksFromStream: () => [stream(npy()), options({ format: "npy" }), async () => 1],
  readColumns: () => ["in.csv", [{ column: "a", type: "f64" }], options({ nulls: "zero" })],
  convertTable: () => [
    "in.csv",
    "out.arrow",
    options({ columns: ["a"], nulls: "zero", format: "csv", outFormat: "arrow", dates: "iso" }),
  ],
  convertTableFromStream: () => [stream(csv()), "out.tsv", options({ columns: ["a"], format: "csv" })],
  readTable: () => ["in.csv", options({ columns: ["a"], types: { a: "f64" }, dates: "iso", nulls: "zero" })],
  readTableFromStream: () => [stream(csv()), options({ columns: ["a"], rows: 1, format: "csv" })],
  readTableBatches: () => ["in.csv", options({ columns: ["a"], nulls: "zero" }), async () => 1],
  readTableBatchesFromStream: () => [
    stream(csv()),
    options({ columns: ["a"], rows: 1, format: "csv" }),
    async () => 1,
  ],
  readTableColumnsFromStream: () => [
    stream(csv()),
    options({ columns: ["a"], key: "b", format: "csv" }),
    async () => 1,
  ],
  readTableColumns: () => ["in.csv", options({ columns: ["a"], key: "b" }), async () => 1],
  readTableColumnPartsFromStream: () => [
    stream(csv()),
    options({ columns: ["a"], format: "csv" }),
    async () => 1,
  ],
  readTableColumnParts: () => ["in.csv", options({ columns: ["a"] }), async () => 1],
  tableFromRows: () => [[{ a: 1, t: "x" }, { a: 2 }], options({ columns: ["a", "t"], nulls: "mask" })],
  tableFromArrays: () => [{ a: [1, 2], b: floats().subarray(1) }, options({ columns: ["a"], nulls: "zero" })],
  tableFromArrow: () => [tableFromArrays({ a: floats() }), options({ columns: ["a"], nulls: "zero" })],
  shareDictionary: () => [
    [
      { codes: Uint32Array.of(0), dictionary: ["a"] },
      { codes: Uint32Array.of(0), dictionary: ["b"] },
    ],
  ],
  tableToRows: () => [
    { a: floats(), d: { instants: BigInt64Array.of(1n, 2n, 3n), unit: "day" } },
    options({ valid: { a: Uint8Array.of(1, 0, 1) }, times: "date" }),
  ],
  tableToArrays: () => [{ a: floats() }, options({ valid: { a: Uint8Array.of(1, 0, 1) }, times: "text" })],
  tableToArrow: () => [{ a: floats() }, options({ valid: { a: Uint8Array.of(1, 0, 1) } })],
  collateTexts: () => [{ codes: Uint32Array.of(1, 0), dictionary: ["a", "b"] }, new Intl.Collator("en")],
  nestTestValue: () => [value()],
  typedTestValue: () => [formats.parseTestValues("[1, 2]")[0], "i32", "argument"],
  writeArray: () => ["out.npy", floats(), options({ type: "f64" })],
  writeChunks: () => ["out.npy", stream(floats()), { type: "f64", length: 3 }, options({})],
  writeBytes: () => ["out.bin", () => [Uint8Array.of(1)], 1, options({})],
  writeText: () => ["out.txt", "text", options({})],
  writeTableBatches: () => [
    "out.csv",
    stream({ table: { a: floats() }, valid: {} }),
    options({ format: "csv" }),
  ],
  writeTable: () => [
    "out.csv",
    { a: floats(), t: { codes: Uint32Array.of(0, 0, 1), dictionary: ["x", "y"] } },
    options({ valid: { a: Uint8Array.of(1, 0, 1) } }),
  ],
  writeColumns: () => ["out.csv", [{ column: "a", type: "f64", array: floats() }], options({})],
  compareTexts: () => ["a", "b"],
  instantsBefore: () => [5n, "us"],
  timeOfText: () => ["2001-01-01"],
  timeText: () => [5n, { unit: "us", zone: undefined }],
  errorText: () => ["text"],
  printableLines: () => ["text"],
};

/** What the files hold that are read. */
export const FILES: Readonly<Record<string, Uint8Array>> = { "in.npy": npy(), "in.csv": csv() };
