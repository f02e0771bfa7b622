import { type ArgMaxAlong, type ArgMinAlong, argMax, argMin } from "./arg-extremes.ts";
import { type AllAlong, type AnyAlong, all, any, type CountAlong, count } from "./count.ts";
import { type CumulativeProductAlong, cumulativeProduct } from "./cumulative-product.ts";
import { type DifferencesAlong, differences } from "./differences.ts";
import { type LogSumExpAlong, logSumExp, type SoftmaxAlong, softmax } from "./exponentials.ts";
import { type MeanAlong, mean } from "./mean.ts";
import { type MinMaxAlong, minMax } from "./min-max.ts";
import { type Multiply, multiply } from "./multiply.ts";
import { type MultiplyVector, multiplyVector } from "./multiply-vector.ts";
import { type NormAlong, norm } from "./norm.ts";
import { type Outer, outer } from "./outer.ts";
import {
  type CorrelationAlong,
  type CovarianceAlong,
  correlation,
  covariance,
  type DotAlong,
  dot,
  type SquaredDistanceAlong,
  squaredDistance,
} from "./pairs.ts";
import { type MedianAlong, median, type QuantileAlong, quantile } from "./quantile.ts";
import { type ReduceAlong, reduce } from "./reduce.ts";
import { exclusiveScan, inclusiveScan, type ScanAlong } from "./scan.ts";
import { type ArgsortAlong, argsort, type SortAlong, sort } from "./sort.ts";
import { type StandardDeviationAlong, standardDeviation, type VarianceAlong, variance } from "./spread.ts";
import { type SumAlong, sum } from "./sum.ts";
import { type SummedAreaTable, summedAreaTable } from "./summed-area.ts";
import { type TopKAlong, topK } from "./top-k.ts";

/** Every function over matrices that an executor runs. */
export const MATRIX_ROWS = {
  reduce,
  inclusiveScan,
  exclusiveScan,
  sum,
  mean,
  variance,
  standardDeviation,
  norm,
  minMax,
  argMin,
  argMax,
  count,
  any,
  all,
  median,
  quantile,
  logSumExp,
  softmax,
  dot,
  squaredDistance,
  covariance,
  correlation,
  sort,
  argsort,
  topK,
  cumulativeProduct,
  differences,
  summedAreaTable,
  multiply,
  multiplyVector,
  outer,
} as const;

/** Every function over matrices that an executor runs, with its answers at once or to come. */
export interface MatrixFunctions<When extends "now" | "later"> {
  readonly reduce: ReduceAlong<When>;
  readonly inclusiveScan: ScanAlong<When>;
  readonly exclusiveScan: ScanAlong<When>;
  readonly sum: SumAlong<When>;
  readonly mean: MeanAlong<When>;
  readonly variance: VarianceAlong<When>;
  readonly standardDeviation: StandardDeviationAlong<When>;
  readonly norm: NormAlong<When>;
  readonly minMax: MinMaxAlong<When>;
  readonly argMin: ArgMinAlong<When>;
  readonly argMax: ArgMaxAlong<When>;
  readonly count: CountAlong<When>;
  readonly any: AnyAlong<When>;
  readonly all: AllAlong<When>;
  readonly median: MedianAlong<When>;
  readonly quantile: QuantileAlong<When>;
  readonly logSumExp: LogSumExpAlong<When>;
  readonly softmax: SoftmaxAlong<When>;
  readonly dot: DotAlong<When>;
  readonly squaredDistance: SquaredDistanceAlong<When>;
  readonly covariance: CovarianceAlong<When>;
  readonly correlation: CorrelationAlong<When>;
  readonly sort: SortAlong<When>;
  readonly argsort: ArgsortAlong<When>;
  readonly topK: TopKAlong<When>;
  readonly cumulativeProduct: CumulativeProductAlong<When>;
  readonly differences: DifferencesAlong<When>;
  readonly summedAreaTable: SummedAreaTable<When>;
  readonly multiply: Multiply<When>;
  readonly multiplyVector: MultiplyVector<When>;
  readonly outer: Outer<When>;
}
