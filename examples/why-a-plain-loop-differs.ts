// A loop adds small numbers to a large running sum and loses a little of each. A tree adds numbers of like size.
// Neither is exact; but the loop's error grows with the length, the tree's with its logarithm.
import { inclusiveScan } from "samebits";

const length = 1_000_000;
const tenths = new Float32Array(length).fill(0.1);
const exact = (count: number): number => count * Math.fround(0.1); // one rounding, in f64

const loop = new Float32Array(length);
let sum = 0;
for (let i = 0; i < length; i++) {
  sum = Math.fround(sum + tenths[i]);
  loop[i] = sum;
}

const prefixes = inclusiveScan(tenths);
for (const count of [100, 10_000, length]) {
  const errorOf = (array: Float32Array): number => Number((array[count - 1] - exact(count)).toPrecision(2));
  console.log(`sum of ${count}: the loop is off by ${errorOf(loop)}, the scan by ${errorOf(prefixes)}`);
}

/* prints
sum of 100: the loop is off by 0.0000018, the scan by -1.5e-7
sum of 10000: the loop is off by -0.097, the scan by -0.000015
sum of 1000000: the loop is off by 960, the scan by -0.0015
*/
