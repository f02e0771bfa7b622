import { type MeanAlong, mean } from "./mean.ts";
import { type MinMaxAlong, minMax } from "./min-max.ts";
import { type Multiply, multiply } from "./multiply.ts";
import { type MultiplyVector, multiplyVector } from "./multiply-vector.ts";
import { type Outer, outer } from "./outer.ts";
import { type ReduceAlong, reduce } from "./reduce.ts";
import { exclusiveScan, inclusiveScan, type ScanAlong } from "./scan.ts";
import { type ArgsortAlong, argsort, type SortAlong, sort } from "./sort.ts";
import { type SummedAreaTable, summedAreaTable } from "./summed-area.ts";

/** Every function over matrices that an executor runs. */
export const MATRIX_ROWS = {
  reduce,
  inclusiveScan,
  exclusiveScan,
  mean,
  minMax,
  sort,
  argsort,
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
  readonly mean: MeanAlong<When>;
  readonly minMax: MinMaxAlong<When>;
  readonly sort: SortAlong<When>;
  readonly argsort: ArgsortAlong<When>;
  readonly summedAreaTable: SummedAreaTable<When>;
  readonly multiply: Multiply<When>;
  readonly multiplyVector: MultiplyVector<When>;
  readonly outer: Outer<When>;
}
