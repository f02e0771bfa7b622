import { appendFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  engineHere,
  someDoubles,
  toolsIn,
  withFolder,
  writeInTwo,
} from "../../../test/helpers/cluster-runs.ts";
import { sort, sortBy } from "../../algorithms.ts";
import { describeDataset } from "../../cluster.ts";
import { readArray } from "../../formats/read-array.ts";
import { writeArray } from "../../formats/write-array.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { hashArray, hashColumns } from "../../values/hash.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { checkRunOptions } from "../check-given.ts";
import { createRun } from "../run.ts";
import { type RunOptions, requestOf } from "../run-request.ts";
import { verifyReceipt } from "../verify.ts";
import { checkPieces, sampleStep, sortPieceLength } from "./sorting.ts";

/** Keys that are alike in many rows, or in all of them; among them doubles that are easily confounded. */
const KEYS: Readonly<Record<string, (random: Float64Array) => ColumnArray>> = {
  few: (random) => Int32Array.from(random, (value) => value % 3),
  one: (random) => Uint32Array.from(random, () => 7),
  special: (random) =>
    Float64Array.from(random, (value) => [0, -0, Number.NaN, Number.NEGATIVE_INFINITY, 0.5][value & 3]),
  whole: (random) => BigInt64Array.from(random, (value) => BigInt(Math.trunc(value))),
};

const CASE = fc.record({
  length: fc.integer({ min: 1, max: 3000 }),
  seed: fc.integer(),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  pieceCount: fc.integer({ min: 1, max: 9 }),
  keys: fc.uniqueArray(fc.constantFrom(...Object.keys(KEYS)), { minLength: 1, maxLength: 3 }),
  descending: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  hashInput: fc.boolean(),
});

type Table = Readonly<Record<string, ColumnArray>>;

async function sortedRun(folder: string, request: ReturnType<typeof requestOf>) {
  const tools = toolsIn(join(folder, "run"));
  const run = await createRun(request, tools);
  const receipt = await run.go({ engine: engineHere(2, (indices) => [...indices].reverse()), audit: 0.3 });
  return { run, receipt, tools };
}

describe("a run that sorts", () => {
  it("has the rows and the hash of sortBy, and is stable, whatever the files and the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(CASE, ({ length, seed, cut, pieceCount, keys, descending, hashInput }) =>
        withFolder(async (folder) => {
          const random = someDoubles(length, seed);
          const columns: Table = {
            row: Uint32Array.from(random.keys()),
            ...Object.fromEntries(keys.map((name) => [name, KEYS[name](random)])),
          };
          const dataset = await writeInTwo(folder, columns, cut);
          const how = { by: keys, descending: descending.slice(0, keys.length) };
          const pieceLength = Math.ceil(length / pieceCount);
          const options = { sort: how, pieceLength, hashInput, hashWhole: true };
          const { receipt, tools } = await sortedRun(folder, requestOf(dataset, "reduce", options));
          const { by, ...order } = how;
          const expected = Object.values(sortBy(columns, by, order));
          expect(receipt.hash).toBe(hashColumns(expected));
          expect(receipt.output?.map(({ whole }) => whole)).toEqual(
            expected.map((each) => hashColumns([each])),
          );
          for (const share of [1, 0.3]) {
            const again = await verifyReceipt({ ...tools, receipt, share, random: () => 0.4 });
            expect(again.differing).toEqual([]);
          }
        }),
      ),
      { numRuns: 25, seed: 20261127 },
    );
  });

  it("has the elements of sort, of narrow ones as their wider type, and hashes that do not depend on its pieces", async () => {
    await withFolder(async (folder) => {
      const values = Int16Array.from(someDoubles(2 ** 20 + 77, 5), (value) => value % 30_000);
      await writeArray(join(folder, "values.npy"), values as never);
      const dataset = await describeDataset(join(folder, "values.npy"));
      const receipts: string[] = [];
      for (const pieceLength of [2 ** 20, 400_001]) {
        const request = requestOf(dataset, "reduce", {
          sort: { descending: true },
          pieceLength,
          hashWhole: true,
        });
        const { receipt } = await sortedRun(join(folder, String(pieceLength)), request);
        receipts.push(JSON.stringify(receipt.output));
        expect(receipt.hash).toBe(hashArray(sort(Int32Array.from(values), { descending: true })));
      }
      expect(new Set(receipts).size).toBe(1);
    });
  });
});

