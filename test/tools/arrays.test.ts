// .npy and raw files of every type, by functions and commands, as numpy reads them and as we do.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  convertTable,
  encodeNpy,
  readArray,
  writeArray,
  writeBytes,
  writeChunks,
  writeColumns,
} from "../../src/formats.ts";
import { STORED_TYPES, type StoredArray, type StoredType } from "../../src/values/value-types.ts";
import { run } from "../helpers/cli/io.ts";
import { hasTool, runPython } from "./debian-tools.ts";
import { sampleColumns } from "./sample-columns.ts";

const hasNumpy = hasTool("numpy");

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-arrays-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** What numpy calls our types. It has no bf16: to it these are two bytes, as to numpy's own files of them. */
const DTYPES: Readonly<Record<StoredType, string>> = {
  ...{ f64: "<f8", f32: "<f4", i64: "<i8", u64: "<u8", i32: "<i4", u32: "<u4", bool: "|b1" },
  ...{ f16: "<f2", bf16: "|V2", u8: "|u1", i8: "|i1", u16: "<u2", i16: "<i2" },
};

interface Told {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly hex: string;
}

function numpyReads(files: readonly { readonly path: string; readonly dtype?: string }[]): readonly Told[] {
  return runPython("read-arrays.py", files) as readonly Told[];
}

function told(type: StoredType, array: StoredArray): Told {
  const { buffer, byteOffset, byteLength, length } = array;
  return {
    dtype: DTYPES[type],
    shape: [length],
    hex: Buffer.from(buffer, byteOffset, byteLength).toString("hex"),
  };
}

/** Whether readers want the type to be said: bools are no elements, and of bf16 a header says no more than two bytes. */
function isSaid(type: StoredType): boolean {
  return type === "bool" || type === "bf16";
}

/** Of each type the column with the values that files get wrong. */
function samples(): readonly (readonly [StoredType, StoredArray])[] {
  const columns = sampleColumns();
  return STORED_TYPES.map((type) => {
    const found = columns.find(({ column }) => column === type);
    if (found === undefined || !("array" in found)) throw new Error(`no column of ${type}`);
    return [type, found.array] as const;
  });
}

/** Ways by which an array comes into a .npy file. */
const WAYS: Readonly<
  Record<string, (file: string, type: StoredType, array: StoredArray) => Promise<unknown>>
> = {
  writeArray: (file, type, array) => writeArray(file, array, { type }),
  "encodeNpy and writeBytes": (file, type, array) => {
    const bytes = encodeNpy(array, type);
    return writeBytes(file, () => [bytes], bytes.length);
  },
  writeChunks: (file, type, array) => writeChunks(file, inThree(array), { type, length: array.length }),
  "convertTable from raw": async (file, type, array) => {
    await writeArray(`${file}.raw`, array, { type });
    await convertTable(`${file}.raw`, file, { type });
  },
  "convertTable from Arrow": async (file, type, array) => {
    await writeColumns(`${file}.arrow`, [{ column: "x", type, array }]);
    await convertTable(`${file}.arrow`, file, { columns: { x: { column: "x", as: type } } });
  },
  "convertTable from Parquet": async (file, type, array) => {
    await writeColumns(`${file}.parquet`, [{ column: "x", type, array }]);
    await convertTable(`${file}.parquet`, file, { columns: { x: { column: "x", as: type } } });
  },
  "samebits convert from CSV": async (file, type, array) => {
    await writeColumns(`${file}.csv`, [{ column: "x", type, array }]);
    expect(await run(["convert", `${file}.csv`, file, "--column", `x:${type}`])).toMatchObject({ status: 0 });
  },
};

async function* inThree(array: StoredArray): AsyncGenerator<StoredArray> {
  for (const [start, end] of [
    [0, 5],
    [5, 5],
    [5, array.length],
  ])
    yield array.slice(start, end);
}

describe.each(Object.entries(WAYS))("arrays written by %s", (name, write) => {
  const files = samples().map(([type, array]) => ({ type, array, path: () => path(`${name}-${type}.npy`) }));

  test("are read back", async () => {
    for (const { type, array, path } of files) {
      await write(path(), type, array);
      const { array: read, type: own } = await readArray(path(), { type: isSaid(type) ? type : "stored" });
      expect([own, told(type, read)]).toEqual([type, told(type, array)]);
    }
  });

  test.runIf(hasNumpy)("are what numpy reads", () => {
    const read = numpyReads(files.map(({ path }) => ({ path: path() })));
    expect(read).toEqual(files.map(({ type, array }) => told(type, array)));
  });
});

test.runIf(hasNumpy)("raw files are what numpy reads of the type", async () => {
  const asked: { readonly path: string; readonly dtype: string }[] = [];
  for (const [type, array] of samples()) {
    await writeArray(path(`${type}.npy`), array, { type });
    await convertTable(path(`${type}.npy`), path(`${type}.raw`), isSaid(type) ? { type } : {});
    asked.push({ path: path(`${type}.raw`), dtype: DTYPES[type] });
  }
  expect(numpyReads(asked)).toEqual(samples().map(([type, array]) => told(type, array)));
});

/** Command lines that write an array, of files x.npy (f64), k.npy (i32), h.npy (f16), t.csv. */
const COMMANDS: readonly string[] = [
  ...["wide --type f64", "narrow --type f32", "special --type f64", "bits --type u64", "bits --type i32"].map(
    (data) => `generate ${data} --n 1000 -o OUT`,
  ),
  ...["x", "k", "h"].flatMap((name) => [
    `scan ${name}.npy -o OUT`,
    `scan ${name}.npy --exclusive --backward -o OUT`,
    `sort ${name}.npy --descending -o OUT`,
    `unique ${name}.npy --anywhere -o OUT`,
    `filter ${name}.npy --where value>0 -o OUT`,
  ]),
  "sort t.csv --column b:i64 -o OUT",
  "scan t.csv --column b --type u16 -o OUT",
  "convert t.csv OUT --column b:f16",
];

describe("arrays written by commands", () => {
  const files = COMMANDS.map((line, i) => ({ line, name: `command-${i}.npy` }));
  beforeAll(async () => {
    await writeArray(
      path("x.npy"),
      Float64Array.of(3, -0, 0, Number.NaN, 3, Number.POSITIVE_INFINITY, -7e300, 5e-324),
    );
    await writeArray(path("k.npy"), Int32Array.of(2, 0, -1, 2, 5, -(2 ** 31)));
    await writeArray(path("h.npy"), Uint16Array.of(0x3c00, 0xbc00, 1, 0x3c00), { type: "f16" });
    await writeFile(path("t.csv"), "a,b\nx,3\ny,1\nz,2\n");
  });

  test.each(files)("samebits $line", async ({ line, name }) => {
    const argv = line
      .split(" ")
      .map((word) => (/\.(npy|csv)$/.test(word) ? path(word) : word === "OUT" ? path(name) : word));
    const { status, stderr } = await run(argv);
    expect([stderr, status]).toEqual(["", 0]);
    await readArray(path(name));
  });

  test.runIf(hasNumpy)("are read alike by numpy and here", async () => {
    const here = await Promise.all(
      files.map(async ({ name }) => {
        const { type, array } = await readArray(path(name), { type: "stored" });
        return told(type, array);
      }),
    );
    expect(numpyReads(files.map(({ name }) => ({ path: path(name) })))).toEqual(here);
  });

  test("leave nothing beside them", async () => {
    expect((await readdir(folder)).filter((name) => name.includes("tmp") || name.startsWith("."))).toEqual(
      [],
    );
    expect((await readFile(path("x.npy"))).length).toBeGreaterThan(64);
  });
});
