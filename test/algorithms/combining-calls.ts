// A call of every function that combines floats, of columns and of matrices: what they all take is tested by these.
import { generateData } from "../../src/conformance/data/generate-data.ts";

const LENGTH = 600;
export const x = generateData({ data: "narrow", type: "f64", length: LENGTH, seed: 1n }) as Float64Array;
export const y = generateData({ data: "narrow", type: "f64", length: LENGTH, seed: 2n }) as Float64Array;
const keys = Uint32Array.from(x, (_, i) => i % 3);
const offsets = Uint32Array.of(0, 100, 301, LENGTH);
const A = { array: x, shape: [20, 30] };
const B = { array: y, shape: [30, 20] };
const alike = { array: y, shape: [20, 30] };
const alongRows = { axis: 1 };

/** Arguments of each function. */
export type CallTable = Readonly<Record<string, readonly [given: readonly unknown[], options?: object]>>;

export const ALGORITHM_CALLS: CallTable = {
  sum: [[x]],
  mean: [[x]],
  variance: [[x]],
  standardDeviation: [[x]],
  norm: [[x]],
  covariance: [[x, y]],
  correlation: [[x, y]],
  dot: [[x, y]],
  squaredDistance: [[x, y]],
  logSumExp: [[x.map((each) => each / 100)]],
  softmax: [[x.map((each) => each / 100)]],
  reduceCommutative: [[x]],
  segmentedReduce: [[x, { offsets }]],
  segmentedInclusiveScan: [[x, { offsets }]],
  segmentedExclusiveScan: [[x, { offsets }]],
  reduceByKey: [[keys, x]],
  scanByKey: [[keys, x]],
  reduceByIndex: [[x, keys], { binCount: 3 }],
  groupedDescribe: [[keys, x]],
  movingSum: [[x], { window: 50 }],
  linearRecurrence: [[{ scale: 0.5, offset: x }]],
  exponentialMovingAverage: [[x], { alpha: 0.25 }],
  cumulativeProduct: [[x]],
  histogram: [[x], { binCount: 4, range: [-1, 1] }],
};

export const MATRIX_CALLS: CallTable = {
  reduce: [[A], alongRows],
  inclusiveScan: [[A], alongRows],
  exclusiveScan: [[A], alongRows],
  sum: [[A], alongRows],
  mean: [[A], alongRows],
  variance: [[A], alongRows],
  standardDeviation: [[A], alongRows],
  norm: [[A], alongRows],
  logSumExp: [[A], alongRows],
  softmax: [[A], alongRows],
  dot: [[A, alike], alongRows],
  squaredDistance: [[A, alike], alongRows],
  covariance: [[A, alike], alongRows],
  correlation: [[A, alike], alongRows],
  cumulativeProduct: [[A], alongRows],
  summedAreaTable: [[A]],
  multiply: [[A, B]],
  multiplyVector: [[A, y.slice(0, 30)]],
};
