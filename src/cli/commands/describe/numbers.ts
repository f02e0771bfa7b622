// What there is to say of the numbers of one column.

import { accuracyOf } from "../../../accuracy.ts";
import {
  add,
  type ColumnArray,
  type ElementArray,
  type ElementType,
  type Scalar,
  type ScalarType,
  UnsupportedError,
} from "../../../index.ts";
import { parseElementFunction } from "../../../operators.ts";
import type { ColumnFunctions, OpenExecutor } from "../../executors/offered-executor.ts";
import { dataRange, rangeBetween } from "../histogram/bins.ts";
import { type SumRule, sumOptions } from "./contract.ts";
import { type IntegerArray, sumOfIntegers } from "./integer-sum.ts";

/** Of the numbers of a column: those that are NaN are counted and left out, infinities are numbers. */
export interface NumbersDescribed {
  readonly type: ElementType; // of bools u32
  readonly isBool?: boolean;
  readonly count: number; // numbers that are not NaN
  readonly nanCount: number;
  readonly measures: Measures | undefined; // undefined: there is no number
}

export interface Measures {
  readonly mean: number;
  readonly standardDeviation: number;
  readonly min: Scalar;
  readonly quartiles: readonly number[]; // lower, median, upper
  readonly max: Scalar;
  readonly sum: SumMeasured;
  readonly histogram: Histogram | undefined; // undefined: of a group, and where no bins fit
}

/** A sum beside the true one. */
interface SumMeasured {
  readonly value: Scalar;
  readonly errorUlps: number | undefined; // 0: exact; undefined where there are infinities
  readonly boundUlps: number | undefined; // what was known beforehand
}

/** Bins of one width over the finite numbers. */
export interface Histogram {
  readonly edges: readonly number[];
  readonly counts: Uint32Array | Float64Array;
}

/** How columns are described. */
export interface DescribeSetting {
  readonly executor: OpenExecutor;
  readonly functions: ColumnFunctions;
  readonly rule: SumRule;
}

const BIN_COUNT = 20;

const DEFAULT_EXPRESSION = "block-dyadic:32";

/** Describes the numbers of a column. */
export async function describeNumbers(
  setting: DescribeSetting,
  given: { readonly name: string; readonly array: ColumnArray; readonly type: ScalarType },
): Promise<NumbersDescribed> {
  const type = given.type === "bool" ? "u32" : given.type;
  const all = elementsOf(given.array);
  const array = await withoutNaN(setting.functions, all, type);
  const isBool = given.type === "bool";
  const counts = { type, isBool, count: array.length, nanCount: all.length - array.length };
  const options = sumOptions(given.name, type, setting.rule);
  const measures = array.length === 0 ? undefined : await measured(setting, array, { type, options });
  return { ...counts, measures };
}

/** Bools as numbers. */
export function elementsOf(array: ColumnArray): ElementArray {
  return array instanceof Uint8Array ? Uint32Array.from(array) : array;
}

/** The array itself where it has no NaN. */
export async function withoutNaN(
  functions: ColumnFunctions,
  array: ElementArray,
  type: ElementType,
): Promise<ElementArray> {
  if (!isFloats(array) || array.length === 0) return array;
  const { min } = await functions.minMax(array); // a NaN where there is one
  return Number.isNaN(min)
    ? functions.filter(array, parseElementFunction("value == value", { type }))
    : array;
}

/** What sums are taken of, and how. */
interface Sums {
  readonly type: ElementType;
  readonly options: ReturnType<typeof sumOptions>;
}

export const QUARTERS = [1 / 4, 1 / 2, 3 / 4];

async function measured(setting: DescribeSetting, array: ElementArray, sums: Sums): Promise<Measures> {
  const { functions, rule } = setting;
  const { type, options } = sums;
  const { min, max } = await functions.minMax(array);
  const areFinite = Number.isFinite(Number(min)) && Number.isFinite(Number(max));
  const range = areFinite ? rangeBetween({ min, max }) : await dataRange(functions, array, type);
  return {
    mean: await functions.mean(array, options),
    standardDeviation: await functions.standardDeviation(array, { ...options, correction: rule.correction }),
    min,
    quartiles: Array.from(await functions.quantile(array, QUARTERS)),
    max,
    sum: await sumOf(setting, array, { ...sums, areFinite }),
    histogram: await histogramOf(functions, array, range),
  };
}

/** Undefined where the range is wider than the largest f64, or too narrow for so many edges. */
export async function histogramOf(
  functions: ColumnFunctions,
  array: ElementArray,
  [low, high]: readonly [number, number],
): Promise<Histogram | undefined> {
  const width = (high - low) / BIN_COUNT;
  if (!Number.isFinite(width) || low + width === low || high - width === high) return undefined;
  const { counts, edges } = await functions.histogram(array, { binCount: BIN_COUNT, range: [low, high] });
  return { edges: Array.from(edges), counts };
}

/** The sum and how far it is from the true one: integers are added exactly, floats under the expression. */
async function sumOf(
  { executor }: DescribeSetting,
  array: ElementArray,
  { type, options, areFinite }: Sums & { readonly areFinite: boolean },
): Promise<SumMeasured> {
  if (!isFloats(array)) return { value: sumOfIntegers(array as IntegerArray), errorUlps: 0, boundUlps: 0 };
  if (!areFinite) {
    const value = await executor.prepareElements({ type, operator: add, ...options }).reduce(array);
    return { value, errorUlps: undefined, boundUlps: undefined };
  }
  const { expression = DEFAULT_EXPRESSION, accumulate } = options;
  const { rows } = await accuracyOf(executor.executor, array, { expressions: [expression], accumulate });
  const [row] = rows;
  if (row.kind === "refused") throw new UnsupportedError(row.expression, row.reason, row.remedy);
  return { value: row.value, errorUlps: row.ulps, boundUlps: row.boundUlps };
}

export function isFloats(array: ElementArray): array is Float64Array | Float32Array {
  return array instanceof Float64Array || array instanceof Float32Array;
}
