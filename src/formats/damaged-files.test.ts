import { Table, tableToIPC, vectorFromArray } from "apache-arrow";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { isLong } from "../../test/extent.ts";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { decodeArrow } from "./decode-arrow.ts";
import { decodeCsv } from "./decode-csv.ts";
import { decodeParquet } from "./decode-parquet.ts";
import { encodeNpy } from "./encode.ts";
import { piecesOf } from "./parquet-pieces.ts";
import { decodeNpy } from "./read-npy.ts";

type Decode = (bytes: Uint8Array) => Promise<unknown>;

interface Sound {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly decode: Decode;
}

const ROWS = 40;

/** Places tried: each in the long run, some in every run. */
const STEP = isLong ? 1 : 5;

const count = <Value>(value: (i: number) => Value): Value[] =>
  Array.from({ length: ROWS }, (_, i) => value(i));

function arrowTable(): Table {
  const table = new Table({
    i: vectorFromArray(count((i) => (i % 4 === 0 ? null : i / 2))),
    s: vectorFromArray(count((i) => `s${i % 5}`)),
    l: vectorFromArray(count((i) => [i, 2])),
  });
  return new Table([...table.batches, ...table.slice(0, 20).batches]);
}

const ENCODINGS = [
  ["PLAIN", "DOUBLE", (i: number) => i / 2],
  ["RLE_DICTIONARY", "INT32", (i: number) => i % 4],
  ["DELTA_BINARY_PACKED", "INT32", (i: number) => 3 * i],
  ["DELTA_BINARY_PACKED", "INT64", (i: number) => BigInt(i)],
  ["BYTE_STREAM_SPLIT", "DOUBLE", (i: number) => i / 4],
] as const;

const parquet: readonly Sound[] = ENCODINGS.flatMap(([encoding, type, value]) =>
  (["UNCOMPRESSED", "SNAPPY"] as const).map((codec) => ({
    name: `Parquet ${encoding} ${type} ${codec}`,
    bytes: new Uint8Array(
      parquetWriteBuffer({
        columnData: [{ name: "i", type, encoding, data: count((i) => (i % 7 === 3 ? null : value(i))) }],
        codec,
        rowGroupSize: 25,
      }),
    ),
    decode: (bytes: Uint8Array) => decodeParquet(bytes, { column: "i", nulls: "zero" }),
  })),
);

const arrow: readonly Sound[] = (["file", "stream"] as const).map((kind) => ({
  name: `Arrow ${kind}`,
  bytes: tableToIPC(arrowTable(), kind),
  decode: (bytes) => decodeArrow(bytes, { column: "i", nulls: "zero" }),
}));

const others: readonly Sound[] = [
  { name: ".npy", bytes: encodeNpy(new Float64Array(ROWS)), decode: async (bytes) => decodeNpy(bytes) },
  {
    name: "CSV",
    bytes: new TextEncoder().encode(`a,"i"\n${count((i) => `"x",${i}.5\n`).join("")}`),
    decode: (bytes) => decodeCsv(bytes, { column: "i" }),
  },
];

/** What damage ends with: data or a typed error, and nothing else. */
async function outcome(decode: Decode, bytes: Uint8Array): Promise<"data" | "refused"> {
  try {
    await decode(bytes);
    return "data";
  } catch (error) {
    if (error instanceof SamebitsError) return "refused";
    throw error;
  }
}

// Lengths that are nearly 2^31 and −1, as each format writes them.
const LENGTHS = [
  [0xff, 0xff, 0xff, 0xff, 0x07],
  [0xfe, 0xff, 0xff, 0xff, 0x0f],
  [0xff, 0xff, 0xff, 0x7f],
  [0x00],
];

describe.each([...parquet, ...arrow, ...others])("$name", ({ bytes, decode }) => {
  test("is read where it is sound", async () => {
    expect(await outcome(decode, bytes)).toBe("data");
  });

  test("with a huge length at any place ends at once, with data or a typed error", async () => {
    for (let at = 0; at < bytes.length; at += STEP) {
      for (const length of LENGTHS) {
        const damaged = bytes.slice();
        damaged.set(length.slice(0, bytes.length - at), at);
        await outcome(decode, damaged);
      }
    }
  });

  test("damaged or cut anywhere ends with data or a typed error (seed 23)", async () => {
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(bytes.length), fc.boolean(), async (changes, end, isCut) => {
        const damaged = bytes.slice(0, isCut ? end : undefined);
        for (const [at, byte] of changes) damaged[at] = byte;
        await outcome(decode, damaged);
      }),
      { seed: 23, numRuns: 300 },
    );
  });
});

