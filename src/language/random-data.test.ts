import { describe, expect, it } from "vitest";
import { ArrayProgram } from "./array-program.ts";
import { randomTestValues } from "./random-data.ts";
import { parseProgram } from "./text/parse-program.ts";

const program = new ArrayProgram(
  parseProgram(`
entry many [n] (k: i64) (xs: [n]i32) (is: [n]i64) (fs: []f32) (ds: []f64) (flags: []bool) (us: []u32) (three: [3]i32) = xs
entry pairs (ps: [](i32, bool)) (rows: [][]i32) (r: { x: f64, y: bool }) = ps
entry applied (f: i32 -> i32) = f 1
`),
);

describe("random operands", () => {
  it("have the size and the type of what they are for", () => {
    const [k, xs, is, fs, ds, flags, us, three] = program.randomOperands("many", 100);
    expect(k).toBe(100n);
    expect(xs).toBeInstanceOf(Int32Array);
    expect([xs, is, fs, ds, flags, us].map((each) => (each as Int32Array).length)).toEqual(
      Array(6).fill(100),
    );
    expect((three as Int32Array).length).toBe(3);
    expect(Array.from(is as BigInt64Array).every((index) => index >= 0n && index < 100n)).toBe(true);
    for (const floats of [fs, ds] as Float64Array[]) expect(floats.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(new Set(flags as Uint8Array)).toEqual(new Set([0, 1]));
    expect((xs as Int32Array).some((x) => x < 0)).toBe(true);
    expect((us as Uint32Array).some((x) => x > 2 ** 31)).toBe(true);
    expect(() => program.interpret("many", [k, xs, is, fs, ds, flags, us, three])).not.toThrow();
  });

  it("have the shape of records and of arrays of arrays", () => {
    const [pairs, rows, record] = program.randomOperands("pairs", 4);
    expect(pairs).toEqual([expect.any(Int32Array), expect.any(Uint8Array)]);
    expect((rows as Int32Array[]).map((row) => row.length)).toEqual([4, 4, 4, 4]);
    expect(record).toEqual({ x: expect.any(Number), y: expect.any(Boolean) });
    expect(() => program.interpret("pairs", [pairs, rows, record])).not.toThrow();
  });

  it("are the same for a seed, and others for another", () => {
    const [first, again, other] = [7n, 7n, 8n].map((seed) => program.randomOperands("many", 50, seed));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("do not exist for functions", () => {
    expect(() => program.randomOperands("applied", 5)).toThrow(
      /"entry".*whose operands are data, got i32 -> i32/,
    );
  });

  it("are values of a test file, of the shapes asked for", () => {
    const values = randomTestValues(
      [
        { type: "i32", shape: [2, 3] },
        { type: "f64", shape: [] },
        { type: "u64", shape: [5] },
      ],
      1n,
    );
    expect(values.map(({ elements }) => elements.length)).toEqual([6, 1, 5]);
    expect(values[2].elements).toBeInstanceOf(BigUint64Array);
  });
});
