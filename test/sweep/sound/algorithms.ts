import * as algorithms from "../../../src/algorithms.ts";
import { resolveContract } from "../../../src/index.ts";
import { argMax } from "../../../src/operators.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const floats = (): Float64Array => Float64Array.of(3, 1, 2);
const sorted = (): Float64Array => Float64Array.of(1, 2, 3);
const indices = (): Uint32Array => Uint32Array.of(0, 1, 2);
const keys = (): Uint32Array => Uint32Array.of(7, 7, 8);
const records = (): object => ({ value: Float64Array.of(1, 3, 2), index: Uint32Array.of(0, 1, 2) });
const texts = (): object => ({ codes: Uint32Array.of(0, 1, 1), dictionary: ["a", "b"] });
const offsets = (): object => ({ offsets: Uint32Array.of(0, 2, 3) });
const lengths = (): object => ({ lengths: Uint32Array.of(2, 1) });
const headFlags = (): object => ({ headFlags: Uint8Array.of(1, 0, 1) });
const above = (value: number): boolean => value > 1;
const typed = { type: "f64", operator: "add", expression: "block-dyadic:4" };
const output = (): Float64Array => new Float64Array(3);

export const ALGORITHMS: Sound = {
  allocate: () => ["f64", 3],
  expand: () => [floats(), Uint32Array.of(1, 0, 2), options({ output: output() })],
  "expand of a list": () => [[1, 2], [1, 1], options({ type: "f64" })],
  filterIndices: () => [floats(), above, options({ type: "f64" })],
  filter: () => [floats(), above, options({ type: "f64" })],
  "filter of records": () => [records(), () => true],
  gather: () => [floats(), indices(), options({ type: "f64", output: output() })],
  partition: () => [floats(), above, options({ type: "f64", output: output() })],
  runLengthDecode: () => [
    { values: floats(), lengths: Uint32Array.of(1, 1, 1) },
    options({ output: output() }),
  ],
  runLengthEncode: () => [floats(), options({ type: "f64" })],
  scatter: () => [floats(), indices(), 3, options({ type: "f64", output: output() })],
  "scatter into an array": () => [floats(), indices(), output()],
  unique: () => [floats(), options({ type: "f64" })],
  argsort: () => [floats(), options({ type: "f64", descending: true })],
  isSorted: () => [floats(), options({ type: "f64", descending: true })],
  merge: () => [sorted(), sorted(), options({ type: "f64" })],
  "merge of records": () => [{ a: sorted() }, { a: sorted() }, options({ by: "a", descending: false })],
  searchSorted: () => [sorted(), floats(), options({ type: "f64" })],
  sortBy: () => [records(), ["value", "index"], options({ descending: [true, false] })],
  sortPairs: () => [floats(), indices(), options({ type: "f64" })],
  sort: () => [floats(), options({ type: "f64", descending: true, output: output() })],
  topK: () => [floats(), 2, options({ type: "f64" })],
  groupBy: () => [keys(), floats(), options({ type: "f64" })],
  joinByKey: () => [keys(), keys(), options({ how: "left" })],
  "joinByKey of texts": () => [
    { name: texts(), key: keys() },
    { name: texts(), key: keys() },
  ],
  headFlags: () => [offsets()],
  "headFlags of lengths": () => [lengths()],
  segmentIds: () => [offsets()],
  "segmentIds of lengths": () => [lengths()],
  segmentLengths: () => [headFlags()],
  segmentOffsets: () => [headFlags()],
  "segmentOffsets of lengths": () => [lengths()],
  reduceByKey: () => [keys(), floats(), options({ ...typed })],
  "reduceByKey of records": () => [keys(), records(), options({ operator: argMax("f64") })],
  scanByKey: () => [keys(), floats(), options({ ...typed })],
  segmentedExclusiveScan: () => [floats(), offsets(), options({ ...typed, output: output() })],
  segmentedInclusiveScan: () => [floats(), lengths(), options({ ...typed, output: output() })],
  "segmentedInclusiveScan of records": () => [records(), headFlags(), options({ operator: argMax("f64") })],
  segmentedReduce: () => [floats(), offsets(), options({ ...typed })],
  segmentedSort: () => [floats(), offsets(), options({ type: "f64", output: output() })],
  histogram: () => [floats(), options({ binCount: 4, range: [0, 4], type: "f64" })],
  "histogram of edges": () => [floats(), options({ edges: [0, 1, 2] })],
  "histogram of categories": () => [indices(), options({ categories: 3 })],
  reduceByIndex: () => [floats(), indices(), options({ ...typed, binCount: 3 })],
  all: () => [floats(), above, options({ type: "f64" })],
  any: () => [floats(), above, options({ type: "f64" })],
  count: () => [floats(), above, options({ type: "f64" })],
  argMax: () => [floats(), options({ type: "f64" })],
  argMin: () => [floats(), options({ type: "f64" })],
  dot: () => [floats(), floats(), options({ type: "f64", expression: "block-dyadic:4" })],
  mean: () => [floats(), options({ type: "f64" })],
  minMax: () => [floats(), options({ type: "f64" })],
  covariance: () => [floats(), sorted(), options({ type: "f64", correction: 1 })],
  correlation: () => [floats(), sorted(), options({ type: "f64", expression: "block-dyadic:4" })],
  norm: () => [floats(), options({ type: "f64", p: 1 })],
  squaredDistance: () => [floats(), sorted(), options({ type: "f64", expression: "block-dyadic:4" })],
  standardDeviation: () => [floats(), options({ type: "f64", correction: 1 })],
  sum: () => [floats(), options({ type: "f64", expression: "block-dyadic:4" })],
  prepareAlgorithm: () => [algorithms.mean, { type: "f64", expression: "block-dyadic:4" }],
  groupedDescribe: () => [keys(), floats(), options({ type: "f64", correction: 1, method: 6 })],
  logSumExp: () => [floats(), options({ type: "f64", expression: "block-dyadic:4" })],
  softmax: () => [floats(), options({ type: "f64", accumulate: "f64" })],
  median: () => [floats(), options({ type: "f64" })],
  quantile: () => [floats(), 0.25, options({ type: "f64", method: 7 })],
  "quantile of several": () => [floats(), [0, 0.5], options({ method: 1 })],
  reduceCommutative: () => [Uint32Array.of(1, 2), options({ operator: "max" })],
  variance: () => [floats(), options({ type: "f64" })],
  cumulativeProduct: () => [floats(), options({ type: "f64", expression: "left-fold", output: output() })],
  differences: () => [floats(), options({ type: "f64", order: 2 })],
  exponentialMovingAverage: () => [floats(), options({ type: "f64", alpha: 0.5 })],
  linearRecurrence: () => [{ scale: floats(), offset: floats() }, options({ type: "f64" })],
  movingSum: () => [indices(), options({ window: 2 })],
  runningMax: () => [floats(), options({ type: "f64" })],
  runningMin: () => [floats(), options({ type: "f64" })],
  contractionReduce: () => [floats(), options({ type: "f64" })],
  filterByScan: () => [floats(), above],
  hillisSteele: () => [floats(), options({ type: "f64" })],
  radixBitStep: () => [indices(), 1],
  radixDigitStep: () => [indices(), options({ digit: 0, base: 16 })],
  workEfficientScan: () => [floats(), options({ type: "f64" })],
  algorithmsOn: () => [algorithms.javascriptExecutor],
  overSegments: () => [resolveContract({}, "reduce", "f64"), options({ segmentRule: "lifted" })],
  wasmExecutor: () => [],
};
