// The entry point `samebits/algorithms`: what scans are for, on WebAssembly kernels.
// Made by `npm run docs` of the rows in src/algorithms; edit there.

import { type HistogramFunction, histogram as histogramRow } from "./algorithms/histograms/histogram.ts";
import {
  type ReduceByIndex,
  reduceByIndex as reduceByIndexRow,
} from "./algorithms/histograms/reduce-by-index.ts";
import { type JoinByKey, joinByKey as joinByKeyRow } from "./algorithms/joins/join-by-key.ts";
import {
  type ContractionReduce,
  contractionReduce as contractionReduceRow,
} from "./algorithms/named/contraction-reduce.ts";
import { type FilterByScan, filterByScan as filterByScanRow } from "./algorithms/named/filter-by-scan.ts";
import { type HillisSteele, hillisSteele as hillisSteeleRow } from "./algorithms/named/hillis-steele.ts";
import { type RadixBitStep, radixBitStep as radixBitStepRow } from "./algorithms/named/radix-bit-step.ts";
import {
  type RadixDigitStep,
  radixDigitStep as radixDigitStepRow,
} from "./algorithms/named/radix-digit-step.ts";
import {
  type WorkEfficientScan,
  workEfficientScan as workEfficientScanRow,
} from "./algorithms/named/work-efficient-scan.ts";
import { now, nowFolded, nowServed } from "./algorithms/now.ts";
import { type Argsort, argsort as argsortRow } from "./algorithms/order/argsort.ts";
import { type IsSorted, isSorted as isSortedRow } from "./algorithms/order/is-sorted.ts";
import { type Merge, merge as mergeRow } from "./algorithms/order/merge.ts";
import { type SearchSorted, searchSorted as searchSortedRow } from "./algorithms/order/search-sorted.ts";
import { type Sort, sort as sortRow } from "./algorithms/order/sort.ts";
import { type SortBy, sortBy as sortByRow } from "./algorithms/order/sort-by.ts";
import { type SortPairs, sortPairs as sortPairsRow } from "./algorithms/order/sort-pairs.ts";
import { type TopK, topK as topKRow } from "./algorithms/order/top-k.ts";
import {
  type CumulativeProduct,
  cumulativeProduct as cumulativeProductRow,
} from "./algorithms/recurrences/cumulative-product.ts";
import { type Differences, differences as differencesRow } from "./algorithms/recurrences/differences.ts";
import {
  type ExponentialMovingAverage,
  exponentialMovingAverage as exponentialMovingAverageRow,
} from "./algorithms/recurrences/exponential-moving-average.ts";
import {
  type LinearRecurrence,
  linearRecurrence as linearRecurrenceRow,
} from "./algorithms/recurrences/linear-recurrence.ts";
import { type MovingSum, movingSum as movingSumRow } from "./algorithms/recurrences/moving-sum.ts";
import {
  type RunningMax,
  type RunningMin,
  runningMax as runningMaxRow,
  runningMin as runningMinRow,
} from "./algorithms/recurrences/running-extreme.ts";
import {
  type All,
  type Any,
  all as allRow,
  any as anyRow,
  type Count,
  count as countRow,
} from "./algorithms/reductions/count-flags.ts";
import {
  type Correlation,
  type Covariance,
  correlation as correlationRow,
  covariance as covarianceRow,
} from "./algorithms/reductions/covariance.ts";
import { type Dot, dot as dotRow } from "./algorithms/reductions/dot.ts";
import {
  type ArgMax,
  type ArgMin,
  argMax as argMaxRow,
  argMin as argMinRow,
} from "./algorithms/reductions/first-of-extreme.ts";
import { type Mean, mean as meanRow } from "./algorithms/reductions/mean.ts";
import { type MinMax, minMax as minMaxRow } from "./algorithms/reductions/min-max.ts";
import { type Norm, norm as normRow } from "./algorithms/reductions/norm.ts";
import {
  type ReduceCommutative,
  reduceCommutative as reduceCommutativeRow,
} from "./algorithms/reductions/reduce-commutative.ts";
import {
  type SquaredDistance,
  squaredDistance as squaredDistanceRow,
} from "./algorithms/reductions/squared-distance.ts";
import {
  type StandardDeviation,
  standardDeviation as standardDeviationRow,
} from "./algorithms/reductions/standard-deviation.ts";
import { type Sum, sum as sumRow } from "./algorithms/reductions/sum.ts";
import { type Variance, variance as varianceRow } from "./algorithms/reductions/variance.ts";
import { type GroupBy, groupBy as groupByRow } from "./algorithms/segments/group-by.ts";
import { type HeadFlags, headFlags as headFlagsRow } from "./algorithms/segments/head-flags.ts";
import { type ReduceByKey, reduceByKey as reduceByKeyRow } from "./algorithms/segments/reduce-by-key.ts";
import { type ScanByKey, scanByKey as scanByKeyRow } from "./algorithms/segments/scan-by-key.ts";
import { type SegmentIds, segmentIds as segmentIdsRow } from "./algorithms/segments/segment-ids.ts";
import {
  type SegmentLengths,
  type SegmentOffsets,
  segmentLengths as segmentLengthsRow,
  segmentOffsets as segmentOffsetsRow,
} from "./algorithms/segments/segment-offsets.ts";
import {
  type SegmentedReduce,
  segmentedReduce as segmentedReduceRow,
} from "./algorithms/segments/segmented-reduce.ts";
import {
  type SegmentedExclusiveScan,
  type SegmentedInclusiveScan,
  segmentedExclusiveScan as segmentedExclusiveScanRow,
  segmentedInclusiveScan as segmentedInclusiveScanRow,
} from "./algorithms/segments/segmented-scan.ts";
import {
  type SegmentedSort,
  segmentedSort as segmentedSortRow,
} from "./algorithms/segments/segmented-sort.ts";
import { type Expand, expand as expandRow } from "./algorithms/selection/expand.ts";
import { type Filter, filter as filterRow } from "./algorithms/selection/filter.ts";
import {
  type FilterIndices,
  filterIndices as filterIndicesRow,
} from "./algorithms/selection/filter-indices.ts";
import { type Gather, gather as gatherRow } from "./algorithms/selection/gather.ts";
import { type Partition, partition as partitionRow } from "./algorithms/selection/partition.ts";
import {
  type RunLengthDecode,
  runLengthDecode as runLengthDecodeRow,
} from "./algorithms/selection/run-length-decode.ts";
import {
  type RunLengthEncode,
  runLengthEncode as runLengthEncodeRow,
} from "./algorithms/selection/run-length-encode.ts";
import { type Scatter, scatter as scatterRow } from "./algorithms/selection/scatter.ts";
import { type Unique, unique as uniqueRow } from "./algorithms/selection/unique.ts";
import {
  type GroupedDescribe,
  groupedDescribe as groupedDescribeRow,
} from "./algorithms/statistics/grouped-describe.ts";
import { type LogSumExp, logSumExp as logSumExpRow } from "./algorithms/statistics/log-sum-exp.ts";
import { type Median, median as medianRow } from "./algorithms/statistics/median.ts";
import { type Quantile, quantile as quantileRow } from "./algorithms/statistics/quantile.ts";
import { type Softmax, softmax as softmaxRow } from "./algorithms/statistics/softmax.ts";
import { openMemory } from "./executors/wasm/memory/wasm-memory.ts";
import { columnParts } from "./executors/wasm/primitives/parts.ts";
import { wasmParts } from "./executors/wasm/primitives/wasm-parts.ts";
import {
  somePrimitives,
  wasmCounts,
  wasmFlagFew,
  wasmFoldPlans,
  wasmFolds,
  wasmHistograms,
  wasmLeading,
  wasmMaps,
  wasmRanks,
  wasmSearch,
  wasmSelection,
  wasmSort,
} from "./executors/wasm/primitives/wasm-primitives.ts";
import { wasmSegments } from "./executors/wasm/primitives/wasm-segments.ts";
import { lazily } from "./values/frozen.ts";

