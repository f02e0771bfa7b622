import { afterAll, describe, expect, it } from "vitest";
import { workersHere } from "../../../../test/helpers/workers/workers.ts";
import { generateData } from "../../../conformance/data/generate-data.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import { openPool, type Pool } from "../pool.ts";

const pools: Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

const LENGTH = 20_011;
const COLUMNS: readonly ColumnArray[] = [
  generateData({ data: "bits", type: "u64", length: LENGTH, seed: 1n }),
  generateData({ data: "bits", type: "i32", length: LENGTH, seed: 2n }),
  Float64Array.from({ length: LENGTH }, (_, i) => Math.sin(i)),
  Float32Array.from({ length: LENGTH }, (_, i) => (i % 5) - 2),
  Float64Array.from({ length: LENGTH }, (_, i) => (i < 15_000 ? i % 2 : i)), // more between bounds than pieces have room for
  Float64Array.from({ length: LENGTH }, (_, i) => (i === 17_000 ? Number.NaN : i)),
];

describe("selection on a pool", () => {
  it("gives what one thread gives, by ranges", async () => {
    const start = workersHere();
    const pool = await openPool({ count: 3, start, shortest: 0, ownWork: 0, pieceLength: 3001 });
    pools.push(pool);
    const on = pool.executor().openPrimitives();
    const definition = javascriptPrimitives();
    for (const column of COLUMNS) {
      const keys = on.place(column);
      for (const ranks of [[0], [10_005], [5, 7000, 7001, 20_010]]) {
        expect(await on.ranked?.(keys, ranks)).toEqual(definition.ranked?.(column, ranks));
      }
      for (const count of [1, 40, 78]) {
        for (const isDescending of [true, false]) {
          expect(await on.leading?.(keys, count, isDescending)).toEqual(
            definition.leading?.(column, count, isDescending),
          );
        }
      }
    }
    on.release();
  });
});
