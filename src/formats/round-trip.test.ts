import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ELEMENT_TYPES,
  type ElementArray,
  elementTypeOf,
  newElementArray,
  type ScalarType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { hashArray } from "../values/hash.ts";
import { type ColumnArray, newColumn, SCALAR_TYPES } from "../values/value-types.ts";
import { formatOfPath } from "./format-of-path.ts";
import { readArray, readColumns } from "./read-array.ts";
import { TABLE_FORMATS, writeArray, writeChunks, writeColumns } from "./write-array.ts";
import type { NamedColumn } from "./written-column.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-round-trip-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Every ending that a reader knows, one that it does not, and none. */
const ENDINGS = [
  ".npy",
  ".raw",
  ".bin",
  ".csv",
  ".tsv",
  ".tab",
  ".arrow",
  ".arrows",
  ".feather",
  ".ipc",
  ".parquet",
  ".pq",
  ".txt",
  ".NPY",
  ".Raw",
  ".CSV",
  "",
];

/** Columns of any bits but those of NaNs, which text has not. */
function columnOf(type: ScalarType, bytes: Uint8Array): ColumnArray {
  const array = newColumn(type, Math.floor(bytes.length / newColumn(type, 1).byteLength));
  new Uint8Array(array.buffer).set(bytes.subarray(0, array.byteLength));
  if (type === "bool") return (array as Uint8Array).map((value) => value & 1);
  if (type === "f64" || type === "f32") {
    return (array as Float64Array).map((value) => (Number.isNaN(value) ? Number.NaN : value));
  }
  return array;
}

const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
const elements = fc
  .tuple(fc.constantFrom(...ELEMENT_TYPES), bytes, fc.nat(64))
  .map(([type, random, length]) => columnOf(type, random.subarray(0, length)) as ElementArray);

/** What a writer did with a path: bytes that the reader gave back, or a refusal that names the path and leaves nothing. */
async function outcomeOf(write: () => Promise<void>): Promise<"written" | "refused"> {
  const before = await readdir(folder);
  try {
    await write();
    return "written";
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(String(error)).toMatch(/"path" must be/);
    expect(await readdir(folder)).toEqual(before);
    return "refused";
  }
}

async function* inTwo(array: ElementArray): AsyncGenerator<ElementArray> {
  const half = array.length >> 1;
  yield array.slice(0, half);
  yield array.slice(half);
}

describe.each(ENDINGS)("what is written to a file x%s is read back from it", (ending) => {
  const place = (): string => join(folder, `x${ending}`);

  test("an array, at once or in chunks", async () => {
    const isServed = /^(\.npy|\.raw|\.bin|\.txt|)$/i.test(ending);
    await fc.assert(
      fc.asyncProperty(elements, fc.boolean(), async (array, inChunks) => {
        const type = elementTypeOf(array) ?? "f64";
        const { length } = array;
        const outcome = await outcomeOf(() =>
          inChunks ? writeChunks(place(), inTwo(array), { type, length }) : writeArray(place(), array),
        );
        expect(outcome).toBe(isServed ? "written" : "refused");
        if (outcome === "refused") return;
        const read = await readArray(place(), /raw|bin/i.test(ending) ? { type } : {});
        expect(read.type).toBe(type);
        expect(hashArray(read.array)).toBe(hashArray(array));
      }),
      { seed: 4, numRuns: 15 },
    );
  });

  test("columns of any names", async () => {
    const isServed = TABLE_FORMATS.some((format) => format === formatOfPath(`x${ending}`));
    const isText = /^\.(csv|tsv|tab)$/i.test(ending);
    const names = fc.uniqueArray(
      fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 8 }),
        fc.stringMatching(/^[ \t\r\n",;a1.\ufeff-]{0,4}$/),
        fc.constantFrom(
          "1",
          "2",
          "-0.5",
          "1e9",
          "nan",
          "Infinity",
          "true",
          "",
          " a",
          "a ",
          '"',
          "x\r\ny",
          "1e999",
        ),
      ),
      { minLength: 1, maxLength: 4 },
    );
    const columns = fc
      .tuple(
        names,
        fc.array(fc.tuple(fc.constantFrom(...SCALAR_TYPES), bytes), { minLength: 4, maxLength: 4 }),
        fc.nat(8),
      )
      .map(([given, all, length]) =>
        given.map((column, i): NamedColumn => {
          const [type, random] = all[i];
          return { column, type, array: columnOf(type, random).slice(0, length) };
        }),
      );
    await fc.assert(
      fc.asyncProperty(columns, async (written) => {
        if (isServed && !isText && written.some(({ column }) => /^(\ufeff|$)/.test(column))) {
          await expect(writeColumns(place(), written)).rejects.toThrow("readers keep");
          return;
        }
        const outcome = await outcomeOf(() => writeColumns(place(), written));
        expect(outcome).toBe(isServed ? "written" : "refused");
        if (outcome === "refused") return;
        const read = await readColumns(
          place(),
          written.map(({ column, type }) => ({ column, type })),
        );
        expect(read.map(({ array }) => array)).toEqual(written.map(({ array }) => array));
      }),
      { seed: 4, numRuns: isServed ? 100 : 5 },
    );
  });
});

test("a format that is said is written whatever the name, and read by saying it again", async () => {
  const array = newElementArray("i64", 3);
  await writeArray(join(folder, "y.csv"), array, { format: "raw" });
  expect((await readArray(join(folder, "y.csv"), { format: "raw", type: "i64" })).array).toEqual(array);
  const column = { column: "x", type: "i64", array } as const;
  await writeColumns(join(folder, "y.dat"), [column], { format: "tsv" });
  const [read] = await readColumns(join(folder, "y.dat"), [column], { format: "tsv" });
  expect(read.array).toEqual(array);
});

test.each([
  [["a", "b", "a"], /"columns" must be of different names, got "a" twice/],
  [["\ud800"], /"columns" must be of names in whole characters/],
])("names %j, by which nothing could be read back, are refused", async (names, message) => {
  const columns = names.map((column) => ({ column, type: "u32", array: new Uint32Array(2) }) as const);
  await expect(writeColumns(join(folder, "z.csv"), columns)).rejects.toThrow(message);
  expect(await readdir(folder)).not.toContain("z.csv");
});