// A bundle has the functions that it imports and the primitives that these ask for; one that only moves and sorts has no executor.
const columns = /* @__PURE__ */ columnParts(/* @__PURE__ */ openMemory());
const served = /* @__PURE__ */ lazily(() => wasmParts(columns).parts);

/** `filter(input, predicate)`: the elements for which the predicate holds. */
export const filter: Filter<"now"> = /* @__PURE__ */ now(filterRow, () =>
  somePrimitives(columns, [wasmMaps, wasmSelection, wasmFlagFew]),
);

/** `partition(input, predicate)`: `{ kept, others }`. */
export const partition: Partition<"now"> = /* @__PURE__ */ now(partitionRow, () =>
  somePrimitives(columns, [wasmMaps, wasmSelection, wasmFlagFew]),
);

/** `filterIndices(input, predicate)`: where they are. */
export const filterIndices: FilterIndices<"now"> = /* @__PURE__ */ now(filterIndicesRow, () =>
  somePrimitives(columns, [wasmMaps, wasmSelection, wasmFlagFew]),
);

/** `unique(input, { anywhere? })`: of each run of equal neighbours the first; with `anywhere` each value once, in order. */
export const unique: Unique<"now"> = /* @__PURE__ */ now(uniqueRow, () =>
  somePrimitives(columns, [wasmMaps, wasmSelection, wasmFlagFew, wasmSort]),
);

