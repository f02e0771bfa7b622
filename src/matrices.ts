// The entry point `samebits/matrices`: arrays with axes, on WebAssembly kernels.

import type { AlgorithmRow } from "./algorithms/algorithm-row.ts";
import { now, nowServed } from "./algorithms/now.ts";
import { openMemory } from "./executors/wasm/memory/wasm-memory.ts";
import { wasmRows } from "./executors/wasm/primitives/equal-lines.ts";
import { columnParts } from "./executors/wasm/primitives/parts.ts";
import { wasmParts } from "./executors/wasm/primitives/wasm-parts.ts";
import {
  somePrimitives,
  wasmFolds,
  wasmLeading,
  wasmLines,
  wasmMaps,
  wasmSort,
} from "./executors/wasm/primitives/wasm-primitives.ts";
import {
  type ArgMaxAlong,
  type ArgMinAlong,
  argMax as argMaxRow,
  argMin as argMinRow,
} from "./matrices/arg-extremes.ts";
import {
  type AllAlong,
  type AnyAlong,
  all as allRow,
  any as anyRow,
  type CountAlong,
  count as countRow,
} from "./matrices/count.ts";
import {
  type CumulativeProductAlong,
  cumulativeProduct as cumulativeProductRow,
} from "./matrices/cumulative-product.ts";
import { type DifferencesAlong, differences as differencesRow } from "./matrices/differences.ts";
import {
  type LogSumExpAlong,
  logSumExp as logSumExpRow,
  type SoftmaxAlong,
  softmax as softmaxRow,
} from "./matrices/exponentials.ts";
import { type MeanAlong, mean as meanRow } from "./matrices/mean.ts";
import { type MinMaxAlong, minMax as minMaxRow } from "./matrices/min-max.ts";
import { type Multiply, multiply as multiplyRow } from "./matrices/multiply.ts";
import { type MultiplyVector, multiplyVector as multiplyVectorRow } from "./matrices/multiply-vector.ts";
import { type NormAlong, norm as normRow } from "./matrices/norm.ts";
import { type Outer, outer as outerRow } from "./matrices/outer.ts";
import {
  type CorrelationAlong,
  type CovarianceAlong,
  correlation as correlationRow,
  covariance as covarianceRow,
  type DotAlong,
  dot as dotRow,
  type SquaredDistanceAlong,
  squaredDistance as squaredDistanceRow,
} from "./matrices/pairs.ts";
import {
  type MedianAlong,
  median as medianRow,
  type QuantileAlong,
  quantile as quantileRow,
} from "./matrices/quantile.ts";
import { type ReduceAlong, reduce as reduceRow } from "./matrices/reduce.ts";
import {
  exclusiveScan as exclusiveScanRow,
  inclusiveScan as inclusiveScanRow,
  type ScanAlong,
} from "./matrices/scan.ts";
import {
  type ArgsortAlong,
  argsort as argsortRow,
  type SortAlong,
  sort as sortRow,
} from "./matrices/sort.ts";
import {
  type StandardDeviationAlong,
  standardDeviation as standardDeviationRow,
  type VarianceAlong,
  variance as varianceRow,
} from "./matrices/spread.ts";
import { type SumAlong, sum as sumRow } from "./matrices/sum.ts";
import { type SummedAreaTable, summedAreaTable as summedAreaTableRow } from "./matrices/summed-area.ts";
import { type TopKAlong, topK as topKRow } from "./matrices/top-k.ts";
import { lazily } from "./values/frozen.ts";

// A bundle has the functions that it imports; one that only sorts has no executor.
const columns = /* @__PURE__ */ columnParts(/* @__PURE__ */ openMemory());
const served = /* @__PURE__ */ lazily(() => wasmParts(columns).parts);

function product<Bound>(row: AlgorithmRow): Bound {
  return nowServed(row, served, (parts) => somePrimitives(parts, [wasmMaps, wasmRows]));
}

