// f32 in, f64 out: every element is widened before the first combine, and each combine rounds to f64.
import { prepare, printContract } from "samebits";

const tenths = new Float32Array(1_000_000).fill(0.1);

for (const accumulate of ["f32", "f64"] as const) {
  const plan = prepare({ type: "f32", accumulate });
  console.log(printContract(plan.contract));
  console.log(plan.reduce(tenths), plan.inclusiveScan(tenths).constructor.name);
}

/* prints
add f32 block-dyadic:32 initial=none v1
100000 Float32Array
add f32 sum=f64 block-dyadic:32 initial=none v1
100000.00149011612 Float64Array
*/