/** `runLengthEncode(input)`: the runs of equal neighbours, `{ values, lengths }`. */
export const runLengthEncode: RunLengthEncode<"now"> = /* @__PURE__ */ nowServed(
  runLengthEncodeRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmFlagFew, wasmFolds]),
);

/** `runLengthDecode(runs)`: the elements that runs stand for. */
export const runLengthDecode: RunLengthDecode<"now"> = /* @__PURE__ */ nowServed(
  runLengthDecodeRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `expand(input, counts)`: each element as often as its count says. */
export const expand: Expand<"now"> = /* @__PURE__ */ nowServed(expandRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `gather(input, indices, { check? })`: the elements at the indices. */
export const gather: Gather<"now"> = /* @__PURE__ */ now(gatherRow, () => somePrimitives(columns, []));

/** `scatter(input, indices, into, { check? })`: `into` with the elements written to the indices. */
export const scatter: Scatter<"now"> = /* @__PURE__ */ now(scatterRow, () => somePrimitives(columns, []));

/** `sort(input, { descending?, bits? })`: the elements in order. */
export const sort: Sort<"now"> = /* @__PURE__ */ now(sortRow, () => somePrimitives(columns, [wasmSort]));

/** `argsort(input, { descending?, bits? })`: the indices that put them in order. */
export const argsort: Argsort<"now"> = /* @__PURE__ */ now(argsortRow, () =>
  somePrimitives(columns, [wasmSort]),
);

/** `sortPairs(keys, values, { descending?, bits? })`: keys in order, with what belongs to them. */
export const sortPairs: SortPairs<"now"> = /* @__PURE__ */ now(sortPairsRow, () =>
  somePrimitives(columns, [wasmSort]),
);

/** `sortBy(columns, names, { descending? })`: records in the order of one column or several. */
export const sortBy: SortBy<"now"> = /* @__PURE__ */ now(sortByRow, () =>
  somePrimitives(columns, [wasmSort]),
);

/** `merge(left, right, { by?, descending? })`: the elements of both in order, each of which is in order already. */
export const merge: Merge<"now"> = /* @__PURE__ */ now(mergeRow, () => somePrimitives(columns, [wasmSort]));

/** `searchSorted(sorted, queries, { side?, descending? })`: where each query belongs among what is in order. */
export const searchSorted: SearchSorted<"now"> = /* @__PURE__ */ now(searchSortedRow, () =>
  somePrimitives(columns, [wasmSearch]),
);

/** `topK(input, count, { order? })`: `{ values, indices }` of the largest or smallest. */
export const topK: TopK<"now"> = /* @__PURE__ */ nowServed(topKRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmSort, wasmLeading, wasmSearch, wasmCounts, wasmFolds]),
);

/** `isSorted(input, { descending? })`: whether they are in order. */
export const isSorted: IsSorted<"now"> = /* @__PURE__ */ nowServed(isSortedRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `segmentOffsets(segments)`: where each segment begins, and the length of all. */
export const segmentOffsets: SegmentOffsets<"now"> = /* @__PURE__ */ nowServed(
  segmentOffsetsRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds]),
);