function alongAxes<Bound>(row: AlgorithmRow): Bound {
  return nowServed(row, served, (parts) => somePrimitives(parts, [wasmMaps, wasmFolds, wasmRows, wasmLines]));
}

function order<Bound>(row: AlgorithmRow): Bound {
  return now(row, () => somePrimitives(columns, [wasmSort]));
}

/** `reduce(A, { axis, keepAxes?, operator?, … })`: each line's reduce along axes. */
export const reduce: ReduceAlong<"now"> = /* @__PURE__ */ alongAxes(reduceRow);

/** `inclusiveScan(A, { axis, operator?, … })`: each line's prefixes, own elements included. */
export const inclusiveScan: ScanAlong<"now"> = /* @__PURE__ */ alongAxes(inclusiveScanRow);

/** `exclusiveScan(A, { axis, operator?, … })`: each line's prefixes, own elements left out. */
export const exclusiveScan: ScanAlong<"now"> = /* @__PURE__ */ alongAxes(exclusiveScanRow);

/** `mean(A, { axis, keepAxes?, expression?, accumulate?, output? })`: each line's mean along axes. */
export const mean: MeanAlong<"now"> = /* @__PURE__ */ alongAxes(meanRow);

/** `minMax(A, { axis, keepAxes? })`: each line's smallest and largest element along axes. */
export const minMax: MinMaxAlong<"now"> = /* @__PURE__ */ alongAxes(minMaxRow);

/** `sum(A, { axis, keepAxes?, expression?, accumulate?, output? })`: each line's sum along axes. */
export const sum: SumAlong<"now"> = /* @__PURE__ */ alongAxes(sumRow);

/** `variance(A, { axis, keepAxes?, correction?, expression?, accumulate?, output? })`: each line's variance, by n unless corrected. */
export const variance: VarianceAlong<"now"> = /* @__PURE__ */ alongAxes(varianceRow);

/** `standardDeviation(A, { axis, keepAxes?, correction?, expression?, accumulate?, output? })`: each line's standard deviation, by n unless corrected. */
export const standardDeviation: StandardDeviationAlong<"now"> =
  /* @__PURE__ */ alongAxes(standardDeviationRow);

/** `norm(A, { axis, keepAxes?, p?, expression?, accumulate?, output? })`: each line's norm. */
export const norm: NormAlong<"now"> = /* @__PURE__ */ alongAxes(normRow);

/** `argMin(A, { axis, keepAxes?, output? })`: the place of each line's first smallest element. */
export const argMin: ArgMinAlong<"now"> = /* @__PURE__ */ alongAxes(argMinRow);

/** `argMax(A, { axis, keepAxes?, output? })`: the place of each line's first largest element. */
export const argMax: ArgMaxAlong<"now"> = /* @__PURE__ */ alongAxes(argMaxRow);

/** `count(A, predicate, { axis, keepAxes? })`: for how many elements of each line the predicate holds. */
export const count: CountAlong<"now"> = /* @__PURE__ */ alongAxes(countRow);

/** `any(A, predicate, { axis, keepAxes? })`: whether it holds for at least one element of each line. */
export const any: AnyAlong<"now"> = /* @__PURE__ */ alongAxes(anyRow);

/** `all(A, predicate, { axis, keepAxes? })`: whether it holds for every element of each line. */
export const all: AllAlong<"now"> = /* @__PURE__ */ alongAxes(allRow);

/** `median(A, { axis, keepAxes? })`: each line's median. */
export const median: MedianAlong<"now"> = /* @__PURE__ */ order(medianRow);

/** `quantile(A, q, { axis, keepAxes?, method? })`: a quantile of each line, or several. */
export const quantile: QuantileAlong<"now"> = /* @__PURE__ */ order(quantileRow);

/** `logSumExp(A, { axis, keepAxes?, expression?, accumulate?, output? })`: the logarithm of the sum of each line's exponentials. */
export const logSumExp: LogSumExpAlong<"now"> = /* @__PURE__ */ alongAxes(logSumExpRow);

