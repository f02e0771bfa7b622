import { openWorkers } from "samebits/workers";

export async function probe() {
  const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0 }); // all of it on the workers
  try {
    const prefixes = await pool.inclusiveScan(Float64Array.from({ length: 100_000 }, (_, i) => i * 0.1));
    return [pool.count, prefixes.at(-1)];
  } finally {
    await pool.close();
  }
}
