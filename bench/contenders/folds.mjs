#!/usr/bin/env node
// `node bench/contenders/folds.mjs [--quick]`: folds beside the loops that everybody writes, in one process, turn by turn. Medians of ratios, printed.
import { reduce } from "samebits";
import {
  argMax,
  correlation,
  count,
  dot,
  mean,
  minMax,
  norm,
  squaredDistance,
  standardDeviation,
  variance,
} from "samebits/algorithms";
import { fn } from "samebits/operators";

/** @typedef {(left: Float64Array, right: Float64Array) => unknown} Fold */

const isPositive = fn`(value: f64) => value > 0`;

/** @type {Readonly<Record<string, readonly [ours: Fold, loop: Fold]>>} */
const FOLDS = {
  reduce: [(x) => reduce(x), sumOf],
  mean: [(x) => mean(x), (x) => sumOf(x) / x.length],
  dot: [(x, y) => dot(x, y), dotOf],
  squaredDistance: [(x, y) => squaredDistance(x, y), distanceOf],
  variance: [(x) => variance(x), varianceOf],
  standardDeviation: [(x) => standardDeviation(x), (x) => Math.sqrt(varianceOf(x))],
  norm: [(x) => norm(x), (x) => Math.sqrt(dotOf(x, x))],
  correlation: [(x, y) => correlation(x, y), correlationOf],
  minMax: [(x) => minMax(x), extremesOf],
  argMax: [(x) => argMax(x), placeOfLargest],
  count: [(x) => count(x, isPositive), countOf],
};

const LENGTHS = [1, 16, 256, 1_000_000];
const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 3 : 15;

/** @param {Float64Array} x */
function sumOf(x) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i];
  return sum;
}

/** @type {(x: Float64Array, y: Float64Array) => number} */
function dotOf(x, y) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** @type {(x: Float64Array, y: Float64Array) => number} */
function distanceOf(x, y) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] - y[i]) ** 2;
  return sum;
}

/** @param {Float64Array} x */
function varianceOf(x) {
  const center = sumOf(x) / x.length;
  let squares = 0;
  for (let i = 0; i < x.length; i++) squares += (x[i] - center) ** 2;
  return squares / x.length;
}

/** @type {(x: Float64Array, y: Float64Array) => number} */
function correlationOf(x, y) {
  const [ofX, ofY] = [sumOf(x) / x.length, sumOf(y) / y.length];
  let [products, squaresOfX, squaresOfY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const [d, e] = [x[i] - ofX, y[i] - ofY];
    products += d * e;
    squaresOfX += d * d;
    squaresOfY += e * e;
  }
  return products / Math.sqrt(squaresOfX * squaresOfY);
}

/** @param {Float64Array} x */
function extremesOf(x) {
  let [min, max] = [x[0], x[0]];
  for (let i = 1; i < x.length; i++) {
    if (x[i] < min) min = x[i];
    if (x[i] > max) max = x[i];
  }
  return { min, max };
}

/** @param {Float64Array} x */
function placeOfLargest(x) {
  let place = 0;
  for (let i = 1; i < x.length; i++) if (x[i] > x[place]) place = i;
  return place;
}

/** @param {Float64Array} x */
function countOf(x) {
  let found = 0;
  for (let i = 0; i < x.length; i++) if (x[i] > 0) found++;
  return found;
}

/** Nanoseconds of a call. @param {Fold} fold @param {Float64Array} x @param {Float64Array} y @param {number} calls */
function timeOf(fold, x, y, calls) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) fold(x, y);
  return Number(process.hrtime.bigint() - start) / calls;
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((one, other) => one - other)[values.length >> 1];
}

console.log("| | n | ours, ns | loop, ns | loop / ours |\n|---|--:|--:|--:|--:|");
for (const [name, [ours, loop]] of Object.entries(FOLDS)) {
  for (const length of LENGTHS) {
    const x = Float64Array.from({ length }, (_, i) => ((i * 7919) % 1009) / 7 - 50);
    const y = Float64Array.from({ length }, (_, i) => ((i * 104_729) % 997) / 3);
    const calls = Math.max(1, Math.round((isQuick ? 2e4 : 1e6) / (length + 50)));
    for (const fold of [ours, loop]) timeOf(fold, x, y, 2 * calls);
    const rounds = Array.from({ length: ROUNDS }, () => [
      timeOf(ours, x, y, calls),
      timeOf(loop, x, y, calls),
    ]);
    const times = [median(rounds.map(([own]) => own)), median(rounds.map(([, other]) => other))];
    const ratio = median(rounds.map(([own, other]) => other / own));
    console.log(
      `| ${name} | ${length} | ${times.map((each) => each.toFixed(0)).join(" | ")} | ${ratio.toFixed(2)} |`,
    );
  }
}
