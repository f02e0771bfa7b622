import { hashArray, inclusiveScan, reduce, toHex, treeHash } from "samebits";
import { witness } from "samebits/conformance";
import { argMax } from "samebits/operators";
import { onlineWasmExecutor } from "samebits/streams"; // with sums and networks
import { openWorkers, type WorkerPool } from "samebits/workers";
import { publish } from "./publish.ts";

const LENGTH = 70_001; // several pieces

/** What two workers make of a few requests at once, by themselves and with the page's thread, beside what one thread makes of them; or why there are none. */
publish(async () => {
  try {
    const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0 });
    const alone = await work(pool).finally(() => pool.close());
    const sharing = await openWorkers({ count: 2, shortest: 0 });
    return { ...alone, together: await requests(sharing).finally(() => sharing.close()) };
  } catch (error) {
    return String(error);
  }
});

const elements = Float64Array.from({ length: LENGTH }, (_, i) => (i % 97) * 0.1 - (i % 31) * 1e10);

async function work(pool: WorkerPool) {
  const workers = await requests(pool);
  const { passed, summary } = await witness([onlineWasmExecutor(), pool.executor], {
    length: LENGTH,
    operators: [treeHash, argMax("f64")],
  });
  return {
    count: pool.count,
    workers,
    alone: {
      scans: [elements, elements].map((each) => hashArray(inclusiveScan(each))),
      total: toHex("f64", reduce(elements, { expression: "pairwise" })),
    },
    witness: { passed, summary },
  };
}

async function requests(pool: WorkerPool) {
  const shared = pool.allocate("f64", LENGTH);
  shared.array.set(elements);
  const [own, inPlace, total] = await Promise.all([
    pool.inclusiveScan(elements),
    pool.inclusiveScan(shared.array, { output: shared.array }),
    pool.reduce(elements, { expression: "pairwise" }),
  ]);
  return { scans: [own, inPlace].map(hashArray), total: toHex("f64", total) };
}
