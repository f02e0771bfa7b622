import { expect, test } from "vitest";
import { compile, javascriptExecutor, run, wasmExecutor } from "../language.ts";
import { allocateColumn, inSpareMemory, spareCounts } from "./allocate-column.ts";
import { OutOfMemoryError } from "./errors.ts";

const LENGTH = 5000;

test("memory that work has left is taken by what comes later, as zeros", () => {
  inSpareMemory(() => allocateColumn("f64", LENGTH).fill(7 as never));
  const before = spareCounts.bytes;
  const later = inSpareMemory((owned) => {
    const column = allocateColumn("i64", LENGTH - 1);
    expect(new Set<unknown>(column)).toEqual(new Set([0n]));
    expect(spareCounts.bytes).toBe(before + 8 * (LENGTH - 1));
    column.fill(3n as never);
    return owned(column);
  });
  inSpareMemory(() => allocateColumn("u32", 2 * LENGTH).fill(9 as never));
  // What is owned has memory of its own, of its own length.
  expect(new Set<unknown>(later)).toEqual(new Set([3n]));
  expect(later.buffer.byteLength).toBe(8 * (LENGTH - 1));
});

test("columns of one work, and of work within it, have memory of their own", () => {
  inSpareMemory(() => {
    const [one, other] = [allocateColumn("u32", LENGTH), allocateColumn("u32", LENGTH)];
    const within = inSpareMemory(() => allocateColumn("u32", LENGTH));
    expect(new Set([one.buffer, other.buffer, within.buffer]).size).toBe(3);
    expect(allocateColumn("u32", LENGTH).buffer).toBe(within.buffer);
  });
  const outside = allocateColumn("u32", LENGTH);
  expect(outside.buffer.byteLength).toBe(4 * LENGTH);
  expect(() => inSpareMemory(() => allocateColumn("f64", Number.MAX_SAFE_INTEGER))).toThrow(OutOfMemoryError);
});

for (const on of [javascriptExecutor, wasmExecutor()]) {
  test(`runs of programs on ${on.name} take it, and their values stay`, () => {
    const program = compile(`
      entry rows [n] (xs: [n]i32): [n][2]i32 = map (\\x -> [x, x * 2]) (reverse xs)
      entry both [n] (xs: [n]i32): ([]i32, [n]i32) = (filter (> 10) (map (* 3) xs), scan (+) 0 (reverse xs))
    `);
    const xs = Int32Array.from({ length: LENGTH }, (_, i) => i % 1000);
    const first = ["rows", "both"].map((entry) => run(program, entry, [xs], { on }));
    const seen = structuredClone(first);
    const before = spareCounts.bytes;
    for (let k = 0; k < 3; k++) {
      for (const entry of ["rows", "both"]) run(program, entry, [xs.map((x) => x + k + 1)], { on });
    }
    expect(spareCounts.bytes).toBeGreaterThan(before);
    expect(first).toEqual(seen);
    expect(run(program, "both", [xs], { on })).toEqual(seen[1]);
    expect(xs[999]).toBe(999);
  });
}
