// The exponential moving average y[i] = ¾·y[i−1] + ¼·x[i] as one scan: each step is an affine map, and maps compose.
//
// Recurrences by scans: P. M. Kogge and H. S. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of
// Recurrence Equations, 1973; G. E. Blelloch, Prefix Sums and Their Applications, 1990. Data: the Nile at Aswan, 1871 to 1880,
// in 10^8 m³ a year; G. W. Cobb, The Problem of the Nile, 1978.
import { add, inclusiveScan, multiply } from "samebits";
import { affine } from "samebits/operators";

const flow = Float64Array.of(1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140);

const scale = flow.map(() => 0.75);
const offset = flow.map((x, i) => (i === 0 ? x : 0.25 * x)); // begins with the first value
const { offset: average } = inclusiveScan({ scale, offset }, { operator: affine(add, multiply, "f64") });

console.log("year  flow  average");
flow.forEach((x, i) => {
  console.log(1871 + i, `${x}`.padStart(5), average[i].toFixed(2).padStart(8));
});

// These few values are exact in 53 bits, so the loop agrees to the last one. In general it has another tree.
let y = flow[0];
const loop = flow.map((x, i) => {
  if (i > 0) y = 0.75 * y + 0.25 * x;
  return y;
});
console.log(
  "as the loop:",
  loop.every((value, i) => value === average[i]),
);

/* prints
year  flow  average
1871  1120  1120.00
1872  1160  1130.00
1873   963  1088.25
1874  1210  1118.69
1875  1160  1129.02
1876  1160  1136.76
1877   813  1055.82
1878  1230  1099.37
1879  1370  1167.02
1880  1140  1160.27
as the loop: true
*/
