import { Float64, makeVector, Table, tableToIPC, vectorFromArray } from "apache-arrow";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { isLong } from "../../test/extent.ts";
import { FormatError, InternalError, SamebitsError } from "../values/errors.ts";
import { decodeArrow } from "./decode-arrow.ts";
import { decodeCsv } from "./decode-csv.ts";
import { decodeParquet } from "./decode-parquet.ts";
import { decodeRaw } from "./decode-raw.ts";
import { decodeTestValues, encodeTestValues } from "./decode-test-values.ts";
import { encodeNpy, encodeRaw } from "./encode.ts";
import { encodeCsv } from "./encode-csv.ts";
import { parseTestBlocks } from "./parse-test-blocks.ts";
import { parseTestValues } from "./parse-test-values.ts";
import { readArrayFromStream } from "./read-array.ts";
import { decodeNpy } from "./read-npy.ts";

/** A reader, and whole data of its format. */
interface Sample {
  readonly format: string;
  readonly bytes: Uint8Array;
  readonly read: (bytes: Uint8Array) => Promise<unknown>;
  readonly tellsItsEnd: boolean; // whether data that are cut off anywhere can be told from whole ones
}

const numbers = Float64Array.from({ length: 300 }, (_, i) => Math.sin(i) * 2 ** (i % 40));
const wholes = BigInt64Array.from({ length: 300 }, (_, i) => BigInt(i) ** 5n);

function arrowBytes(kind: "file" | "stream"): Uint8Array {
  const half = (start: number) =>
    new Table({
      x: makeVector(numbers.slice(start, start + 150)),
      n: vectorFromArray(
        Array.from({ length: 150 }, (_, i) => (i % 3 === 0 ? null : i)),
        new Float64(),
      ),
    });
  return tableToIPC(half(0).concat(half(150)), kind);
}

function parquetBytes(codec: "SNAPPY" | "UNCOMPRESSED"): Uint8Array {
  const columnData = [
    { name: "x", type: "DOUBLE" as const, data: [...numbers] },
    {
      name: "n",
      type: "INT64" as const,
      data: Array.from(wholes, (value, i) => (i % 3 === 0 ? null : value)),
    },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 100, codec }));
}

function csvBytes(delimiter: "," | "\t"): Uint8Array {
  const columns = [
    { column: "x", type: "f64", array: numbers },
    { column: 'a "quoted", name', type: "i64", array: wholes },
  ] as const;
  return Buffer.concat([...encodeCsv(columns, { delimiter })]);
}

async function* inThree(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 7);
  yield bytes.subarray(7, 200);
  yield bytes.subarray(200);
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const BLOCKS = `-- A program.
-- ==
-- entry: main other
-- tags { slow }
-- "small" compiled input { [1, 2, 3] 4.5f32 [[true], [false]] empty([0][2]i64) } output { 10 }
-- random input { [1000]i32 [2][3]f64 } auto output
-- input @ data/large.in error: index.*
def main = 1
`;

/** All readers of files. */
const SAMPLES: readonly Sample[] = [
  { format: "npy", bytes: encodeNpy(numbers), read: async (bytes) => decodeNpy(bytes), tellsItsEnd: true },
  {
    format: "npy in a stream",
    bytes: encodeNpy(wholes),
    read: (bytes) => readArrayFromStream(inThree(bytes)),
    tellsItsEnd: true,
  },
  {
    format: "raw",
    bytes: encodeRaw(numbers),
    read: async (bytes) => decodeRaw(bytes, "f64"),
    tellsItsEnd: false,
  },
  {
    format: "csv",
    bytes: csvBytes(","),
    read: (bytes) => decodeCsv(bytes, { column: "x" }),
    tellsItsEnd: false,
  },
  {
    format: "tsv without a header",
    bytes: csvBytes("\t").subarray(24),
    read: (bytes) => decodeCsv(bytes, { column: "2", delimiter: "\t", header: false, nulls: "zero" }),
    tellsItsEnd: false,
  },
  ...(["file", "stream"] as const).flatMap((kind) => [
    {
      format: `arrow ${kind}`,
      bytes: arrowBytes(kind),
      read: (bytes: Uint8Array) => decodeArrow(bytes, { column: "x" }),
      tellsItsEnd: true,
    },
    {
      format: `arrow ${kind}, nulls`,
      bytes: arrowBytes(kind),
      read: (bytes: Uint8Array) => decodeArrow(bytes, { column: "n", nulls: "skip" }),
      tellsItsEnd: true,
    },
  ]),
  ...(["SNAPPY", "UNCOMPRESSED"] as const).flatMap((codec) =>
    ["x", "n"].map((column) => ({
      format: `parquet ${codec}, column ${column}`,
      bytes: parquetBytes(codec),
      read: (bytes: Uint8Array) => decodeParquet(bytes, { column, nulls: "zero" }),
      tellsItsEnd: true,
    })),
  ),
  {
    format: "binary test values",
    bytes: encodeTestValues([
      { type: "f64", shape: [3, 100], elements: numbers },
      { type: "bool", shape: [], elements: new Uint8Array([1]) },
      { type: "i64", shape: [300], elements: wholes },
    ]),
    read: async (bytes) => decodeTestValues(bytes),
    tellsItsEnd: false,
  },
  {
    format: "test values as text",
    bytes: new TextEncoder().encode(
      `[1i64, 2, -3] 4.5f32 [[true], [false]] empty([0][2]i64) [${numbers.join(", ")}] f64.nan 0x1F`,
    ),
    read: async (bytes) => parseTestValues(text(bytes)),
    tellsItsEnd: false,
  },
  {
    format: "test blocks",
    bytes: new TextEncoder().encode(BLOCKS),
    read: async (bytes) => parseTestBlocks(text(bytes)),
    tellsItsEnd: false,
  },
];

