// What commands make of a file that they read part by part is what they make of it at once, which they do of a pipe.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { convertTable, encodeNpy, writeTable } from "../formats.ts";
import { hashColumns } from "../index.ts";
import { hashableColumns, readAllColumns } from "./input/table.ts";
import type { CommandIo } from "./io.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
const ROWS = 70_000; // of three groups, and of as many batches

const valid = (isThere: (i: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: ROWS }, (_, i) => (isThere(i) ? 1 : 0));
const TABLE = {
  city: {
    codes: Uint32Array.from({ length: ROWS }, (_, i) => (i < 33_000 ? i % 3 : 2 + ((i * 7) % 4))),
    dictionary: ["Ames", "Bergen", "Oslo", "Paris", "Sofia", "Ørsta"],
  },
  day: {
    instants: BigInt64Array.from({ length: ROWS }, (_, i) => BigInt((i * 31) % 365)),
    unit: "day",
    zone: undefined,
  },
  gate: Int32Array.from({ length: ROWS }, (_, i) => ((i * 7919) % 1013) - 500),
  delay: BigInt64Array.from({ length: ROWS }, (_, i) => BigInt(i % 911) << BigInt(i % 60)),
  price: Float64Array.from({ length: ROWS }, (_, i) => (i % 97 === 0 ? -0 : ((i * 7919) % 1013) / 97 - 5)),
} as const;
const whole = valid(() => true);
const VALID = {
  city: valid((i) => i % 501 !== 500),
  day: whole,
  gate: whole,
  delay: valid((i) => i % 13 !== 5),
  price: whole,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-parts-"));
  await writeTable(path("whole.arrow"), TABLE, { valid: VALID });
  for (const name of ["x.arrow", "x.parquet", "x.csv"]) await convertTable(path("whole.arrow"), path(name));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a command says, but for the time that it took and for where it wrote. */
function withoutTimes(stdout: string): string {
  return stdout.replace(/"(?:seconds|gigabytesPerSecond)":[^,}]*,?/g, "").replace(/"output":"[^"]*",?/, "");
}

describe.each(["arrow", "parquet"])("reduce-by-key of %s", (format) => {
  test.each([
    ["a sum of integers", ["--key", "city", "--column", "delay"]],
    ["of rows that have a value", ["--key", "city", "--column", "delay", "--nulls", "mask"]],
    ["without rows that have a null", ["--key", "city", "--column", "delay", "--nulls", "skip"]],
    ["two keys", ["--key", "city", "--key", "day", "--column", "gate", "--nulls", "mask"]],
    ["a wider sum", ["--key", "day", "--column", "gate", "--accumulate", "i64"]],
    ["the least of floats", ["--key", "gate", "--column", "price", "--operator", "min"]],
    ["bits", ["--key", "gate", "--column", "price:f64", "--operator", "max", "--on", "javascript"]],
    ["a sum of floats, whose rows are read at once", ["--key", "day", "--column", "price"]],
    ["keys that are floats", ["--key", "price", "--column", "gate"]],
  ])("%s", async (_, argv) => {
    const options = [...argv, "--json"];
    const parts = await run(["reduce-by-key", path(`x.${format}`), ...options]);
    const stdin = await readFile(path(`x.${format}`));
    const atOnce = await run(["reduce-by-key", "-", "--format", format, ...options], { stdin });
    expect(withoutTimes(parts.stdout)).toBe(withoutTimes(atOnce.stdout));
    expect([parts.status, parts.stderr.replaceAll(path(`x.${format}`), "standard input")]).toEqual([
      atOnce.status,
      atOnce.stderr,
    ]);
  });
});

describe.each(["arrow", "parquet", "csv"])("filter of a table in .%s, some rows at a time", (from) => {
  const term = ["--where", 'price > 0 && day < "1970-06-01"'];
  test.each([
    ["all columns", []],
    ["some of them", ["city", "delay:f64", "day", "price"].flatMap((name) => ["--column", name])],
  ])("of %s has the hashes of the table that it wrote", async (_, columns) => {
    const argv = ["filter", path(`x.${from}`), ...columns, ...term, "--nulls", "mask", "--json"];
    const kept = await run([...argv, "-o", path("kept.arrow")]);
    expect([kept.status, kept.stderr]).toEqual([0, ""]);
    const said = JSON.parse(kept.stdout);
    const io = { stderr: { terminal: undefined } } as CommandIo;
    const written = await readAllColumns(path("kept.arrow"), {}, { nulls: "mask" }, io);
    const hashes = written.names?.map((name, i) => [name, hashColumns(hashableColumns(written, [i]))]);
    expect(said).toMatchObject({
      ...{ n: ROWS, kept: written.length, nulls: 5524 },
      ...{ hash: hashColumns(hashableColumns(written)), hashes: Object.fromEntries(hashes ?? []) },
    });
    expect([written.length, written.valid?.[0]?.includes(0)]).toEqual([14_910, true]);

    const printed = await run([...argv, "-o", "-"]);
    await run([...argv, "-o", path("kept.csv")]);
    expect(printed.stdout).toBe(await readFile(path("kept.csv"), "utf8"));
    expect(withoutTimes(printed.stderr)).toBe(withoutTimes(kept.stdout));
  });
});

