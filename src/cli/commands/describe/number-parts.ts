// What there is to say of numbers that come some at a time: what needs all of them first goes over a temporary file again.

import {
  type ColumnArray,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
  type ScalarType,
} from "../../../index.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { orderStatistics } from "../../held/order-statistics.ts";
import type { Spill } from "../../held/spill.ts";
import { finiteRange, rangeBetween } from "../histogram/bins.ts";
import { sumOptions } from "./contract.ts";
import {
  type DescribeSetting,
  elementsOf,
  type Histogram,
  histogramOf,
  type Measures,
  type NumbersDescribed,
  QUARTERS,
  withoutNaN,
} from "./numbers.ts";
import { runningSums } from "./running-sums.ts";

/** Numbers of a column. */
interface NumberParts {
  add(array: ColumnArray): Promise<void>;
  /** When all of them have come: what `describeNumbers` says of them. @throws as that does */
  described(): Promise<NumbersDescribed>;
  close(): void;
}

/** Numbers that are to be described, which the executor takes as a sequence. */
export function numberParts(
  setting: DescribeSetting,
  given: { readonly name: string; readonly type: ScalarType },
  spill: Spill,
): NumberParts {
  const { functions, rule } = setting;
  const type = given.type === "bool" ? "u32" : given.type;
  const none = newElementArray(type, 0);
  const values = spill.column(none.constructor as new (buffer: ArrayBuffer) => ElementArray);
  const sums = runningSums(setting, type);
  const ends: Scalar[] = [];
  const finiteEnds: Scalar[] = [];
  let nanCount = 0;

  async function measured(): Promise<Measures> {
    const { min, max } = await extremes(functions, type, ends);
    const range =
      finiteEnds.length === 0 ? ([0, 1] as const) : rangeBetween(await extremes(functions, type, finiteEnds));
    sums.centre();
    const places = QUARTERS.map((share) => placeOf(values.length, share));
    const order = orderStatistics(type, { min, max, ranks: places.flatMap(({ ranks }) => ranks) });
    let histogram: Histogram | undefined;
    let isFirst = true;
    for await (const chunk of values.chunks()) {
      order.add(chunk);
      sums.addDeviations(chunk);
      if (!isFirst && histogram === undefined) continue;
      histogram = joined(histogram, await histogramOf(functions, chunk, range));
      isFirst = false;
    }
    for (order.endPass(); !order.isDone; order.endPass()) {
      for await (const chunk of values.chunks()) order.add(chunk);
    }
    const quartiles: number[] = [];
    // Of two elements the quantile at a weight lies between them by that weight.
    for (const { ranks, weight } of places) quartiles.push(await functions.quantile(order.at(ranks), weight));
    return { ...sums.measures(), min, quartiles, max, histogram };
  }

  return {
    async add(part) {
      const all = elementsOf(part);
      const array = await withoutNaN(functions, all, type);
      nanCount += all.length - array.length;
      if (array.length === 0) return;
      const { min, max } = await functions.minMax(array);
      ends.push(min, max);
      const finite = await finiteRange(functions, array, type);
      if (finite !== undefined) finiteEnds.push(finite.min, finite.max);
      sums.add(array, finite?.min === min && finite.max === max);
      await values.add(array);
    },
    async described() {
      sumOptions(given.name, type, rule); // for its error: a column of CSV may have been no numbers after all
      const counts = { type, isBool: given.type === "bool", count: values.length, nanCount };
      return { ...counts, measures: values.length === 0 ? undefined : await measured() };
    },
    close: sums.close,
  };
}

/** The least and the largest of some. */
function extremes(functions: ColumnFunctions, type: ElementType, some: readonly Scalar[]) {
  const array = newElementArray(type, some.length);
  for (const [i, each] of some.entries()) array[i] = each;
  return functions.minMax(array);
}

/** Where a quantile of n elements lies in their order: between two of them, by method 7. */
function placeOf(n: number, share: number) {
  const position = (n - 1) * share;
  const rank = Math.floor(position);
  const weight = position - rank;
  return { ranks: weight === 0 ? [rank, rank] : [rank, rank + 1], weight };
}

function joined(sum: Histogram | undefined, found: Histogram | undefined): Histogram | undefined {
  if (sum === undefined || found === undefined) return found;
  return { ...sum, counts: found.counts.map((count, i) => count + sum.counts[i]) };
}