/** What can befall the bytes of a file. */
type Damage = (bytes: Uint8Array) => Uint8Array;

/** Lengths and counts that no file of a few kilobytes has. */
const LIES = [
  0n,
  1n,
  0x7fn,
  0xffn,
  0x7fffn,
  0xffffn,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
];

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Places in a file: headers and footers are short, so that half of them are near an end. */
const place = fc
  .tuple(share, fc.constantFrom("start", "end", "anywhere"), fc.nat(160))
  .map(([fraction, where, offset]) => (length: number): number => {
    if (where === "anywhere") return Math.floor(fraction * length);
    const near = Math.min(offset, Math.max(0, length - 1));
    return where === "start" ? near : Math.max(0, length - 1 - near);
  });

const bitFlips = fc.array(fc.tuple(place, fc.nat(7)), { minLength: 1, maxLength: 6 }).map((flips): Damage => {
  return (bytes) => {
    const damaged = bytes.slice();
    for (const [at, bit] of flips) damaged[at(bytes.length)] ^= 1 << bit;
    return damaged;
  };
});

const truncation = place.map(
  (at): Damage =>
    (bytes) =>
      bytes.slice(0, at(bytes.length)),
);

const lies = fc
  .array(fc.tuple(place, fc.constantFrom(...LIES), fc.constantFrom(1, 2, 4, 8)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((told): Damage => {
    return (bytes) => {
      const damaged = bytes.slice();
      for (const [at, value, size] of told) {
        const start = at(bytes.length);
        for (let i = 0; i < size && start + i < bytes.length; i++) {
          damaged[start + i] = Number((value >> BigInt(8 * i)) & 0xffn);
        }
      }
      return damaged;
    };
  });

const randomBytes = fc
  .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 64 }))
  .map(([at, random]): Damage => {
    return (bytes) => {
      const start = at(bytes.length);
      return Uint8Array.from([...bytes.slice(0, start), ...random, ...bytes.slice(start + random.length)]);
    };
  });

/** A part of one file put into another, over what is there or between. */
const splices = fc
  .tuple(fc.nat(SAMPLES.length - 1), place, place, place, fc.boolean())
  .map(([index, from, to, at, isOver]): Damage => {
    return (bytes) => {
      const other = SAMPLES[index].bytes;
      const part = other.slice(from(other.length), to(other.length));
      const start = at(bytes.length);
      return Uint8Array.from([
        ...bytes.slice(0, start),
        ...part,
        ...bytes.slice(start + (isOver ? part.length : 0)),
      ]);
    };
  });

const noise = fc.uint8Array({ maxLength: 300 }).map(
  (random): Damage =>
    () =>
      random,
);

const damages: fc.Arbitrary<Damage> = fc.oneof(
  { arbitrary: bitFlips, weight: 4 },
  { arbitrary: lies, weight: 4 },
  { arbitrary: splices, weight: 2 },
  { arbitrary: randomBytes, weight: 2 },
  { arbitrary: truncation, weight: 1 },
  { arbitrary: noise, weight: 1 },
);

/** For one damaged file of some kilobytes. Whole ones take less than a millisecond, on a busy machine some more. */
const LIMIT_MS = 2000;
/** For all of them: what the largest window of a reader and the collector's habits come to. */
const LIMIT_BYTES = 256 << 20;

const RUNS = 300;
const LONG_RUNS = 10_000;

/** What a reader makes of bytes: a value, or the error, which must be one of ours. */
async function outcomeOf(read: () => Promise<unknown>): Promise<SamebitsError | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof SamebitsError && !(error instanceof InternalError)) return error;
    throw error;
  }
}

describe.each(SAMPLES.map((sample) => [sample.format, sample] as const))("%s", (_, sample) => {
  test("whole data are read", async () => {
    expect(await outcomeOf(() => sample.read(sample.bytes))).toBeUndefined();
  });

  test("data that are cut off, at every byte", async () => {
    const { bytes, tellsItsEnd } = sample;
    const few = tellsItsEnd ? 6000 : 200; // a text is parsed anew for each, up to its end
    const step = isLong ? 1 : Math.ceil(bytes.length / few);
    for (let length = 0; length < bytes.length; length += step) {
      const outcome = await outcomeOf(() => sample.read(bytes.slice(0, length)));
      if (tellsItsEnd)
        expect(outcome, `the first ${length} of ${bytes.length} bytes`).toBeInstanceOf(FormatError);
    }
  });

  test("damaged data are a value or a typed error, in little time and memory", async () => {
    const before = process.resourceUsage().maxRSS;
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        const begun = performance.now();
        await outcomeOf(() => sample.read(damage(sample.bytes)));
        expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
      }),
      { seed: 32, numRuns: isLong ? LONG_RUNS / 10 : RUNS }, // the long run makes ten times as many
    );
    expect((process.resourceUsage().maxRSS - before) * 1024).toBeLessThan(LIMIT_BYTES);
  });
});
