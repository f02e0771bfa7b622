import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import type { ColumnArray } from "../../index.ts";
import { openSpill, type SpilledColumn } from "./spill.ts";

async function valuesOf<Values extends ColumnArray>(column: SpilledColumn<Values>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const chunk of column.chunks()) all.push(...chunk);
  return all;
}

describe.each([
  ["all in memory", 1 << 20],
  ["in a file and in memory", 1000],
  ["all in a file", 0],
])("columns %s", (_, heldBytes) => {
  test("are read as they came, twice, whatever becomes of what was given", async () => {
    const spill = openSpill(2, heldBytes);
    const numbers = spill.column(Float64Array);
    const flags = spill.column(Uint8Array);
    const expected = Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? -0 : i / 3));
    const part = new Float64Array(70);
    for (let start = 0; start < expected.length; start += part.length) {
      const some = expected.slice(start, start + part.length);
      part.set(some);
      await numbers.add(part.subarray(0, some.length));
      await flags.add(Uint8Array.of(start % 2));
      part.fill(Number.NaN);
    }
    expect(numbers.length).toBe(expected.length);
    expect(await valuesOf(numbers)).toEqual(expected);
    expect(await valuesOf(flags)).toEqual(Array.from({ length: 72 }, (_, i) => (70 * i) % 2));
    expect(await valuesOf(numbers)).toEqual(expected);
    for (const [start, length] of [
      [0, 5000],
      [0, 0],
      [4999, 1],
      [1700, 900],
      [5000, 0],
    ]) {
      const some = new Float64Array(length);
      await numbers.read(some, start);
      expect(Array.from(some)).toEqual(expected.slice(start, start + length));
    }
    await spill.close();
  });
});

test("a chunk is shorter than a column, and its end is whole", async () => {
  const spill = openSpill(1, 0);
  const column = spill.column(BigInt64Array);
  const all = BigInt64Array.from({ length: 150_001 }, (_, i) => BigInt(i) << 40n);
  await column.add(all);
  const lengths: number[] = [];
  let at = 0;
  for await (const chunk of column.chunks()) {
    expect(chunk).toEqual(all.subarray(at, at + chunk.length));
    at += chunk.length;
    lengths.push(chunk.length);
  }
  expect(lengths).toEqual([65_536, 65_536, 18_929]);
  await spill.close();
});

test("its file has no name while it is used, where the system allows that", async () => {
  const spill = openSpill(1, 0);
  await spill.column(Float64Array).add(Float64Array.of(1, 2));
  const mine = (await readdir(tmpdir())).filter((name) => name.startsWith(`.samebits-${process.pid}-`));
  expect(mine).toEqual([]);
  await spill.close();
});