/** What may become of a sorted piece. */
const DAMAGE: Readonly<Record<string, (path: string) => Promise<void>>> = {
  gone: (path) => rm(path),
  truncated: (path) => truncate(path, 100),
  longer: (path) => appendFile(path, "x"),
  flipped: async (path) => {
    const bytes = await readFile(path);
    bytes[300] ^= 1;
    await writeFile(path, bytes);
  },
  "another piece's": async (path) => writeFile(path, await readFile(path.replace(/2$/, "1"))),
};

describe("a sorted piece that is not whole", () => {
  it.each(Object.keys(DAMAGE))("as it is %s, is made again by whoever needs it", async (kind) => {
    await withFolder(async (folder) => {
      const values = someDoubles(1000, 3);
      await writeArray(join(folder, "values.npy"), values);
      const dataset = await describeDataset(join(folder, "values.npy"));
      const request = requestOf(dataset, "reduce", { sort: {}, pieceLength: 100, hashWhole: true });
      const run = await createRun(request, toolsIn(join(folder, "run")));
      for (let index = 0; index < 10; index++) await run.step({ step: "summary", index });
      await run.join();
      await DAMAGE[kind](join(folder, "run", "sorted", "00002"));
      const receipt = await run.go({ engine: engineHere(2) });
      expect(receipt.hash).toBe(hashArray(sort(values)));
      const { array } = await readArray(join(folder, "run", "out", "part-00000.npy"));
      expect(array).toEqual(sort(values).slice(0, 100));
    });
  });

  it("is told by whoever verifies a sample", async () => {
    await withFolder(async (folder) => {
      await writeArray(join(folder, "values.npy"), someDoubles(1000, 3));
      const dataset = await describeDataset(join(folder, "values.npy"));
      const request = requestOf(dataset, "reduce", { sort: {}, pieceLength: 100 });
      const { receipt, tools } = await sortedRun(folder, request);
      await DAMAGE.flipped(join(folder, "run", "sorted", "00002"));
      const sample = verifyReceipt({ ...tools, receipt, share: 0.2, random: () => 0 });
      await expect(sample).rejects.toThrow(/sorted\/00002.*a sorted piece of this run with hash/);
    });
  });
});

describe("what is planned of a sort", () => {
  it("is pieces that are sorted in 32 MiB, unless they would be too many", async () => {
    const dataset = (length: number, type: string | string[]) =>
      ({ length, parts: [{ type, column: Array.isArray(type) ? type.map(String) : undefined }] }) as never;
    expect(sortPieceLength(dataset(1e6, "f64"), [0])).toBe(2 ** 22);
    expect(sortPieceLength(dataset(1e6, ["f64", "i8", "u32"]), [0, 1, 2])).toBe(2 ** 21);
    expect(sortPieceLength(dataset(2 ** 36, "f64"), [0])).toBe(2 ** 25);
    const cut = (length: number, pieceLength: number) => ({
      length,
      pieceLength,
      direction: "forward" as const,
    });
    expect(sampleStep(cut(1000, 100))).toBe(2);
    expect(sampleStep(cut(2 ** 33, 2 ** 22))).toBe(2 ** 9);
    expect(() => checkPieces(cut(2 ** 33, 2 ** 21))).toThrow(/4096 pieces.*2048 at most/);
    expect(() => checkPieces(cut(2 ** 33, 2 ** 27))).toThrow(UnsupportedError);
  });

  it("is not columns that are not there, an operator, or groups", async () => {
    await withFolder(async (folder) => {
      const dataset = await writeInTwo(folder, { a: Uint32Array.of(1, 2), b: Uint32Array.of(1, 2) }, 0.5);
      const asked = (options: object) => requestOf(dataset, "reduce", checkRunOptions(options as RunOptions));
      expect(() => asked({ sort: { by: ["c"] } })).toThrow(/a column of the dataset: a, b/);
      expect(() => asked({ columns: ["b"], sort: { by: ["a"] } })).toThrow(
        /of the columns that are sorted: b/,
      );
      expect(() => asked({ sort: {}, operator: "max" })).toThrow(/left out of a sort/);
      expect(() => asked({ sort: {}, groups: { keys: ["a"] } })).toThrow(/left out where there are groups/);
      expect(() => asked({ sort: { by: ["a"], descending: [true, false] } })).toThrow(/one for each name/);
      expect(() => asked({ sort: { by: "a" } })).toThrow(InvalidArgumentError);
      const twice = requestOf(dataset, "reduce", { sort: { by: ["a", "a"] } });
      await expect(createRun(twice, toolsIn(join(folder, "run")))).rejects.toThrow(/each once/);
      expect(() => requestOf(dataset, "inclusive-scan", { sort: {} })).toThrow(/a sort/);
    });
  });
});
