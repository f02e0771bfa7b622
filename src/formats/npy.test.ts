import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toHex } from "../values/bits.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  newElementArray,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { byteSourceOf } from "./byte-source.ts";
import type { Decoded } from "./decoded.ts";
import { encodeNpy } from "./encode.ts";
import { decodeNpy, readNpy } from "./read-npy.ts";

const DTYPES: Readonly<Record<ElementType, string>> = {
  f64: "f8",
  f32: "f4",
  i64: "i8",
  u64: "u8",
  i32: "i4",
  u32: "u4",
};

const typeArbitrary = fc.constantFrom(...ELEMENT_TYPES);
const bytesArbitrary = fc.uint8Array({ maxLength: 400 });

/** Both readers on the same bytes: they must agree, on errors too. */
async function decodeBoth(bytes: Uint8Array, chunkLength = 7): Promise<Decoded> {
  const outcomes = await Promise.allSettled([
    (async () => decodeNpy(bytes, { source: "x.npy" }))(),
    readNpy(byteSourceOf(inChunks(bytes, chunkLength), "x.npy")),
    readNpy({ ...byteSourceOf(inChunks(bytes, chunkLength), "x.npy"), byteLength: bytes.length }),
  ]);
  const [pure, streamed, measured] = outcomes;
  expect(streamed.status).toBe(pure.status);
  expect(measured.status).toBe(pure.status);
  if (pure.status === "rejected") throw pure.reason;
  for (const outcome of [streamed, measured]) {
    if (outcome.status === "fulfilled") expect(hexOf(outcome.value.array)).toEqual(hexOf(pure.value.array));
  }
  return pure.value;
}

async function* inChunks(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.slice(start, start + length);
}

/** The very bits, NaN payloads included. */
function hexOf(array: ElementArray): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("hex");
}

function arrayFrom(type: ElementType, bytes: Uint8Array): ElementArray {
  const array = newElementArray(type, Math.floor(bytes.length / ELEMENT_TYPE_FACTS[type].bytes));
  new Uint8Array(array.buffer).set(bytes.subarray(0, array.byteLength));
  return array;
}

/** A .npy file as other programs may write it. */
function npyFile(header: string, data: Uint8Array, version: 1 | 2 | 3 = 1): Uint8Array {
  const text = new TextEncoder().encode(header);
  const head = [
    0x93,
    ...new TextEncoder().encode("NUMPY"),
    version,
    0,
    text.length & 255,
    (text.length >> 8) & 255,
  ];
  if (version > 1) head.push(0, 0);
  return new Uint8Array([...head, ...text, ...data]);
}

function header(descr: string, shape: string, order = "False"): string {
  return `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`;
}

describe("what was written comes back", () => {
  test("every bit, for every type, through both readers and any chunking", async () => {
    await fc.assert(
      fc.asyncProperty(
        typeArbitrary,
        bytesArbitrary,
        fc.integer({ min: 1, max: 500 }),
        async (type, bytes, chunk) => {
          const array = arrayFrom(type, bytes);
          const decoded = await decodeBoth(encodeNpy(array), chunk);
          expect(decoded.type).toBe(type);
          expect(decoded.nullCount).toBe(0);
          expect(decoded.array.length).toBe(array.length);
          expect(hexOf(decoded.array)).toBe(hexOf(array));
        },
      ),
      { seed: 2026, numRuns: 200 },
    );
  });

  test("big-endian data are turned round, every bit", async () => {
    await fc.assert(
      fc.asyncProperty(
        typeArbitrary,
        bytesArbitrary,
        fc.constantFrom(1, 2, 3),
        async (type, bytes, version) => {
          const array = arrayFrom(type, bytes);
          const { bytes: width } = ELEMENT_TYPE_FACTS[type];
          const swapped = new Uint8Array(array.byteLength);
          const own = new Uint8Array(array.buffer);
          for (let i = 0; i < swapped.length; i++)
            swapped[i] = own[i - (i % width) + (width - 1 - (i % width))];
          const file = npyFile(
            header(`>${DTYPES[type]}`, `(${array.length},)`),
            swapped,
            version as 1 | 2 | 3,
          );
          const decoded = await decodeBoth(file);
          expect(decoded.type).toBe(type);
          expect(hexOf(decoded.array)).toBe(hexOf(array));
        },
      ),
      { seed: 2027, numRuns: 150 },
    );
  });

  test("data begin at a multiple of 64 bytes, as numpy writes them", () => {
    const bytes = encodeNpy(new Float64Array(3));
    expect((bytes.length - 24) % 64).toBe(0);
    expect(bytes[bytes.length - 25]).toBe(0x0a);
    expect(new TextDecoder("latin1").decode(bytes.subarray(10, 72))).toContain(
      "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
    );
  });
});

