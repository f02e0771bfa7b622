// Made by `npm run docs` of the rows in src/algorithms; edit there.

import { type HistogramFunction, histogram } from "./histograms/histogram.ts";
import { type ReduceByIndex, reduceByIndex } from "./histograms/reduce-by-index.ts";
import { type JoinByKey, joinByKey } from "./joins/join-by-key.ts";
import { type ContractionReduce, contractionReduce } from "./named/contraction-reduce.ts";
import { type FilterByScan, filterByScan } from "./named/filter-by-scan.ts";
import { type HillisSteele, hillisSteele } from "./named/hillis-steele.ts";
import { type RadixBitStep, radixBitStep } from "./named/radix-bit-step.ts";
import { type RadixDigitStep, radixDigitStep } from "./named/radix-digit-step.ts";
import { type WorkEfficientScan, workEfficientScan } from "./named/work-efficient-scan.ts";
import { type Argsort, argsort } from "./order/argsort.ts";
import { type IsSorted, isSorted } from "./order/is-sorted.ts";
import { type Merge, merge } from "./order/merge.ts";
import { type SearchSorted, searchSorted } from "./order/search-sorted.ts";
import { type Sort, sort } from "./order/sort.ts";
import { type SortBy, sortBy } from "./order/sort-by.ts";
import { type SortPairs, sortPairs } from "./order/sort-pairs.ts";
import { type TopK, topK } from "./order/top-k.ts";
import { type CumulativeProduct, cumulativeProduct } from "./recurrences/cumulative-product.ts";
import { type Differences, differences } from "./recurrences/differences.ts";
import {
  type ExponentialMovingAverage,
  exponentialMovingAverage,
} from "./recurrences/exponential-moving-average.ts";
import { type LinearRecurrence, linearRecurrence } from "./recurrences/linear-recurrence.ts";
import { type MovingSum, movingSum } from "./recurrences/moving-sum.ts";
import { type RunningMax, type RunningMin, runningMax, runningMin } from "./recurrences/running-extreme.ts";
import { type All, type Any, all, any, type Count, count } from "./reductions/count-flags.ts";
import { type Correlation, type Covariance, correlation, covariance } from "./reductions/covariance.ts";
import { type Dot, dot } from "./reductions/dot.ts";
import { type ArgMax, type ArgMin, argMax, argMin } from "./reductions/first-of-extreme.ts";
import { type Mean, mean } from "./reductions/mean.ts";
import { type MinMax, minMax } from "./reductions/min-max.ts";
import { type Norm, norm } from "./reductions/norm.ts";
import { type ReduceCommutative, reduceCommutative } from "./reductions/reduce-commutative.ts";
import { type SquaredDistance, squaredDistance } from "./reductions/squared-distance.ts";
import { type StandardDeviation, standardDeviation } from "./reductions/standard-deviation.ts";
import { type Sum, sum } from "./reductions/sum.ts";
import { type Variance, variance } from "./reductions/variance.ts";
import { type GroupBy, groupBy } from "./segments/group-by.ts";
import { type HeadFlags, headFlags } from "./segments/head-flags.ts";
import { type ReduceByKey, reduceByKey } from "./segments/reduce-by-key.ts";
import { type ScanByKey, scanByKey } from "./segments/scan-by-key.ts";
import { type SegmentIds, segmentIds } from "./segments/segment-ids.ts";
import {
  type SegmentLengths,
  type SegmentOffsets,
  segmentLengths,
  segmentOffsets,
} from "./segments/segment-offsets.ts";
import { type SegmentedReduce, segmentedReduce } from "./segments/segmented-reduce.ts";
import {
  type SegmentedExclusiveScan,
  type SegmentedInclusiveScan,
  segmentedExclusiveScan,
  segmentedInclusiveScan,
} from "./segments/segmented-scan.ts";
import { type SegmentedSort, segmentedSort } from "./segments/segmented-sort.ts";
import { type Expand, expand } from "./selection/expand.ts";
import { type Filter, filter } from "./selection/filter.ts";
import { type FilterIndices, filterIndices } from "./selection/filter-indices.ts";
import { type Gather, gather } from "./selection/gather.ts";
import { type Partition, partition } from "./selection/partition.ts";
import { type RunLengthDecode, runLengthDecode } from "./selection/run-length-decode.ts";
import { type RunLengthEncode, runLengthEncode } from "./selection/run-length-encode.ts";
import { type Scatter, scatter } from "./selection/scatter.ts";
import { type Unique, unique } from "./selection/unique.ts";
import { type GroupedDescribe, groupedDescribe } from "./statistics/grouped-describe.ts";
import { type LogSumExp, logSumExp } from "./statistics/log-sum-exp.ts";
import { type Median, median } from "./statistics/median.ts";
import { type Quantile, quantile } from "./statistics/quantile.ts";
import { type Softmax, softmax } from "./statistics/softmax.ts";

