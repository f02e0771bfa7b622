import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { networksJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "../../src/executors/wasm/primitives/algorithms-wasm-executor.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { ofRuns } from "../extent.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { checkFunctions, checkPasses, checkPlans, drawFrom, functionsOf } from "./differential.ts";

const SEED = 20_261_123;

/** Elements: more than two blocks of 32, or of what a pool cuts. */
const LONGEST = 150;

const wasm = algorithmsWasmExecutor();
const pool = await openPool({ count: 3, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 });
afterAll(() => pool.close());

test(`random operators over random records have the reference's bits everywhere (seed ${SEED})`, async () => {
  let served = 0;
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const draw = drawFrom((length) => generate(fc.nat, { max: length - 1 }), LONGEST);
    for (const executor of [networksJavascriptExecutor, wasm, pool.executor()]) {
      served += await checkPlans(executor, draw);
    }
    await checkPasses(wasm, draw);
    await checkPasses(networksJavascriptExecutor, draw);
  });
  await fc.assert(property, { seed: SEED, numRuns: 150 });
  expect(served).toBeGreaterThan(ofRuns(700));
});

test(`and so have functions over columns, on every executor (seed ${SEED})`, async () => {
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const draw = drawFrom((length) => generate(fc.nat, { max: length - 1 }), LONGEST);
    const expected = await functionsOf(algorithmsJavascriptExecutor, draw);
    for (const executor of [wasm, pool.executor()]) {
      checkFunctions(executor.name, draw, await functionsOf(executor, draw), expected);
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: 60 });
});