describe("a page header of Parquet that does not say all of its numbers", () => {
  // As the library gives it: a field that is damaged is left out.
  const about = { type: "DATA_PAGE_V2", compressed_page_size: 4, uncompressed_page_size: 4 };
  const v2 = { num_values: 3, num_rows: 3, num_nulls: 0 };
  const levels = { repetition_levels_byte_length: 0, definition_levels_byte_length: 5 };
  test.each([
    [{}, "number of bytes, unpacked bytes"],
    [{ ...about, data_page_header_v2: { num_values: 3 } }, "number of rows, nulls, repetition level bytes"],
    [{ ...about, data_page_header_v2: v2 }, "number of repetition level bytes, definition level bytes"],
    [{ ...about, data_page_header_v2: { ...v2, ...levels } }, "3 rows, 0 nulls, 0 repetition level bytes"],
    [{ ...about, type: "DATA_PAGE", data_page_header: {} }, "number of values"],
    [{ ...about, type: "DICTIONARY_PAGE" }, "number of values"],
    [{ ...about, type: undefined }, "a page of no type"],
  ])("says what is missing: %j", async (header, message) => {
    const parquetHeader = (() => header) as never;
    const place = {
      ...{ file: { byteLength: 8, slice: () => new ArrayBuffer(8) }, start: 0, end: 8, rowCount: 3 },
      about: { codec: "SNAPPY" } as never,
      isOptional: true,
    };
    const check = () => piecesOf(place, { parquetHeader, compressors: {} }).next();
    await expect(check()).rejects.toThrow(message);
    await expect(check()).rejects.not.toThrow(/undefined|NaN|of ,/);
  });
});

describe("what kept the libraries busy for minutes", () => {
  test("a block of an Arrow file's footer that leads to the schema", async () => {
    const [{ bytes, decode }] = arrow;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const schemaAt = 8n;
    let places = 0;
    for (let at = bytes.length - 400; at + 8 <= bytes.length; at++) {
      const offset = view.getBigInt64(at, true);
      if (offset <= schemaAt || offset >= BigInt(bytes.length) || offset % 8n !== 0n) continue;
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setBigInt64(at, schemaAt, true);
      if ((await outcome(decode, damaged)) === "refused") places += 1;
    }
    expect(places).toBeGreaterThan(0);
  });

  test("a Parquet file that says it has 2^40 rows asks for no memory", async () => {
    const tooMany = 2 ** 40;
    const file = new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: "i", type: "INT32", data: count((i) => i) }] }),
    );
    await expect(decodeParquet(withRows(file, ROWS, tooMany))).rejects.toBeInstanceOf(FormatError);
  });
});

/** Every count of rows in the footer, which Parquet writes as zigzag in as many bytes as it takes, replaced at equal length or not at all. */
function withRows(file: Uint8Array, rows: number, wanted: number): Uint8Array {
  const footerLength = new DataView(file.buffer, file.byteOffset).getUint32(file.length - 8, true);
  const start = file.length - 8 - footerLength;
  const footer = file.subarray(start, file.length - 8);
  const long: number[] = [];
  for (let rest = BigInt(wanted) * 2n; ; rest >>= 7n) {
    long.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    if (rest <= 0x7fn) break;
  }
  // A 64-bit field's type is 6; its header byte stands in front of the number.
  const changed = Array.from(footer).flatMap((byte, i) =>
    i > 0 && byte === 2 * rows && (footer[i - 1] & 0x0f) === 6 ? long : [byte],
  );
  const out = new Uint8Array(start + changed.length + 8);
  out.set(file.subarray(0, start));
  out.set(changed, start);
  new DataView(out.buffer).setUint32(start + changed.length, changed.length, true);
  out.set(file.subarray(file.length - 4), out.length - 4);
  return out;
}
