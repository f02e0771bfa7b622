import { afterAll } from "vitest";
import { algorithmsWasmExecutor } from "../../src/executors/wasm/primitives/algorithms-wasm-executor.ts";
import { openPool, type Pool } from "../../src/executors/workers/pool.ts";
import { isLong } from "../extent.ts";
import { HIGH_PLACES, highMemory } from "../helpers/wasm/high-heap.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { ALL_CASES } from "./cases/all.ts";
import { PRIMITIVE_CASES } from "./cases/primitives.ts";
import { describeOracles, highPlace } from "./run-oracles.ts";

/*
 * Every function and every primitive on columns that lie above 2 GiB of library memory, where WebAssembly gives addresses as negative
 * numbers, and at the very end of it, where the address behind an array is 0.
 */

const pools: Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

for (const [turn, place] of HIGH_PLACES.entries()) {
  const onWasm = async () => {
    const memory = highMemory(place);
    return { executor: algorithmsWasmExecutor(memory.heap), placeElsewhere: highPlace(memory) };
  };
  const onWorkers = async () => {
    const memory = highMemory(place);
    const setting = { count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 };
    const pool = await openPool({ ...setting, heap: memory.heap });
    pools.push(pool);
    return { executor: pool.executor(), placeElsewhere: highPlace(memory) };
  };
  const rows = [...PRIMITIVE_CASES, ...ALL_CASES];
  // The places take turns, of either executor in another order; in the long run all have every row.
  const onTurn = (from: number) => rows.filter((_, i) => isLong || (i + from) % HIGH_PLACES.length === turn);
  describeOracles(`wasm, ${place}`, onWasm, { cases: onTurn(0), runsOf: () => "telling" });
  describeOracles(`workers, ${place}`, onWorkers, { cases: onTurn(1), runsOf: () => "telling" });
}
