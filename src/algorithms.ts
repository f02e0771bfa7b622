// The door `samebits/algorithms`: what scans are for, on WebAssembly kernels.
import { type AlgorithmFunctions, bindAlgorithms } from "./algorithms/bind-algorithms.ts";
import type { Allocation } from "./executors/wasm/heap.ts";
import { algorithmsWasmExecutor } from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
import type { ScalarType } from "./values/element-types.ts";

const wasm = algorithmsWasmExecutor();
const functions: AlgorithmFunctions<"now"> = bindAlgorithms(wasm);

export const {
  expand,
  filterIndices,
  filter,
  gather,
  partition,
  runLengthDecode,
  runLengthEncode,
  scatter,
  unique,
  argsort,
  isSorted,
  merge,
  searchSorted,
  sortBy,
  sortPairs,
  sort,
  topK,
  groupBy,
  headFlags,
  reduceByKey,
  scanByKey,
  segmentIds,
  segmentLengths,
  segmentOffsets,
  segmentedExclusiveScan,
  segmentedInclusiveScan,
  segmentedReduce,
  segmentedSort,
  histogram,
  reduceByIndex,
  all,
  any,
  argMax,
  argMin,
  count,
  dot,
  mean,
  minMax,
  reduceCommutative,
  variance,
  exponentialMovingAverage,
  linearRecurrence,
  movingSum,
  runningMax,
  runningMin,
  contractionReduce,
  filterByScan,
  hillisSteele,
  radixBitStep,
  radixDigitStep,
  workEfficientScan,
} = functions;

/** Library memory of this door's executor, as `samebits` documents it: what is in it the kernels use where it is. */
export function allocate<Type extends ScalarType>(type: Type, length: number): Allocation<Type> {
  return wasm.allocate(type, length);
}

export { type AlgorithmHost, algorithmsOn } from "./algorithms/algorithms-on.ts";
export type { AlgorithmFunctions } from "./algorithms/bind-algorithms.ts";
export type { SegmentRule } from "./contracts/contract.ts";
export { overSegments, type SegmentRuleOption } from "./contracts/over-segments.ts";
export { algorithmsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/primitives/javascript-primitives.ts";
export type { SynchronousAlgorithmExecutor } from "./executors/primitives.ts";
export type { Allocation } from "./executors/wasm/heap.ts";
export {
  type AlgorithmsWasmExecutor,
  algorithmsWasmExecutor as wasmExecutor,
} from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
