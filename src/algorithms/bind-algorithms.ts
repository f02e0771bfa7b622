import type { AlgorithmExecutor, SynchronousAlgorithmExecutor } from "../executors/primitives.ts";
import type { Answer, Call } from "./call.ts";
import { type HistogramFunction, histogramCall } from "./histograms/histogram.ts";
import { type ReduceByIndex, reduceByIndexCall } from "./histograms/reduce-by-index.ts";
import { type ContractionReduce, contractionReduceCall } from "./named/contraction-reduce.ts";
import { type FilterByScan, filterByScanCall } from "./named/filter-by-scan.ts";
import { type HillisSteele, hillisSteeleCall } from "./named/hillis-steele.ts";
import { type RadixBitStep, radixBitStepCall } from "./named/radix-bit-step.ts";
import { type RadixDigitStep, radixDigitStepCall } from "./named/radix-digit-step.ts";
import { type WorkEfficientScan, workEfficientScanCall } from "./named/work-efficient-scan.ts";
import { type Argsort, argsortCall } from "./order/argsort.ts";
import { type IsSorted, isSortedCall } from "./order/is-sorted.ts";
import { type Merge, mergeCall } from "./order/merge.ts";
import { type SearchSorted, searchSortedCall } from "./order/search-sorted.ts";
import { type Sort, sortCall } from "./order/sort.ts";
import { type SortBy, sortByCall } from "./order/sort-by.ts";
import { type SortPairs, sortPairsCall } from "./order/sort-pairs.ts";
import { type TopK, topKCall } from "./order/top-k.ts";
import {
  type ExponentialMovingAverage,
  exponentialMovingAverageCall,
} from "./recurrences/exponential-moving-average.ts";
import { type LinearRecurrence, linearRecurrenceCall } from "./recurrences/linear-recurrence.ts";
import { type MovingSum, movingSumCall } from "./recurrences/moving-sum.ts";
import { type RunningMax, runningMaxCall } from "./recurrences/running-max.ts";
import { type RunningMin, runningMinCall } from "./recurrences/running-min.ts";
import { type All, allCall } from "./reductions/all.ts";
import { type Any, anyCall } from "./reductions/any.ts";
import { type ArgMax, argMaxCall } from "./reductions/arg-max.ts";
import { type ArgMin, argMinCall } from "./reductions/arg-min.ts";
import { type Count, countCall } from "./reductions/count.ts";
import { type Dot, dotCall } from "./reductions/dot.ts";
import { type Mean, meanCall } from "./reductions/mean.ts";
import { type MinMax, minMaxCall } from "./reductions/min-max.ts";
import { type ReduceCommutative, reduceCommutativeCall } from "./reductions/reduce-commutative.ts";
import { type Variance, varianceCall } from "./reductions/variance.ts";
import { runCallLaterOn, runCallOn } from "./run-call.ts";
import { type GroupBy, groupByCall } from "./segments/group-by.ts";
import { type HeadFlags, headFlagsCall } from "./segments/head-flags.ts";
import { type ReduceByKey, reduceByKeyCall } from "./segments/reduce-by-key.ts";
import { type ScanByKey, scanByKeyCall } from "./segments/scan-by-key.ts";
import { type SegmentIds, segmentIdsCall } from "./segments/segment-ids.ts";
import { type SegmentLengths, segmentLengthsCall } from "./segments/segment-lengths.ts";
import { type SegmentOffsets, segmentOffsetsCall } from "./segments/segment-offsets.ts";
import {
  type SegmentedExclusiveScan,
  segmentedExclusiveScanCall,
} from "./segments/segmented-exclusive-scan.ts";
import {
  type SegmentedInclusiveScan,
  segmentedInclusiveScanCall,
} from "./segments/segmented-inclusive-scan.ts";
import { type SegmentedReduce, segmentedReduceCall } from "./segments/segmented-reduce.ts";
import { type SegmentedSort, segmentedSortCall } from "./segments/segmented-sort.ts";
import { type Expand, expandCall } from "./selection/expand.ts";
import { type Filter, filterCall } from "./selection/filter.ts";
import { type FilterIndices, filterIndicesCall } from "./selection/filter-indices.ts";
import { type Gather, gatherCall } from "./selection/gather.ts";
import { type Partition, partitionCall } from "./selection/partition.ts";
import { type RunLengthDecode, runLengthDecodeCall } from "./selection/run-length-decode.ts";
import { type RunLengthEncode, runLengthEncodeCall } from "./selection/run-length-encode.ts";
import { type Scatter, scatterCall } from "./selection/scatter.ts";
import { type Unique, uniqueCall } from "./selection/unique.ts";