/** `segmentLengths(segments)`: the length of each segment. */
export const segmentLengths: SegmentLengths<"now"> = /* @__PURE__ */ nowServed(
  segmentLengthsRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds]),
);

/** `segmentIds(segments)`: the segment of each element. */
export const segmentIds: SegmentIds<"now"> = /* @__PURE__ */ nowServed(segmentIdsRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds]),
);

/** `headFlags(segments)`: whether each element begins a segment. */
export const headFlags: HeadFlags<"now"> = /* @__PURE__ */ nowServed(headFlagsRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds]),
);

/** `segmentedReduce(input, segments, options?)`: the reduce of each segment. */
export const segmentedReduce: SegmentedReduce<"now"> = /* @__PURE__ */ nowServed(
  segmentedReduceRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds, wasmSegments]),
);

/** `segmentedInclusiveScan(input, segments, options?)`: the prefixes in each segment, each with its own element. */
export const segmentedInclusiveScan: SegmentedInclusiveScan<"now"> = /* @__PURE__ */ nowServed(
  segmentedInclusiveScanRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds, wasmSegments]),
);

/** `segmentedExclusiveScan(input, segments, options?)`: the prefixes in each segment, each without its own element. */
export const segmentedExclusiveScan: SegmentedExclusiveScan<"now"> = /* @__PURE__ */ nowServed(
  segmentedExclusiveScanRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmFolds, wasmSegments]),
);

/** `segmentedSort(input, segments, { descending?, bits? })`: each segment in order. */
export const segmentedSort: SegmentedSort<"now"> = /* @__PURE__ */ nowServed(
  segmentedSortRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmSort, wasmFolds]),
);

/** `reduceByKey(keys, values, options?)`: each key once and the reduce of its values; with `adjacent` for each run of equal keys. */
export const reduceByKey: ReduceByKey<"now"> = /* @__PURE__ */ nowServed(reduceByKeyRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmSort, wasmFolds, wasmHistograms, wasmSegments]),
);

/** `scanByKey(keys, values, options?)`: the prefixes of the values of each key, in place. */
export const scanByKey: ScanByKey<"now"> = /* @__PURE__ */ nowServed(scanByKeyRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmSort, wasmFolds, wasmSegments]),
);

/** `groupBy(keys, values, { adjacent? })`: the values of each key side by side, `{ keys, offsets, values }`. */
export const groupBy: GroupBy<"now"> = /* @__PURE__ */ now(groupByRow, () =>
  somePrimitives(columns, [wasmMaps, wasmSelection, wasmSort]),
);

/** `joinByKey(leftKeys, rightKeys, { how? })`: the rows with equal keys: pairs, or with `semi` and `anti` left rows. */
export const joinByKey: JoinByKey<"now"> = /* @__PURE__ */ nowServed(joinByKeyRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmSort, wasmCounts, wasmFolds]),
);

/** `reduceByIndex(input, indices, { binCount | into, … })`: for each bin the reduce of its elements, by any operator. */
export const reduceByIndex: ReduceByIndex<"now"> = /* @__PURE__ */ nowServed(
  reduceByIndexRow,
  served,
  (parts) =>
    somePrimitives(parts, [
      wasmMaps,
      wasmSelection,
      wasmSort,
      wasmSearch,
      wasmCounts,
      wasmFolds,
      wasmHistograms,
      wasmSegments,
    ]),
);

/** `histogram(input, { binCount, range } | { edges } | { categories })`: counts, and what no bin has. */
export const histogram: HistogramFunction<"now"> = /* @__PURE__ */ now(histogramRow, () =>
  somePrimitives(columns, [wasmSearch, wasmCounts]),
);

