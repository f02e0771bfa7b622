import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { openPool } from "../../src/executors/workers/pool.ts";
import { matricesOn } from "../../src/matrices.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { anyLines, checkLines } from "./check-lines.ts";
import { anyProduct, checkProduct, SEED } from "./check-products.ts";

const opened = openPool({ count: 3, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 });
afterAll(async () => (await opened).close());

it("lines on workers are what they are alone", async () => {
  const on = matricesOn({ executor: (await opened).executor() });
  const served = anyLines(9).filter(({ expression }) => expression !== "left-fold");
  await fc.assert(
    fc.asyncProperty(served, (draw) => checkLines(on, draw)),
    { seed: SEED, numRuns: 10 },
  );
});

it("products on workers are dot products", async () => {
  const pool = await opened;
  const on = matricesOn({ executor: pool.executor() });
  const served = anyProduct(8).filter(
    ({ type, expression }) => type.startsWith("f") && expression !== "left-fold",
  );
  await fc.assert(
    fc.asyncProperty(served, (draw) => checkProduct(on, draw)),
    { seed: SEED, numRuns: 15 },
  );
  const A = { array: Float64Array.of(1), shape: [1, 1] };
  await expect(on.multiply(A, A, { expression: "left-fold" })).rejects.toThrow(UnsupportedError);
});
