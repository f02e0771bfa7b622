// A histogram of flight delays: bins of ten minutes, each with its lower edge, and what is outside counted beside them.
//
// Data: 200,000 flights in the United States in 2001, U.S. Bureau of Transportation Statistics, by vega-datasets.
import { fileURLToPath } from "node:url";
import { histogram, mean, minMax, variance } from "samebits/algorithms";
import { readArray } from "samebits/formats";

const file = new URL("../data/flights-200k.arrow", import.meta.resolve("vega-datasets"));
const { array } = await readArray(fileURLToPath(file), { column: "delay", type: "f32" });
const delay = array as Float32Array;

const extremes = minMax(delay);
const deviation = Math.sqrt(variance(delay, { accumulate: "f64" }));
console.log(`${delay.length} flights, from ${extremes.min} to ${extremes.max} minutes`);
console.log(
  `mean ${mean(delay, { accumulate: "f64" }).toFixed(3)}, standard deviation ${deviation.toFixed(3)}`,
);

const { counts, edges, belowCount, aboveCount } = histogram(delay, { binCount: 10, range: [-30, 70] });
const most = minMax(counts).max;
counts.forEach((count, bin) => {
  const bar = "█".repeat(Math.round((40 * count) / most));
  console.log(`${edges[bin]}`.padStart(4), `${count}`.padStart(6), bar);
});
console.log("below", belowCount, "above", aboveCount);

// Edges need not be even: those of "on time", "late" and "very late".
const kinds = histogram(delay, { edges: [-Infinity, 15, 60, Infinity] });
console.log("on time, late, very late:", kinds.counts.join(", "));

/* prints
200000 flights, from -86 to 1444 minutes
mean 7.501, standard deviation 31.984
 -30   7207 █████
 -20  29719 ████████████████████
 -10  58985 ████████████████████████████████████████
   0  44283 ██████████████████████████████
  10  21111 ██████████████
  20  11298 ████████
  30   6886 █████
  40   4605 ███
  50   3252 ██
  60   2555 ██
below 1858 above 8241
on time, late, very late: 154920, 34284, 10796
*/
