import { afterAll, describe, expect, it } from "vitest";
import type { AlgorithmFunctions } from "../../src/algorithms/algorithm-rows.ts";
import { differenceOf } from "../algorithms/difference.ts";

// Algorithms on threads that really run at the same time: of the build, as users have it.

const built = (name: string): Promise<unknown> =>
  import(new URL(`../../dist/${name}.mjs`, import.meta.url).href);
const { openWorkers } = (await built("workers")) as typeof import("../../src/workers.ts");
const { algorithmsOn, javascriptExecutor } = (await built(
  "algorithms",
)) as typeof import("../../src/algorithms.ts");

const LENGTH = 100_000;
const draws = Float64Array.from({ length: LENGTH }, (_, i) => Math.sin(i * i) * 2 ** ((i * 7) % 60));
const keys = Uint32Array.from({ length: LENGTH }, (_, i) => (i * i) % 1009);
const words = BigUint64Array.from(keys, (key, i) => BigInt(key) * 0x9e37_79b9_7f4a_7c15n + BigInt(i));
const lengths = Uint32Array.of(0, 1, 49_999, 0, 7, 49_993);

type Run = (on: AlgorithmFunctions<"later">) => unknown;

const RUNS: Readonly<Record<string, Run>> = {
  filter: (on) => on.filter({ draws, keys }, (_, index) => index % 3 === 1),
  partition: (on) => on.partition(draws, (draw) => draw > 0),
  unique: (on) => on.unique(keys, { anywhere: true }),
  sort: (on) => on.sort(draws, { descending: true }),
  sortPairs: (on) => on.sortPairs(keys, { draws, words }),
  topK: (on) => on.topK(draws, 10),
  quantile: (on) => on.quantile(draws, [0, 0.25, 0.5, 0.75, 1]),
  logSumExp: (on) => on.logSumExp(draws),
  softmax: (on) => on.softmax(draws),
  argsort: (on) => on.argsort(words, { bits: [5, 40] }),
  segmentedReduce: (on) => on.segmentedReduce(words, { lengths }, { operator: "tree-hash", initial: 3n }),
  segmentedInclusiveScan: (on) => on.segmentedInclusiveScan(draws, { lengths }),
  reduceByKey: (on) => on.reduceByKey(keys, draws),
  histogram: (on) => on.histogram(draws, { binCount: 100, range: [-1e9, 1e9] as const }),
  movingSum: (on) => on.movingSum(draws, { window: 1000 }),
};

const pool = await openWorkers({ count: 3, shortest: 0, ownWork: 0 });
afterAll(() => pool.close());

describe("on threads", () => {
  it.each(Object.entries(RUNS))("%s has the bits of plain loops", async (_, run) => {
    const expected = run(algorithmsOn(javascriptExecutor) as unknown as AlgorithmFunctions<"later">);
    expect(differenceOf(await run(algorithmsOn(pool)), expected)).toBeUndefined();
  });
});
