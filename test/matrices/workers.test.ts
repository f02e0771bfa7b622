import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { openPool } from "../../src/executors/workers/pool.ts";
import { matricesOn, wasmExecutor } from "../../src/matrices.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
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
  const served = anyLines(9).filter(({ expression }) => expression !== "left-fold");
  await fc.assert(
    fc.asyncProperty(served, (draw) => checkLines(on, draw)),
    { seed: SEED, numRuns: 10 },
  );
});

it("folds along axes on workers are what they are of each line alone", async () => {
  const on = matricesOn({ executor: (await opened).executor() });
  const served = anyLines(9).filter(({ expression }) => expression !== "left-fold");
  await fc.assert(
    fc.asyncProperty(served, (draw) => checkFolds(on, draw)),
    { seed: SEED, numRuns: 3 },
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
  const A = { array: Float64Array.of(1), shape: [1, 1] };
  await expect(on.reduce(A, { axis: 0, expression: "left-fold" })).rejects.toThrow(UnsupportedError);
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