/** `argMin(input)`: the index of the first smallest element. */
export const argMin: ArgMin<"now"> = /* @__PURE__ */ nowFolded(argMinRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `argMax(input)`: the index of the first largest element. */
export const argMax: ArgMax<"now"> = /* @__PURE__ */ nowFolded(argMaxRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `minMax(input)`: `{ min, max }`. */
export const minMax: MinMax<"now"> = /* @__PURE__ */ nowFolded(minMaxRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `mean(input, { expression?, accumulate? })`: the arithmetic mean. */
export const mean: Mean<"now"> = /* @__PURE__ */ nowFolded(meanRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `variance(input, { correction? })`: the variance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1. */
export const variance: Variance<"now"> = /* @__PURE__ */ nowFolded(varianceRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `dot(left, right, { expression?, accumulate? })`: the dot product. */
export const dot: Dot<"now"> = /* @__PURE__ */ nowFolded(dotRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `count(input, predicate)`: how many elements the predicate holds for. */
export const count: Count<"now"> = /* @__PURE__ */ nowFolded(countRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFlagFew, wasmFolds, wasmFoldPlans]),
);

/** `any(input, predicate)`: whether it holds for at least one. */
export const any: Any<"now"> = /* @__PURE__ */ nowFolded(anyRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFlagFew, wasmFolds, wasmFoldPlans]),
);

/** `all(input, predicate)`: whether it holds for every element. */
export const all: All<"now"> = /* @__PURE__ */ nowFolded(allRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFlagFew, wasmFolds, wasmFoldPlans]),
);

/** `reduceCommutative(input, options)`: a reduce whose expression may change the order of the elements. */
export const reduceCommutative: ReduceCommutative<"now"> = /* @__PURE__ */ nowServed(
  reduceCommutativeRow,
  served,
  (parts) => somePrimitives(parts, [wasmFolds]),
);

/** `covariance(left, right, { correction? })`: the covariance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1. */
export const covariance: Covariance<"now"> = /* @__PURE__ */ nowFolded(covarianceRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `correlation(left, right, { expression?, accumulate? })`: Pearson's correlation, between −1 and 1. */
export const correlation: Correlation<"now"> = /* @__PURE__ */ nowFolded(correlationRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `norm(input, { p? })`: the length of a vector, neither overflowing nor losing subnormals; with `p: 1` or `p: Infinity` the sum or the largest of the magnitudes. */
export const norm: Norm<"now"> = /* @__PURE__ */ nowFolded(normRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `squaredDistance(left, right, { expression?, accumulate? })`: the sum of the squares of differences. */
export const squaredDistance: SquaredDistance<"now"> = /* @__PURE__ */ nowFolded(
  squaredDistanceRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `standardDeviation(input, { correction? })`: the square root of the variance, divided by n; with `correction: 1` of a sample, divided by n − 1. */
export const standardDeviation: StandardDeviation<"now"> = /* @__PURE__ */ nowFolded(
  standardDeviationRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `sum(input, { expression?, accumulate? })`: the sum, which is `reduce(input)`. */
export const sum: Sum<"now"> = /* @__PURE__ */ nowFolded(sumRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `median(input)`: the element in the middle of the order, or what is halfway between the two there. */
export const median: Median<"now"> = /* @__PURE__ */ nowServed(medianRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSort, wasmRanks, wasmFolds]),
);

/** `quantile(input, q, { method? })`: a quantile, or one for each of an array, by one of the nine methods of Hyndman and Fan. */
export const quantile: Quantile<"now"> = /* @__PURE__ */ nowServed(quantileRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSort, wasmRanks, wasmFolds]),
);

/** `groupedDescribe(keys, values, { expression?, accumulate?, correction?, method? })`: for each key count, mean, standard deviation, minimum, quartiles, maximum and sum of its values. */
export const groupedDescribe: GroupedDescribe<"now"> = /* @__PURE__ */ nowServed(
  groupedDescribeRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmSelection, wasmSort, wasmFolds, wasmSegments]),
);

/** `logSumExp(input, { expression?, accumulate? })`: the logarithm of the sum of the elements' exponentials. */
export const logSumExp: LogSumExp<"now"> = /* @__PURE__ */ nowFolded(logSumExpRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds, wasmFoldPlans]),
);

