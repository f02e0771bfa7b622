// What needs no library beside ES2022.
import * as main from "samebits";
import * as algorithms from "samebits/algorithms";
import * as formats from "samebits/formats";
import * as javascript from "samebits/javascript";
import * as matrices from "samebits/matrices";
import * as operators from "samebits/operators";
import * as sums from "samebits/sums";
import * as workers from "samebits/workers";

const prices = Float64Array.of(1, 2, 3);
export const total: number = main.reduce(prices);
export const prefixes: Float64Array = main.inclusiveScan(prices, { operator: main.max, initial: 0.25 });
export const late: Float64Array = algorithms.filter(prices, (price) => price > 1);
export const counts: Uint32Array = algorithms.histogram(prices, { binCount: 2, range: [0, 3] }).counts;
export const mean: number = algorithms.mean(prices);
export const spread: number = algorithms.standardDeviation(prices, { correction: 1 });
export const quartile: number = algorithms.quantile(prices, 0.25);
export const quartiles: Float64Array = algorithms.quantile(prices, [0.25, 0.75], { method: 6 });
export const best: Uint32Array = algorithms.topK(prices, 2).indices;
const square = { array: Float64Array.of(1, 2, 3, 4), shape: [2, 2] };
export const product: Float64Array = matrices.multiply(square, square).array;
export const exact: number = sums.reduce(prices, { expression: sums.exact });
export const text: string = javascript.reduce(["a", "b"], { operator: (left, right) => left + right });
export const bytes: Uint8Array = formats.encodeNpy(prices);

const { f32, u32, operator, select } = operators;
const firstLargest = operator({ value: f32, index: u32 }, (left, right) =>
  select(left.value.less(right.value), right, left),
);
const columns = { value: Float32Array.of(3, 1), index: Uint32Array.of(0, 1) };
export const largest: number = main.reduce(columns, { operator: firstLargest }).value;

export async function onAllCores(): Promise<Float64Array> {
  const pool = await workers.openWorkers({ count: 2 });
  try {
    return await pool.inclusiveScan(prices);
  } finally {
    await pool.close();
  }
}

/** What is `any`, or loses its type on the way, would be taken for everything. */
export function refused(): void {
  // @ts-expect-error: a sum of doubles is a number
  const wrong: string = main.reduce(prices);
  // @ts-expect-error: there is no such option
  main.inclusiveScan(prices, { operater: main.max });
  // @ts-expect-error: a scan of doubles is no array of u32
  const other: Uint32Array = main.inclusiveScan(prices);
  // @ts-expect-error: there are nine methods
  algorithms.quantile(prices, 0.5, { method: 10 });
  // @ts-expect-error: a quantile is a number
  const median: Float64Array = algorithms.quantile(prices, 0.5);
  void [wrong, other, median];
}