test.each(["arrow", "parquet", "csv"])("filter of one column of .%s into an array", async (from) => {
  const argv = ["filter", path(`x.${from}`), "--column", "price", "--where", "price > 1", "--json"];
  const kept = await run([...argv, "-o", path("kept.npy")]);
  expect([kept.status, kept.stderr]).toEqual([0, ""]);
  const expected = TABLE.price.filter((value) => value > 1);
  expect(await readFile(path("kept.npy"))).toEqual(Buffer.from(encodeNpy(expected)));
  const said = { n: ROWS, kept: expected.length, hash: hashColumns([expected]), type: "{price:f64}" };
  expect(JSON.parse(kept.stdout)).toMatchObject(said);
  const piped = await run([...argv, "-o", path("kept.raw")]);
  expect([piped.status, await readFile(path("kept.raw"))]).toEqual([0, Buffer.from(expected.buffer)]);
  const texts = await run([
    "filter",
    path(`x.${from}`),
    "--column",
    "city:text",
    "--where",
    'city > "B"',
    "--nulls",
    "mask",
    "-o",
    path("no.npy"),
  ]);
  expect([texts.status, existsSync(path("no.npy"))]).toEqual([2, false]);
});

describe("an array of more than is kept", () => {
  const long = Float64Array.from({ length: 4_500_000 }, (_, i) =>
    i === 7 ? Number.NaN : ((i * 7919) % 1013) / 97 - 5,
  );
  const stdin = encodeNpy(long);
  beforeAll(() => writeFile(path("long.npy"), stdin));

  test.each([
    ["histogram", []],
    ["histogram", ["--bins", "2000000", "--range=-5,5.5"]],
    ["histogram", ["--edges=-5,0,inf"]],
  ])("%s %j", async (command, options) => {
    const parts = await run([command, path("long.npy"), ...options, "--json"]);
    const atOnce = await run([command, "-", ...options, "--json"], { stdin });
    expect(withoutTimes(parts.stdout)).toBe(withoutTimes(atOnce.stdout));
    expect(JSON.parse(parts.stdout)).toMatchObject({ n: long.length });
  });

  test("filter", async () => {
    const argv = ["--where", "value > 0", "--json"];
    const parts = await run(["filter", path("long.npy"), ...argv, "-o", path("kept.npy")]);
    const atOnce = await run(["filter", "-", ...argv, "-o", "-"], { stdin });
    const kept = long.filter((value) => value > 0);
    expect(await readFile(path("kept.npy"))).toEqual(Buffer.from(encodeNpy(kept)));
    expect(withoutTimes(parts.stdout)).toBe(withoutTimes(atOnce.stderr));
    expect(JSON.parse(parts.stdout)).toMatchObject({ kept: kept.length });
  });
});

test("scan of a column into a .npy file, whose length is known at the end alone", async () => {
  for (const format of ["arrow", "parquet"]) {
    const argv = ["--column", "price", "--json"];
    const parts = await run(["scan", path(`x.${format}`), ...argv, "-o", path("scan.npy")]);
    const atOnce = await run(["scan", path(`x.${format}`), ...argv, "-o", "-"]);
    expect(withoutTimes(parts.stdout)).toBe(withoutTimes(atOnce.stderr));
    expect(parts.status).toBe(0);
  }
});

test("head reads no further than the rows that it shows", async () => {
  const cutOff = encodeNpy(new Float64Array(1_000_000)).subarray(0, 128 + 8 * 200_000);
  const { stdout, stderr } = await run(["head", "-", "--rows", "2", "--json"], { stdin: cutOff });
  expect([JSON.parse(stdout), stderr]).toEqual([{ rows: { value: [0, 0] } }, ""]);
  const further = await run(["head", "-", "--rows", "300000", "--json"], { stdin: cutOff });
  expect([further.status, further.stdout]).toEqual([2, ""]);
});