/** `softmax(input, { expression?, accumulate? })`: the share of each element's exponential in the sum of all. */
export const softmax: Softmax<"now"> = /* @__PURE__ */ nowServed(softmaxRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `runningMax(input, { direction? })`: the largest element so far. */
export const runningMax: RunningMax<"now"> = /* @__PURE__ */ nowServed(runningMaxRow, served, (parts) =>
  somePrimitives(parts, [wasmFolds]),
);

/** `runningMin(input, { direction? })`: the smallest element so far. */
export const runningMin: RunningMin<"now"> = /* @__PURE__ */ nowServed(runningMinRow, served, (parts) =>
  somePrimitives(parts, [wasmFolds]),
);

/** `linearRecurrence({ scale, offset }, { initial?, expression? })`: `out[i] = out[i−1]·scale[i] + offset[i]`. */
export const linearRecurrence: LinearRecurrence<"now"> = /* @__PURE__ */ nowServed(
  linearRecurrenceRow,
  served,
  (parts) => somePrimitives(parts, [wasmFolds]),
);

/** `exponentialMovingAverage(input, { alpha, initial?, expression? })`: `out[i] = (1 − alpha)·out[i−1] + alpha·input[i]`. */
export const exponentialMovingAverage: ExponentialMovingAverage<"now"> = /* @__PURE__ */ nowServed(
  exponentialMovingAverageRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `movingSum(input, { window, operator?, expression? })`: the sum, or any other reduce, of the last `window` elements. */
export const movingSum: MovingSum<"now"> = /* @__PURE__ */ nowServed(movingSumRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmSelection, wasmSegments]),
);

/** `cumulativeProduct(input, { expression?, direction?, accumulate? })`: the product so far. */
export const cumulativeProduct: CumulativeProduct<"now"> = /* @__PURE__ */ nowServed(
  cumulativeProductRow,
  served,
  (parts) => somePrimitives(parts, [wasmFolds]),
);

/** `differences(input, { order? })`: from each element to the next what is between them. */
export const differences: Differences<"now"> = /* @__PURE__ */ now(differencesRow, () =>
  somePrimitives(columns, [wasmMaps]),
);

/** `hillisSteele(input, { operator? })`: the scan of Hillis and Steele. */
export const hillisSteele: HillisSteele<"now"> = /* @__PURE__ */ now(hillisSteeleRow, () =>
  somePrimitives(columns, [wasmMaps]),
);

/** `workEfficientScan(input, { operator?, observation? })`: the scan by an up-sweep and a down-sweep. */
export const workEfficientScan: WorkEfficientScan<"now"> = /* @__PURE__ */ now(workEfficientScanRow, () =>
  somePrimitives(columns, [wasmMaps]),
);

/** `contractionReduce(input, { operator?, pairing? })`: the reduce by contraction. */
export const contractionReduce: ContractionReduce<"now"> = /* @__PURE__ */ nowServed(
  contractionReduceRow,
  served,
  (parts) => somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `radixBitStep(keys, bit)`: keys after a pass by one bit, with every array on the way. */
export const radixBitStep: RadixBitStep<"now"> = /* @__PURE__ */ nowServed(radixBitStepRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds]),
);

/** `radixDigitStep(keys, { base, digit })`: keys after a pass by one digit. */
export const radixDigitStep: RadixDigitStep<"now"> = /* @__PURE__ */ now(radixDigitStepRow, () =>
  somePrimitives(columns, [wasmMaps, wasmSort]),
);

/** `filterByScan(input, predicate)`: the filter of the textbook, with every array on the way. */
export const filterByScan: FilterByScan<"now"> = /* @__PURE__ */ nowServed(filterByScanRow, served, (parts) =>
  somePrimitives(parts, [wasmMaps, wasmFolds]),
);

export type { AlgorithmFunctions } from "./algorithms/algorithm-rows.ts";
export { type AchievedByName, type AlgorithmHost, algorithmsOn } from "./algorithms/algorithms-on.ts";
export type { OnlineFold } from "./algorithms/online-fold.ts";
export { type PreparedAlgorithm, prepareAlgorithm } from "./algorithms/prepare-algorithm.ts";
export type { SegmentRule } from "./contracts/contract.ts";
export { overSegments, type SegmentRuleOption } from "./contracts/over-segments.ts";
export { algorithmsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/primitives/javascript-primitives.ts";
export type { SynchronousAlgorithmExecutor } from "./executors/primitives.ts";
export type { Allocation } from "./executors/wasm/memory/heap.ts";
export { allocate } from "./executors/wasm/memory/wasm-memory.ts";
export {
  type AlgorithmsWasmExecutor,
  algorithmsWasmExecutor as wasmExecutor,
} from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
