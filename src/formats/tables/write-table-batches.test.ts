import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InvalidArgumentError } from "../../values/errors.ts";
import { readTableBatches } from "./read-batches.ts";
import { readTable } from "./read-table.ts";
import { type WrittenBatch, writeTableBatches } from "./write-table-batches.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-batches-"));
});
afterAll(() => rm(folder, { recursive: true }));

const texts = (codes: readonly number[], dictionary: readonly string[]) => ({
  codes: Uint32Array.from(codes),
  dictionary,
});
const days = (...instants: readonly bigint[]) => ({
  ...{ instants: BigInt64Array.from(instants), unit: "day" as const },
  zone: undefined,
});

const BATCHES: readonly WrittenBatch[] = [
  { table: { city: texts([], []), price: new Float64Array(0), day: days() }, valid: {} },
  {
    table: { city: texts([1, 0], ["Ames", "Oslo"]), price: Float64Array.of(-0, 1 / 3), day: days(1n, -1n) },
    valid: { price: Uint8Array.of(1, 1) },
  },
  {
    table: { city: texts([0, 0], ["Bergen"]), price: Float64Array.of(0, Number.NaN), day: days(0n, 11_000n) },
    valid: { price: Uint8Array.of(0, 1) },
  },
];

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

test.each(["csv", "tsv", "arrow", "parquet"])("batches become one .%s file", async (ending) => {
  const file = path(`x.${ending}`);
  await writeTableBatches(file, each(BATCHES));
  const { table, valid } = await readTable(file, { columns: ["city", "price", "day"], nulls: "mask" });
  expect(table).toEqual({
    city: texts([2, 0, 1, 1], ["Ames", "Bergen", "Oslo"]),
    price: Float64Array.of(-0, 1 / 3, 0, Number.NaN),
    day: days(1n, -1n, 0n, 11_000n),
  });
  expect(valid?.price).toEqual(Uint8Array.of(1, 1, 0, 1));
});

test("what is read in batches may be written as it comes, over the file itself", async () => {
  const file = path("self.csv");
  await writeTableBatches(file, each(BATCHES));
  const before = await readTable(file, { nulls: "mask" });
  await readTableBatches(file, { nulls: "mask" }, (batches) => writeTableBatches(file, batches));
  expect(await readTable(file, { nulls: "mask" })).toEqual(before);
});

describe("refused, and nothing is left behind", () => {
  const price = Float64Array.of(1);
  test.each([
    ["no batch", [], "batches"],
    ["a batch that is none", [3], "batches[0]"],
    ["a batch without columns", [{ table: {} }], "table"],
    ["a later one of other columns", [{ table: { price } }, { table: { cost: price } }], "batches[1]"],
    ["of another type", [{ table: { price } }, { table: { price: Int32Array.of(1) } }], "batches[1]"],
    ["of texts for numbers", [{ table: { price } }, { table: { price: texts([0], ["a"]) } }], "batches[1]"],
    ["columns of different lengths", [{ table: { price, cost: new Float64Array(2) } }], "columns"],
  ])("%s", async (_, batches, argument) => {
    const written = writeTableBatches(path("refused.csv"), each(batches as readonly WrittenBatch[]));
    await expect(written).rejects.toMatchObject({ name: "InvalidArgumentError", argument });
    expect((await readdir(folder)).filter((name) => name.includes("refused"))).toEqual([]);
  });

  test("an error of whoever makes the batches is theirs, and they are told that no more are wanted", async () => {
    const failure = new Error("no more");
    async function* failing(): AsyncGenerator<WrittenBatch> {
      yield { table: { price } };
      throw failure;
    }
    await expect(writeTableBatches(path("refused.csv"), failing())).rejects.toBe(failure);
    let isClosed = false;
    async function* closing(): AsyncGenerator<WrittenBatch> {
      try {
        for (;;) yield { table: { price } };
      } finally {
        isClosed = true;
      }
    }
    await expect(writeTableBatches(path("refused.npy"), closing())).rejects.toThrow(InvalidArgumentError);
    await expect(writeTableBatches("/nowhere/refused.csv", closing())).rejects.toThrow();
    expect(isClosed).toBe(true);
  });
});
