// Which points of a path can be seen from its beginning: those that rise above all before them. An exclusive scan of the largest slope
// so far tells how high one must look, and with its index, over which point. (Slopes order points as angles do, and are exact to round.)
//
// G. E. Blelloch, Prefix Sums and Their Applications, 1990.
import { exclusiveScan } from "samebits";
import { argMax } from "samebits/operators";

const altitudes = Float64Array.of(1200, 1185, 1240, 1225, 1290, 1262, 1270, 1361, 1322, 1390); // metres, every 100
const observer = altitudes[0] + 1.5;

const distance = (i: number): number => 100 * (i + 1);
const path = altitudes.subarray(1);
const slopes = path.map((altitude, i) => (altitude - observer) / distance(i));
const indexes = Uint32Array.from(path, (_, i) => i);
const before = exclusiveScan({ value: slopes, index: indexes }, { operator: argMax("f64") });

slopes.forEach((slope, i) => {
  const sight = slope > before.value[i] ? "seen" : `behind the point at ${distance(before.index[i])} m`;
  console.log(`${distance(i)} m: ${path[i]} m up, slope ${slope.toFixed(3)}, ${sight}`);
});

/* prints
100 m: 1185 m up, slope -0.165, seen
200 m: 1240 m up, slope 0.193, seen
300 m: 1225 m up, slope 0.078, behind the point at 200 m
400 m: 1290 m up, slope 0.221, seen
500 m: 1262 m up, slope 0.121, behind the point at 400 m
600 m: 1270 m up, slope 0.114, behind the point at 400 m
700 m: 1361 m up, slope 0.228, seen
800 m: 1322 m up, slope 0.151, behind the point at 700 m
900 m: 1390 m up, slope 0.209, behind the point at 700 m
*/
