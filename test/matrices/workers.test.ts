import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { algorithmsOn, wasmExecutor as algorithmsWasmExecutor } from "../../src/algorithms.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { matricesOn, wasmExecutor } from "../../src/matrices.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { checkFolds } from "./check-folds.ts";
import { anyLines, checkLines } from "./check-lines.ts";
import { anyProduct, checkProduct, SEED } from "./check-products.ts";

const rounds: string[] = [];
const start = workersHere({
  onPost(message) {
    if (message.kind === "range-job") rounds.push(message.work.kind);
    return "pass";
  },
});
const opened = openPool({ count: 3, start, shortest: 0, ownWork: 0, pieceLength: 32 });
afterAll(async () => (await opened).close());

it("lines on workers are what they are alone", async () => {
  const on = matricesOn({ executor: (await opened).executor() });
  await fc.assert(
    fc.asyncProperty(anyLines(9), (draw) => checkLines(on, draw)),
    { seed: SEED, numRuns: 12 },
  );
});

it("folds along axes on workers are what they are of each line alone", async () => {
  const on = matricesOn({ executor: (await opened).executor() });
  await fc.assert(
    fc.asyncProperty(anyLines(9), (draw) => checkFolds(on, draw)),
    { seed: SEED, numRuns: 4 },
  );
});

it("products on workers are dot products", async () => {
  const pool = await opened;
  const on = matricesOn({ executor: pool.executor() });
  const served = anyProduct(8).filter(({ type }) => type.startsWith("f"));
  await fc.assert(
    fc.asyncProperty(served, (draw) => checkProduct(on, draw)),
    { seed: SEED, numRuns: 40 },
  );
  expect(rounds).toContain("products");
});

it("chains of long lines and segments are whole ones of one worker", async () => {
  const executor = (await opened).executor();
  const on = matricesOn({ executor });
  const alone = matricesOn(wasmExecutor());
  const array = Float64Array.from({ length: 5 * 700 }, (_, i) => ((i * 7919) % 1009) / 13 - 38);
  const A = { array, shape: [5, 700] };
  const options = { axis: 1, expression: "left-fold" } as const;
  expect(await on.reduce(A, options)).toEqual(alone.reduce(A, options));
  expect(await on.inclusiveScan(A, options)).toEqual(alone.inclusiveScan(A, options));
  expect(await on.variance(A, options)).toEqual(alone.variance(A, options));
  expect(await on.softmax(A, options)).toEqual(alone.softmax(A, options));
  const segments = { offsets: Uint32Array.of(0, 3, 3, 2900, 3500) };
  const [here, there] = [algorithmsOn({ executor }), algorithmsOn(algorithmsWasmExecutor())];
  const byFold = { expression: "left-fold" } as const;
  expect(await here.segmentedReduce(array, segments, byFold)).toEqual(
    there.segmentedReduce(array, segments, byFold),
  );
  expect(await here.reduceCommutative(array, byFold)).toBe(there.reduceCommutative(array, byFold));
});

it("products of many tiles are those of one thread", async () => {
  const on = matricesOn({ executor: (await opened).executor() });
  const alone = matricesOn(wasmExecutor());
  const draw = (count: number, step: number) =>
    Float32Array.from({ length: count }, (_, i) => ((i * step) % 1009) / 13 - 38);
  const A = { array: draw(300 * 200, 7919), shape: [300, 200] };
  const B = { array: draw(200 * 150, 31), shape: [200, 150] };
  for (const options of [
    {},
    { accumulate: "f64" },
    { expression: "left-fold" },
    { semiring: { add: "max", multiply: "add" } },
  ] as object[]) {
    expect(await on.multiply(A, B, options)).toEqual(alone.multiply(A, B, options));
  }
});