/** Every function over columns, with its answers at once or to come. */
export interface AlgorithmFunctions<When extends "now" | "later"> {
  readonly expand: Expand<When>;
  readonly filterIndices: FilterIndices<When>;
  readonly filter: Filter<When>;
  readonly gather: Gather<When>;
  readonly partition: Partition<When>;
  readonly runLengthDecode: RunLengthDecode<When>;
  readonly runLengthEncode: RunLengthEncode<When>;
  readonly scatter: Scatter<When>;
  readonly unique: Unique<When>;
  readonly argsort: Argsort<When>;
  readonly isSorted: IsSorted<When>;
  readonly merge: Merge<When>;
  readonly searchSorted: SearchSorted<When>;
  readonly sortBy: SortBy<When>;
  readonly sortPairs: SortPairs<When>;
  readonly sort: Sort<When>;
  readonly topK: TopK<When>;
  readonly groupBy: GroupBy<When>;
  readonly headFlags: HeadFlags<When>;
  readonly reduceByKey: ReduceByKey<When>;
  readonly scanByKey: ScanByKey<When>;
  readonly segmentIds: SegmentIds<When>;
  readonly segmentLengths: SegmentLengths<When>;
  readonly segmentOffsets: SegmentOffsets<When>;
  readonly segmentedExclusiveScan: SegmentedExclusiveScan<When>;
  readonly segmentedInclusiveScan: SegmentedInclusiveScan<When>;
  readonly segmentedReduce: SegmentedReduce<When>;
  readonly segmentedSort: SegmentedSort<When>;
  readonly histogram: HistogramFunction<When>;
  readonly reduceByIndex: ReduceByIndex<When>;
  readonly all: All<When>;
  readonly any: Any<When>;
  readonly argMax: ArgMax<When>;
  readonly argMin: ArgMin<When>;
  readonly count: Count<When>;
  readonly dot: Dot<When>;
  readonly mean: Mean<When>;
  readonly minMax: MinMax<When>;
  readonly reduceCommutative: ReduceCommutative<When>;
  readonly variance: Variance<When>;
  readonly exponentialMovingAverage: ExponentialMovingAverage<When>;
  readonly linearRecurrence: LinearRecurrence<When>;
  readonly movingSum: MovingSum<When>;
  readonly runningMax: RunningMax<When>;
  readonly runningMin: RunningMin<When>;
  readonly contractionReduce: ContractionReduce<When>;
  readonly filterByScan: FilterByScan<When>;
  readonly hillisSteele: HillisSteele<When>;
  readonly radixBitStep: RadixBitStep<When>;
  readonly radixDigitStep: RadixDigitStep<When>;
  readonly workEfficientScan: WorkEfficientScan<When>;
}

/** What checks the arguments of each. They come from callers, and so are of any type until then. */
const CALLS: { readonly [Name in keyof AlgorithmFunctions<"now">]: CallOf } = {
  expand: expandCall,
  filterIndices: filterIndicesCall,
  filter: filterCall,
  gather: gatherCall,
  partition: partitionCall,
  runLengthDecode: runLengthDecodeCall,
  runLengthEncode: runLengthEncodeCall,
  scatter: scatterCall,
  unique: uniqueCall,
  argsort: argsortCall,
  isSorted: isSortedCall,
  merge: mergeCall,
  searchSorted: searchSortedCall,
  sortBy: sortByCall,
  sortPairs: sortPairsCall,
  sort: sortCall,
  topK: topKCall,
  groupBy: groupByCall,
  headFlags: headFlagsCall,
  reduceByKey: reduceByKeyCall,
  scanByKey: scanByKeyCall,
  segmentIds: segmentIdsCall,
  segmentLengths: segmentLengthsCall,
  segmentOffsets: segmentOffsetsCall,
  segmentedExclusiveScan: segmentedExclusiveScanCall,
  segmentedInclusiveScan: segmentedInclusiveScanCall,
  segmentedReduce: segmentedReduceCall,
  segmentedSort: segmentedSortCall,
  histogram: histogramCall,
  reduceByIndex: reduceByIndexCall,
  all: allCall,
  any: anyCall,
  argMax: argMaxCall,
  argMin: argMinCall,
  count: countCall,
  dot: dotCall,
  mean: meanCall,
  minMax: minMaxCall,
  reduceCommutative: reduceCommutativeCall,
  variance: varianceCall,
  exponentialMovingAverage: exponentialMovingAverageCall,
  linearRecurrence: linearRecurrenceCall,
  movingSum: movingSumCall,
  runningMax: runningMaxCall,
  runningMin: runningMinCall,
  contractionReduce: contractionReduceCall,
  filterByScan: filterByScanCall,
  hillisSteele: hillisSteeleCall,
  radixBitStep: radixBitStepCall,
  radixDigitStep: radixDigitStepCall,
  workEfficientScan: workEfficientScanCall,
};

type CallOf = (...given: readonly never[]) => Call<unknown>;

/** The functions on an executor that gives its results at once. */
export function bindAlgorithms(executor: SynchronousAlgorithmExecutor): AlgorithmFunctions<"now"> {
  return bound<"now">((call) => runCallOn(executor, call()));
}

/** The functions on an executor whose answers take time; they reject where the others throw. */
export function bindAlgorithmsLater<Vector>(
  executor: AlgorithmExecutor<Vector>,
  signal?: AbortSignal,
): AlgorithmFunctions<"later"> {
  return bound<"later">(async (call) => runCallLaterOn(executor, call(), signal));
}

function bound<When extends "now" | "later">(
  run: (call: () => Call<unknown>) => Answer<When, unknown>,
): AlgorithmFunctions<When> {
  const entries = Object.entries(CALLS).map(([name, callOf]) => [
    name,
    (...given: readonly never[]) => run(() => callOf(...given)),
  ]);
  return Object.fromEntries(entries);
}