/** The functions over columns that take buffers of a device. */
export const TEMPLATE_ROWS = {
  filter,
  partition,
  filterIndices,
  unique,
  runLengthEncode,
  runLengthDecode,
  expand,
  gather,
  scatter,
  sort,
  argsort,
  sortPairs,
  sortBy,
  merge,
  searchSorted,
  topK,
  isSorted,
  segmentOffsets,
  segmentLengths,
  segmentIds,
  headFlags,
  segmentedReduce,
  segmentedInclusiveScan,
  segmentedExclusiveScan,
  segmentedSort,
  reduceByKey,
  scanByKey,
  groupBy,
  reduceByIndex,
  histogram,
  argMin,
  argMax,
  minMax,
  mean,
  variance,
  dot,
  count,
  any,
  all,
  reduceCommutative,
  covariance,
  correlation,
  norm,
  squaredDistance,
  standardDeviation,
  sum,
  median,
  quantile,
  groupedDescribe,
  logSumExp,
  softmax,
  runningMax,
  runningMin,
  linearRecurrence,
  exponentialMovingAverage,
  movingSum,
  cumulativeProduct,
  differences,
} as const;

/** Every function over columns. */
export const ALGORITHM_ROWS = {
  ...TEMPLATE_ROWS,
  joinByKey,
  hillisSteele,
  workEfficientScan,
  contractionReduce,
  radixBitStep,
  radixDigitStep,
  filterByScan,
} as const;