describe("what others write", () => {
  const one = new Uint8Array(new Float64Array([1.5]).buffer);

  test.each([
    ["Fortran order of one dimension", header("<f8", "(1,)", "True")],
    ["no dimension at all", header("<f8", "()")],
    ["Python 2's long", header("<f8", "(1L,)")],
    [
      "another order of keys, other spaces, double quotes",
      `{"shape":(1,),"fortran_order":False,"descr":"<f8"}  \n`,
    ],
  ])("%s is read", async (_, text) => {
    const { array } = await decodeBoth(npyFile(text, one));
    expect(array.length).toBe(1);
    expect(toHex("f64", array[0])).toBe(toHex("f64", 1.5));
  });

  test("a Buffer in the middle of a larger one is neither misread nor changed", () => {
    const file = npyFile(
      header(">f8", "(2,)"),
      new Uint8Array([0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0]),
    );
    const pool = Buffer.alloc(file.length + 9, 7);
    pool.set(file, 3);
    const part = pool.subarray(3, 3 + file.length);
    const before = part.toString("hex");
    expect([...decodeNpy(part).array]).toEqual([1, -2]);
    expect(part.toString("hex")).toBe(before);
  });
});

describe("narrow elements come as what they widen to", () => {
  const files: readonly (readonly [string, Uint8Array, Decoded["array"]])[] = [
    ["<f2", Uint8Array.of(0x00, 0x3c, 0xff, 0x7b, 0x01, 0x00), Float32Array.of(1, 65504, 2 ** -24)],
    [">f2", Uint8Array.of(0x3c, 0x00, 0xc0, 0x00), Float32Array.of(1, -2)],
    ["<i2", Uint8Array.of(0xff, 0xff, 0x00, 0x80), Int32Array.of(-1, -32768)],
    [">u2", Uint8Array.of(0x01, 0x02, 0xff, 0xff), Uint32Array.of(258, 65535)],
    ["|i1", Uint8Array.of(0xff, 0x80, 0x7f), Int32Array.of(-1, -128, 127)],
    ["|u1", Uint8Array.of(0xff, 0x80, 0x01), Uint32Array.of(255, 128, 1)],
  ];

  test.each(files)("%s", async (dtype, data, expected) => {
    const file = npyFile(header(dtype, `(${expected.length},)`), data);
    expect(decodeNpy(file).array).toStrictEqual(expected);
    const { array, type } = await readNpy(byteSourceOf(new Blob([new Uint8Array(file)]).stream(), "x.npy"), {
      type: "f64",
    });
    expect([type, array]).toStrictEqual(["f64", Float64Array.from(expected as ArrayLike<number>)]);
    expect(() => decodeNpy(file.subarray(0, file.length - 1))).toThrow(FormatError);
  });
});

