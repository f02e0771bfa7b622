// Mean and variance in one reduce, without the digits that a sum of squares loses: pieces are merged by what they know of themselves.
//
// B. P. Welford, Note on a Method for Calculating Corrected Sums of Squares and Products, 1962; T. F. Chan, G. H. Golub and R. J. LeVeque,
// Algorithms for Computing the Sample Variance, 1983. Data: NumAcc4 of the NIST Statistical Reference Datasets, whose certified mean
// is 10000000.2 and standard deviation 0.1.
import { inclusiveScan, reduce } from "samebits";
import { runningVariance } from "samebits/operators";

const x = Float64Array.from({ length: 1001 }, (_, i) =>
  i === 0 ? 10000000.2 : i % 2 === 1 ? 10000000.1 : 10000000.3,
);

const elements = { count: new Uint32Array(x.length).fill(1), mean: x, m2: new Float64Array(x.length) };
const operator = runningVariance("f64");
const { count, mean, m2 } = reduce(elements, { operator });
console.log("merged        ", mean.toFixed(7), Math.sqrt(m2 / (count - 1)).toFixed(10));

const [sum, squares] = [reduce(x), reduce(x.map((value) => value * value))];
const fromSquares = (squares - (sum * sum) / x.length) / (x.length - 1);
console.log("sum of squares", (sum / x.length).toFixed(7), Math.sqrt(Math.max(0, fromSquares)).toFixed(10));

const soFar = inclusiveScan(elements, { operator });
const deviation = soFar.m2.map((squared, i) => Math.sqrt(squared / Math.max(1, soFar.count[i] - 1)));
for (const i of [1, 10, 100])
  console.log(`after ${i + 1}:`, soFar.mean[i].toFixed(4), deviation[i].toFixed(4));

/* prints
merged         10000000.2000000 0.1000000006
sum of squares 10000000.2000000 0.2190890230
after 2: 10000000.1500 0.0707
after 11: 10000000.2000 0.1000
after 101: 10000000.2000 0.1000
*/