/** `softmax(A, { axis, expression?, accumulate?, output? })`: the share of each element's exponential in its line's sum. */
export const softmax: SoftmaxAlong<"now"> = /* @__PURE__ */ alongAxes(softmaxRow);

/** `dot(A, B, { axis, keepAxes?, expression?, accumulate?, output? })`: the dot product of each two lines. */
export const dot: DotAlong<"now"> = /* @__PURE__ */ alongAxes(dotRow);

/** `squaredDistance(A, B, { axis, keepAxes?, expression?, accumulate?, output? })`: the squared distance of each two lines. */
export const squaredDistance: SquaredDistanceAlong<"now"> = /* @__PURE__ */ alongAxes(squaredDistanceRow);

/** `covariance(A, B, { axis, keepAxes?, correction?, expression?, accumulate?, output? })`: the covariance of each two lines, by n unless corrected. */
export const covariance: CovarianceAlong<"now"> = /* @__PURE__ */ alongAxes(covarianceRow);

/** `correlation(A, B, { axis, keepAxes?, expression?, accumulate?, output? })`: the correlation of each two lines. */
export const correlation: CorrelationAlong<"now"> = /* @__PURE__ */ alongAxes(correlationRow);

/** `sort(A, { axis, descending?, output? })`: each line in order. */
export const sort: SortAlong<"now"> = /* @__PURE__ */ order(sortRow);

/** `argsort(A, { axis, descending?, output? })`: the places that put each line in order. */
export const argsort: ArgsortAlong<"now"> = /* @__PURE__ */ order(argsortRow);

/** `topK(A, count, { axis, order? })`: the largest or smallest of each line, and their places. */
export const topK: TopKAlong<"now"> = /* @__PURE__ */ now(topKRow, () =>
  somePrimitives(columns, [wasmSort, wasmLeading]),
);

/** `cumulativeProduct(A, { axis, expression?, direction?, accumulate?, output? })`: the product so far in each line. */
export const cumulativeProduct: CumulativeProductAlong<"now"> =
  /* @__PURE__ */ alongAxes(cumulativeProductRow);

/** `differences(A, { axis, order?, output? })`: from each element to the next along an axis. */
export const differences: DifferencesAlong<"now"> = /* @__PURE__ */ now(differencesRow, () =>
  somePrimitives(columns, [wasmMaps]),
);

/** `summedAreaTable(A, { expression?, accumulate?, output? })`: the sums of all boxes from the origin. */
export const summedAreaTable: SummedAreaTable<"now"> = /* @__PURE__ */ alongAxes(summedAreaTableRow);

/** `multiply(A, B, { expression?, accumulate?, semiring?, transposeA?, transposeB?, output? })`: the product of two matrices. */
export const multiply: Multiply<"now"> = /* @__PURE__ */ product(multiplyRow);

/** `multiplyVector(A, x, { expression?, accumulate?, semiring?, transposeA?, output? })`: the product of a matrix and a column. */
export const multiplyVector: MultiplyVector<"now"> = /* @__PURE__ */ product(multiplyVectorRow);

/** `outer(x, y, { accumulate?, semiring?, output? })`: the matrix of all products. */
export const outer: Outer<"now"> = /* @__PURE__ */ product(outerRow);

export { algorithmsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/primitives/javascript-primitives.ts";
export type { AlgorithmsWasmExecutor } from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
export { matricesWasmExecutor as wasmExecutor } from "./executors/wasm/primitives/matrices-wasm-executor.ts";
export type { Axes } from "./matrices/lines.ts";
export { matricesOn } from "./matrices/matrices-on.ts";
export type { Matrix } from "./matrices/matrix.ts";
export type { MatrixFunctions } from "./matrices/matrix-rows.ts";
export type { AnyMatrix } from "./matrices/matrix-types.ts";
export type { ProductOptions, Semiring } from "./matrices/product-contract.ts";
export { boxSum } from "./matrices/summed-area.ts";
export { type SliceRange, slice, transpose } from "./matrices/views.ts";
export { widen } from "./matrices/widen.ts";