describe("what is refused", () => {
  const two = new Uint8Array(16);
  const good = encodeNpy(new Float64Array([1, 2]));

  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ["nothing at all", new Uint8Array(0), /"x\.npy" must be a \.npy file, got no bytes at all/],
    [
      "another kind of file",
      new TextEncoder().encode("a,b\n1,2\n3,4\n"),
      /beginning with \\x93NUMPY, got first bytes 61 2c/,
    ],
    ["a preamble cut off", good.slice(0, 9), /complete \.npy file, got the first 9 bytes/],
    ["a header cut off", good.slice(0, 40), /complete \.npy file, got a header cut off/],
    ["data cut off", good.slice(0, -1), /2 elements \(16 bytes\) that its header promises, got 15 bytes/],
    ["data cut off altogether", good.slice(0, -16), /got 0 bytes/],
    ["data too long", new Uint8Array([...good, 0]), /promises, got (17|more) bytes/],
    [
      "a length far beyond the file",
      npyFile(header("<f8", "(1000000000000,)"), two),
      /promises|fit in memory/,
    ],
    [
      "a length beyond counting",
      npyFile(header("<f8", "(99999999999999999999,)"), two),
      /bytes can be counted/,
    ],
    [
      "version 4",
      npyFile(header("<f8", "(2,)"), two, 4 as 1),
      /version 1\.0, 2\.0 or 3\.0, got version 4\.0/,
    ],
    [
      "a header of a gigabyte",
      new Uint8Array([...good.slice(0, 6), 2, 0, 0, 0, 0, 64, 1]),
      /at most 1048576, got|at most/,
    ],
    ["two dimensions", npyFile(header("<f8", "(1, 2)"), two), /one dimension, got shape \(1, 2\) in C order/],
    [
      "two dimensions in Fortran order",
      npyFile(header("<f8", "(2, 1)", "True"), two),
      /\(2, 1\) in Fortran order/,
    ],
    ["extended precision", npyFile(header("<f16", "(1,)"), two), /dtype <f8, .*got dtype <f16/],
    ["complex numbers", npyFile(header("<c16", "(1,)"), two), /got dtype <c16/],
    ["flags", npyFile(header("|b1", "(16,)"), two), /numbers, or read with type: "bool", got bools/],
    ["wide elements without an order", npyFile(header("|u4", "(4,)"), two), /got dtype \|u4/],
    ["an order left to the machine", npyFile(header("=f8", "(2,)"), two), /got dtype =f8/],
    [
      "records",
      npyFile("{'descr': [('a', '<f8'), ('b', '<f8')], 'fortran_order': False, 'shape': (1,), }", two),
      /dtype \[\(a, <f8\)/,
    ],
    ["a header that is no dictionary", npyFile("descr: <f8", two), /descr, fortran_order and shape/],
    ["a key missing", npyFile("{'descr': '<f8', 'shape': (2,), }", two), /descr, fortran_order and shape/],
    [
      "a key twice",
      npyFile("{'descr': '<f8', 'descr': '<f8', 'shape': (2,), }", two),
      /descr, fortran_order/,
    ],
    ["a negative length", npyFile(header("<f8", "(-2,)"), two), /tuple of lengths, got shape \(-2,\)/],
    [
      "an unknown property of objects as dtype",
      npyFile(header("<constructor", "(2,)"), two),
      /got dtype <constructor/,
    ],
  ];

  test.each(cases)("%s", async (_, bytes, message) => {
    await expect(decodeBoth(bytes)).rejects.toThrow(message);
    await expect(decodeBoth(bytes)).rejects.toBeInstanceOf(FormatError);
  });

  test("every cut of a file, and every file with more behind it", async () => {
    for (let length = 0; length < good.length; length++) {
      await expect(decodeBoth(good.slice(0, length))).rejects.toBeInstanceOf(FormatError);
    }
  });

  test("any bytes behind the magic give an array or a FormatError, never anything else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(40), async (noise, position) => {
        const bytes = good.slice();
        bytes.set(noise.subarray(0, bytes.length - 6 - position), 6 + position);
        const outcome = await decodeBoth(bytes).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FormatError);
      }),
      { seed: 2028, numRuns: 500 },
    );
  });
});

describe("conversion", () => {
  test("exact values change type", () => {
    const { array, type } = decodeNpy(encodeNpy(new Int32Array([1, -3, 1 << 24])), { type: "f32" });
    expect(type).toBe("f32");
    expect(array).toEqual(new Float32Array([1, -3, 1 << 24]));
    expect(decodeNpy(encodeNpy(new Float64Array([-5, 2 ** 62])), { type: "i64" }).array).toEqual(
      new BigInt64Array([-5n, 2n ** 62n]),
    );
  });

  test.each([
    [new Int32Array([1, (1 << 24) + 1]), "f32", /exactly f32, got 16777217 in row 2/],
    [new Float64Array([0.1]), "f32", /exactly f32, got 0\.1 in row 1/],
    [new Float64Array([1, 2, 2.5]), "i32", /exactly i32, got 2\.5 in row 3/],
    [new Float64Array([-0]), "i64", /exactly i64, got -0 in row 1/],
    [new Float64Array([Number.NaN]), "u32", /exactly u32, got NaN in row 1/],
    [new BigInt64Array([-1n]), "u64", /exactly u64, got -1 in row 1/],
    [new BigUint64Array([2n ** 53n + 1n]), "f64", /exactly f64, got 9007199254740993 in row 1/],
  ] as const)("%o has no %s", (array, type, message) => {
    expect(() => decodeNpy(encodeNpy(array), { type })).toThrow(message);
  });
});
