import { afterAll, describe, expect, it } from "vitest";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { AlgorithmExecutor } from "../../src/executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../src/executors/wasm/primitives/algorithms-wasm-executor.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { evenEdges } from "../../src/values/bin-edges.ts";
import { OutOfMemoryError } from "../../src/values/errors.ts";
import type { ColumnArray } from "../../src/values/value-types.ts";
import { workersHere } from "../helpers/workers/workers.ts";

/* What is longer than its input: expansions, bins, what a scatter goes into. Lengths here are beyond what any engine makes, so that nothing is touched. */

const pool = await openPool({ count: 1, start: workersHere() });
afterAll(() => pool.close());

const LENGTH = 2 ** 40;

const executors: readonly AlgorithmExecutor<ColumnArray>[] = [
  algorithmsJavascriptExecutor,
  algorithmsWasmExecutor(),
  pool.executor(),
];

describe.each(executors.map((executor) => [executor.name, executor] as const))("on %s", (_, executor) => {
  it("results larger than memory allows are a typed error, and later ones are made", async () => {
    const on = executor.openPrimitives();
    const offsets = on.place(Uint32Array.of(0, 1));
    const calls = [
      () => on.fill("f64", 1, LENGTH),
      () => on.segmentIds(offsets, LENGTH),
      () => on.countIndices(offsets, LENGTH),
    ];
    for (const call of calls) await expect(async () => call()).rejects.toThrow(OutOfMemoryError);
    expect(await on.take(await on.fill("u32", 7, 2))).toEqual(Uint32Array.of(7, 7));
    on.release();
  });
});

it("so are edges", () => {
  expect(() => evenEdges(LENGTH, 0, 1)).toThrow(OutOfMemoryError);
});