/** Every function over columns, with its answers at once or to come. */
export interface AlgorithmFunctions<When extends "now" | "later"> {
  /** `filter(input, predicate)`: the elements for which the predicate holds. */
  readonly filter: Filter<When>;
  /** `partition(input, predicate)`: `{ kept, others }`. */
  readonly partition: Partition<When>;
  /** `filterIndices(input, predicate)`: where they are. */
  readonly filterIndices: FilterIndices<When>;
  /** `unique(input, { anywhere? })`: of each run of equal neighbours the first; with `anywhere` each value once, in order. */
  readonly unique: Unique<When>;
  /** `runLengthEncode(input)`: the runs of equal neighbours, `{ values, lengths }`. */
  readonly runLengthEncode: RunLengthEncode<When>;
  /** `runLengthDecode(runs)`: the elements that runs stand for. */
  readonly runLengthDecode: RunLengthDecode<When>;
  /** `expand(input, counts)`: each element as often as its count says. */
  readonly expand: Expand<When>;
  /** `gather(input, indices, { check? })`: the elements at the indices. */
  readonly gather: Gather<When>;
  /** `scatter(input, indices, into, { check? })`: `into` with the elements written to the indices. */
  readonly scatter: Scatter<When>;
  /** `sort(input, { descending?, bits? })`: the elements in order. */
  readonly sort: Sort<When>;
  /** `argsort(input, { descending?, bits? })`: the indices that put them in order. */
  readonly argsort: Argsort<When>;
  /** `sortPairs(keys, values, { descending?, bits? })`: keys in order, with what belongs to them. */
  readonly sortPairs: SortPairs<When>;
  /** `sortBy(columns, names, { descending? })`: records in the order of one column or several. */
  readonly sortBy: SortBy<When>;
  /** `merge(left, right, { by?, descending? })`: the elements of both in order, each of which is in order already. */
  readonly merge: Merge<When>;
  /** `searchSorted(sorted, queries, { side?, descending? })`: where each query belongs among what is in order. */
  readonly searchSorted: SearchSorted<When>;
  /** `topK(input, count, { order? })`: `{ values, indices }` of the largest or smallest. */
  readonly topK: TopK<When>;
  /** `isSorted(input, { descending? })`: whether they are in order. */
  readonly isSorted: IsSorted<When>;
  /** `segmentOffsets(segments)`: where each segment begins, and the length of all. */
  readonly segmentOffsets: SegmentOffsets<When>;
  /** `segmentLengths(segments)`: the length of each segment. */
  readonly segmentLengths: SegmentLengths<When>;
  /** `segmentIds(segments)`: the segment of each element. */
  readonly segmentIds: SegmentIds<When>;
  /** `headFlags(segments)`: whether each element begins a segment. */
  readonly headFlags: HeadFlags<When>;
  /** `segmentedReduce(input, segments, options?)`: the reduce of each segment. */
  readonly segmentedReduce: SegmentedReduce<When>;
  /** `segmentedInclusiveScan(input, segments, options?)`: the prefixes in each segment, each with its own element. */
  readonly segmentedInclusiveScan: SegmentedInclusiveScan<When>;
  /** `segmentedExclusiveScan(input, segments, options?)`: the prefixes in each segment, each without its own element. */
  readonly segmentedExclusiveScan: SegmentedExclusiveScan<When>;
  /** `segmentedSort(input, segments, { descending?, bits? })`: each segment in order. */
  readonly segmentedSort: SegmentedSort<When>;
  /** `reduceByKey(keys, values, options?)`: each key once and the reduce of its values; with `adjacent` for each run of equal keys. */
  readonly reduceByKey: ReduceByKey<When>;
  /** `scanByKey(keys, values, options?)`: the prefixes of the values of each key, in place. */
  readonly scanByKey: ScanByKey<When>;
  /** `groupBy(keys, values, { adjacent? })`: the values of each key side by side, `{ keys, offsets, values }`. */
  readonly groupBy: GroupBy<When>;
  /** `joinByKey(leftKeys, rightKeys, { how? })`: the rows with equal keys: pairs, or with `semi` and `anti` left rows. */
  readonly joinByKey: JoinByKey<When>;
  /** `reduceByIndex(input, indices, { binCount | into, … })`: for each bin the reduce of its elements, by any operator. */
  readonly reduceByIndex: ReduceByIndex<When>;
  /** `histogram(input, { binCount, range } | { edges } | { categories })`: counts, and what no bin has. */
  readonly histogram: HistogramFunction<When>;
  /** `argMin(input)`: the index of the first smallest element. */
  readonly argMin: ArgMin<When>;
  /** `argMax(input)`: the index of the first largest element. */
  readonly argMax: ArgMax<When>;
  /** `minMax(input)`: `{ min, max }`. */
  readonly minMax: MinMax<When>;
  /** `mean(input, { expression?, accumulate? })`: the arithmetic mean. */
  readonly mean: Mean<When>;
  /** `variance(input, { correction? })`: the variance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1. */
  readonly variance: Variance<When>;
  /** `dot(left, right, { expression?, accumulate? })`: the dot product. */
  readonly dot: Dot<When>;
  /** `count(input, predicate)`: how many elements the predicate holds for. */
  readonly count: Count<When>;
  /** `any(input, predicate)`: whether it holds for at least one. */
  readonly any: Any<When>;
  /** `all(input, predicate)`: whether it holds for every element. */
  readonly all: All<When>;
  /** `reduceCommutative(input, options)`: a reduce whose expression may change the order of the elements. */
  readonly reduceCommutative: ReduceCommutative<When>;
  /** `covariance(left, right, { correction? })`: the covariance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1. */
  readonly covariance: Covariance<When>;
  /** `correlation(left, right, { expression?, accumulate? })`: Pearson's correlation, between −1 and 1. */
  readonly correlation: Correlation<When>;
  /** `norm(input, { p? })`: the length of a vector, neither overflowing nor losing subnormals; with `p: 1` or `p: Infinity` the sum or the largest of the magnitudes. */
  readonly norm: Norm<When>;
  /** `squaredDistance(left, right, { expression?, accumulate? })`: the sum of the squares of differences. */
  readonly squaredDistance: SquaredDistance<When>;
  /** `standardDeviation(input, { correction? })`: the square root of the variance, divided by n; with `correction: 1` of a sample, divided by n − 1. */
  readonly standardDeviation: StandardDeviation<When>;
  /** `sum(input, { expression?, accumulate? })`: the sum, which is `reduce(input)`. */
  readonly sum: Sum<When>;
  /** `median(input)`: the element in the middle of the order, or what is halfway between the two there. */
  readonly median: Median<When>;
  /** `quantile(input, q, { method? })`: a quantile, or one for each of an array, by one of the nine methods of Hyndman and Fan. */
  readonly quantile: Quantile<When>;
  /** `groupedDescribe(keys, values, { expression?, accumulate?, correction?, method? })`: for each key count, mean, standard deviation, minimum, quartiles, maximum and sum of its values. */
  readonly groupedDescribe: GroupedDescribe<When>;
  /** `logSumExp(input, { expression?, accumulate? })`: the logarithm of the sum of the elements' exponentials. */
  readonly logSumExp: LogSumExp<When>;
  /** `softmax(input, { expression?, accumulate? })`: the share of each element's exponential in the sum of all. */
  readonly softmax: Softmax<When>;
  /** `runningMax(input, { direction? })`: the largest element so far. */
  readonly runningMax: RunningMax<When>;
  /** `runningMin(input, { direction? })`: the smallest element so far. */
  readonly runningMin: RunningMin<When>;
  /** `linearRecurrence({ scale, offset }, { initial?, expression? })`: `out[i] = out[i−1]·scale[i] + offset[i]`. */
  readonly linearRecurrence: LinearRecurrence<When>;
  /** `exponentialMovingAverage(input, { alpha, initial?, expression? })`: `out[i] = (1 − alpha)·out[i−1] + alpha·input[i]`. */
  readonly exponentialMovingAverage: ExponentialMovingAverage<When>;
  /** `movingSum(input, { window, operator?, expression? })`: the sum, or any other reduce, of the last `window` elements. */
  readonly movingSum: MovingSum<When>;
  /** `cumulativeProduct(input, { expression?, direction?, accumulate? })`: the product so far. */
  readonly cumulativeProduct: CumulativeProduct<When>;
  /** `differences(input, { order? })`: from each element to the next what is between them. */
  readonly differences: Differences<When>;
  /** `hillisSteele(input, { operator? })`: the scan of Hillis and Steele. */
  readonly hillisSteele: HillisSteele<When>;
  /** `workEfficientScan(input, { operator?, observation? })`: the scan by an up-sweep and a down-sweep. */
  readonly workEfficientScan: WorkEfficientScan<When>;
  /** `contractionReduce(input, { operator?, pairing? })`: the reduce by contraction. */
  readonly contractionReduce: ContractionReduce<When>;
  /** `radixBitStep(keys, bit)`: keys after a pass by one bit, with every array on the way. */
  readonly radixBitStep: RadixBitStep<When>;
  /** `radixDigitStep(keys, { base, digit })`: keys after a pass by one digit. */
  readonly radixDigitStep: RadixDigitStep<When>;
  /** `filterByScan(input, predicate)`: the filter of the textbook, with every array on the way. */
  readonly filterByScan: FilterByScan<When>;
}
