// With `using`, of the library esnext.disposable or of @types/node.
import { allocate } from "samebits";
import { openWorkers } from "samebits/workers";

export async function sums(): Promise<number> {
  using input = allocate("f64", 100);
  await using pool = await openWorkers({ count: 2 });
  return await pool.reduce(input.array.fill(0.5));
}
