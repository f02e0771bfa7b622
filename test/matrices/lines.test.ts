import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { javascriptExecutor, matricesOn, wasmExecutor } from "../../src/matrices.ts";
import { anyLines, checkLines } from "./check-lines.ts";
import { SEED } from "./check-products.ts";

const long = { timeout: 60_000 };

describe.each([
  ["plain loops", javascriptExecutor],
  ["wasm", wasmExecutor()],
] as const)("lines on %s", (name, executor) => {
  const on = matricesOn(executor);

  it("are what they are alone, whatever the shape, the strides and the axes", long, async () => {
    const property = fc.asyncProperty(anyLines(70), (draw) => checkLines(on, draw));
    await fc.assert(property, { seed: SEED, numRuns: name === "wasm" ? 120 : 40 });
  });

  it.each([0, 1])("along axis %i have the bits of a row alone in any batch", (axis) => {
    const depth = 333;
    const rows = Float64Array.from(
      { length: 1000 * depth },
      (_, i) => (((i * 7919) % 1009) / 13 - 38) * 2 ** (i % 40),
    );
    for (const count of [1, 2, 7, 64, 1000]) {
      const laid = axis === 1 ? [depth, 1] : [1, count];
      const array = new Float64Array(count * depth);
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < depth; k++) array[i * laid[0] + k * laid[1]] = rows[i * depth + k];
      }
      const shape = axis === 1 ? [count, depth] : [depth, count];
      const sums = on.reduce({ array, shape }, { axis });
      const scans = on.inclusiveScan({ array, shape }, { axis });
      for (const row of new Set([0, count >> 1, count - 1])) {
        const alone = { array: rows.subarray(row * depth, (row + 1) * depth), shape: [depth] };
        expect(sums.array[row]).toBe(on.reduce(alone, { axis: 0 }).array[0]);
        const prefixes = scans.array.filter((_, i) => Math.floor(axis === 1 ? i / depth : i % count) === row);
        expect(prefixes).toEqual(on.inclusiveScan(alone, { axis: 0 }).array);
      }
    }
  });
});
