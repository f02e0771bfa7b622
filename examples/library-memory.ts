// Arrays where the kernels live: nothing is copied. They are ordinary typed arrays until they are released.
import { allocate, inclusiveScan } from "samebits";

const input = allocate("f64", 1_000_000);
const output = allocate("f64", 1_000_000);
try {
  input.array.fill(0.5);
  inclusiveScan(input.array, { output: output.array });
  console.log(output.array.constructor.name, output.array.length, output.array[999_999]);

  // More memory may be needed later; no view that was handed out ever detaches.
  const more = allocate("f64", 4_000_000);
  console.log(input.array[0], output.array[999_999]);
  more.release();
} finally {
  input.release();
  output.release();
}

/* prints
Float64Array 1000000 500000
0.5 500000
*/
