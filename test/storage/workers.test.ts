import { afterAll, expect, test } from "vitest";
import { openPool } from "../../src/executors/workers/pool.ts";
import { ofRuns } from "../extent.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { checkWidening } from "./cases.ts";

const SEED = 20_261_123;

// Pieces so short that every input is cut.
const pool = await openPool({ count: 3, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 64 });
afterAll(() => pool.close());

test(`narrow elements on workers have the bits of their widened column (seed ${SEED})`, async () => {
  expect(await checkWidening(pool.executor(), SEED, 300)).toBeGreaterThan(ofRuns(100));
});
