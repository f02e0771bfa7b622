import { hashArray, inclusiveScan, reduce, toHex, treeHash } from "samebits";
import { witness } from "samebits/conformance";
import { argMax } from "samebits/operators";
import { onlineWasmExecutor } from "samebits/streams"; // with sums and networks
import { openWorkers, type WorkerPool } from "samebits/workers";
import { publish } from "./publish.ts";

const LENGTH = 70_001; // several pieces

/** What two workers make of a few requests at once, beside what one thread makes of them; or why there are none. */
publish(async () => {
  try {
    const pool = await openWorkers({ count: 2, shortest: 0 });
    return await work(pool).finally(() => pool.close());
  } catch (error) {
    return String(error);
  }
});

async function work(pool: WorkerPool) {
  const elements = Float64Array.from({ length: LENGTH }, (_, i) => (i % 97) * 0.1 - (i % 31) * 1e10);
  const shared = pool.allocate("f64", LENGTH);
  shared.array.set(elements);
  const [own, inPlace, total] = await Promise.all([
    pool.inclusiveScan(elements),
    pool.inclusiveScan(shared.array, { output: shared.array }),
    pool.reduce(elements, { expression: "pairwise" }),
  ]);
  const { passed, summary } = await witness([onlineWasmExecutor(), pool.executor], {
    length: LENGTH,
    operators: [treeHash, argMax("f64")],
  });
  return {
    count: pool.count,
    workers: { scans: [own, inPlace].map(hashArray), total: toHex("f64", total) },
    alone: {
      scans: [elements, elements].map((each) => hashArray(inclusiveScan(each))),
      total: toHex("f64", reduce(elements, { expression: "pairwise" })),
    },
    witness: { passed, summary },
  };
}
