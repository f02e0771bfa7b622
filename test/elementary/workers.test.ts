import { afterAll, describe, expect, it } from "vitest";
import { algorithmsOn, javascriptExecutor } from "../../src/algorithms.ts";
import { contractOf } from "../../src/conformance/contract-of.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { blockDyadic, interleaved, iteratedPairwise } from "../../src/expressions/expression.ts";
import { inclusiveScan, reduce } from "../../src/javascript.ts";
import { fn } from "../../src/operators.ts";
import { differenceOf } from "../algorithms/difference.ts";
import { elementsOn, workersHere } from "../helpers/workers/workers.ts";
import { ELEMENTARY_OPERATORS, numbers } from "./operators.ts";

/** Pieces so short that all but the shortest input is cut. */
const pool = await openPool({ count: 3, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 });
afterAll(() => pool.close());

const LENGTHS = [1, 31, 259, 1021];

describe.each(["f64", "f32"] as const)("operators of %s on a pool of workers", (type) => {
  it.each([blockDyadic(32), interleaved(8), iteratedPairwise])(
    "have the bits of plain loops: %j",
    async (expression) => {
      for (const operator of ELEMENTARY_OPERATORS[type]) {
        const plan = elementsOn(pool.executor(), contractOf({ operator, type, expression }));
        for (const length of LENGTHS) {
          const given = type === "f64" ? numbers(length) : Float32Array.from(numbers(length));
          const scanned = inclusiveScan(given as Float64Array, { operator: operator as never, expression });
          const reduced = reduce(given as Float64Array, { operator: operator as never, expression });
          expect(differenceOf(await plan.inclusiveScan(given), scanned)).toBeUndefined();
          expect(differenceOf(await plan.reduce(given), reduced)).toBeUndefined();
        }
      }
    },
  );
});

describe("algorithms on a pool of workers", () => {
  const isLarge = fn`(x: f64) => exp(x) * cos(x) > 0.25`;
  const [here, there] = [algorithmsOn(javascriptExecutor), algorithmsOn({ executor: pool.executor() })];

  it.each(LENGTHS)("predicates and folds have the bits of plain loops: %i elements", async (length) => {
    const x = numbers(length);
    expect(await there.filter(x, isLarge)).toEqual(here.filter(x, isLarge));
    expect(await there.count(x, isLarge)).toBe(here.count(x, isLarge));
    expect(differenceOf(await there.logSumExp(x), here.logSumExp(x))).toBeUndefined();
    expect(differenceOf(await there.softmax(x), here.softmax(x))).toBeUndefined();
  });
});
