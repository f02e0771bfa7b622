import { afterAll } from "vitest";
import { openPool, type Pool } from "../../src/executors/workers/pool.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { PRIMITIVE_CASES } from "./cases/primitives.ts";
import { describeOracles, libraryPlace } from "./run-oracles.ts";

const pools: Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

/** Pieces so short that a column of a hundred elements is cut, also in front of and behind its segments. */
const open = async () => {
  const pool = await openPool({ count: 3, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 });
  pools.push(pool);
  return { executor: pool.executor(), placeElsewhere: libraryPlace(pool.allocate) };
};

describeOracles("primitives on workers", open, { cases: PRIMITIVE_CASES });
describeOracles("on workers", open, { runsOf: ({ runs }) => Math.ceil(runs / 10) });
