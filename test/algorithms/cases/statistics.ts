import fc from "fast-check";
import { medianCall } from "../../../src/algorithms/statistics/median.ts";
import { quantileCall } from "../../../src/algorithms/statistics/quantile.ts";
import type { ColumnArray } from "../../../src/values/value-types.ts";
import { anyColumn, anyElementType, anyLength, skewedKeys } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

const elements = anyElementType.chain((type) => fc.oneof(anyColumn(type), skewedKeys(type)));
const someElements = anyElementType.chain((type) =>
  anyColumn(
    type,
    anyLength.map((length) => length + 1),
  ),
);

/** In the order of an engine's own sort, which has NaNs last, as f64s. */
function sorted(column: ColumnArray): readonly number[] {
  return Array.from(column.slice().sort() as Float64Array, (each) => Number(each) + 0);
}

/** Method 7, in R's words: positions from 1 on. */
function quantile7(column: ColumnArray, q: number): number {
  const x = sorted(column);
  if (Number.isNaN(x[x.length - 1])) return Number.NaN;
  const at = (x.length - 1) * q;
  const [low, high, h] = [x[Math.floor(at)], x[Math.ceil(at)], at - Math.floor(at)];
  return low === high || h === 0 ? low : (1 - h) * low + h * high + 0;
}

const anyShare = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.25, 0.5, 0.75, 1));

/** The rows of the functions of statistics. */
export const statisticsCases: readonly OracleCase[] = [
  oracleCase({
    name: "quantile",
    arguments: fc.tuple(someElements, fc.array(anyShare, { maxLength: 5 })),
    run: (on, column, shares) => on.call(quantileCall(column, shares)),
    oracle: (column, shares) => Float64Array.from(shares, (q) => quantile7(column, q)),
  }),
  oracleCase({
    name: "quantile by other methods",
    arguments: fc.tuple(someElements, anyShare, fc.integer({ min: 1, max: 3 })),
    run: (on, column, q, method) => on.call(quantileCall(column, q, { method })),
    oracle: (column, q, method) => {
      const x = sorted(column);
      if (Number.isNaN(x[x.length - 1])) return Number.NaN;
      const nth = (rank: number) => x[Math.min(x.length, Math.max(1, rank)) - 1]; // from 1 on
      const nppm = method === 3 ? x.length * q - 0.5 : x.length * q;
      const j = Math.floor(nppm);
      if (method === 2 && nppm === j) return nth(j) === nth(j + 1) ? nth(j) : nth(j) / 2 + nth(j + 1) / 2 + 0;
      return nppm > j || (method === 3 && j % 2 !== 0) ? nth(j + 1) : nth(j);
    },
  }),
  oracleCase({
    name: "median",
    arguments: fc.tuple(elements),
    run: (on, column) => on.call(medianCall(column)),
    oracle: (column) => {
      if (column.length > 0) return quantile7(column, 0.5);
      throw Object.assign(new Error(), { name: "EmptyInputError" });
    },
  }),
];
