import { expect, it, vi } from "vitest";
import { workersHere } from "../../../test/helpers/workers/workers.ts";
import { runCallLaterOn, runCallOn } from "../../algorithms/run-call.ts";
import { fusingWasmExecutor } from "../../executors/wasm/primitives/fusing-wasm-executor.ts";
import { openPool } from "../../executors/workers/pool.ts";
import { compile } from "../../language.ts";

/** A map within a map within a map, whose functions see the elements of all of them. */
const PROGRAM = compile(`def forces (xs: []f64) (ys: []f64) =
  map (\\x -> reduce (+) 0 (map (\\y -> (y - x) * (y + 2 * x)) ys)) xs
def deep (xs: []f64) (ys: []f64) =
  map (\\x -> map (\\y -> reduce f64.max 0 (map (\\z -> x * y - z * y + x) xs)) ys) xs`);

const OPERANDS = [
  Float64Array.of(1, -2, 3.5, 1e9, -0, 7, 0.1),
  Float64Array.from({ length: 23 }, (_, i) => i / 3),
];

it.each(["forces", "deep"])("elements of maps around are gathered nowhere: %s", (entry) => {
  const executor = fusingWasmExecutor(undefined, 0);
  const gather = vi.spyOn(executor.openPrimitives(), "gather");
  const value = runCallOn(executor, PROGRAM.callOf(entry, OPERANDS));
  expect(value).toEqual(PROGRAM.interpret(entry, OPERANDS));
  expect(gather).not.toHaveBeenCalled();
});

it.each(["forces", "deep"])("pieces of workers begin anywhere in them: %s", async (entry) => {
  const pool = await openPool({ count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 });
  try {
    const call = PROGRAM.callOf(entry, OPERANDS);
    expect(await runCallLaterOn(pool.executor(), call)).toEqual(PROGRAM.interpret(entry, OPERANDS));
  } finally {
    await pool.close();
  }
});
