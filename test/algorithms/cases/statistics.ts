import fc from "fast-check";
import type { Call } from "../../../src/algorithms/call.ts";
import { reduce } from "../../../src/algorithms/reduce.ts";
import { meanCall } from "../../../src/algorithms/reductions/mean.ts";
import { minMaxCall } from "../../../src/algorithms/reductions/min-max.ts";
import { standardDeviationCall } from "../../../src/algorithms/reductions/standard-deviation.ts";
import { runCall } from "../../../src/algorithms/run-call.ts";
import { groupedDescribeCall } from "../../../src/algorithms/statistics/grouped-describe.ts";
import { logSumExpCall } from "../../../src/algorithms/statistics/log-sum-exp.ts";
import { medianCall } from "../../../src/algorithms/statistics/median.ts";
import { quantileCall } from "../../../src/algorithms/statistics/quantile.ts";
import { softmaxCall } from "../../../src/algorithms/statistics/softmax.ts";
import { evaluateUnary } from "../../../src/elementary/exact/evaluate.ts";
import { networksJavascriptExecutor } from "../../../src/executors/javascript/networks-javascript-executor.ts";
import { javascriptPrimitives } from "../../../src/executors/javascript/primitives/javascript-primitives.ts";
import { type ElementArray, type ElementType, SCALAR_TYPE_FACTS } from "../../../src/values/element-types.ts";
import { type ColumnArray, columnType, newColumn } from "../../../src/values/value-types.ts";
import { anyColumn, anyElementType, anyLength, skewedKeys } from "../arbitraries.ts";
import { canonical } from "../canonical.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";
import { groupsOf } from "./by-key.ts";
import { pick } from "./segment-pieces.ts";

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

const plain = <Result>(call: Call<Result>): Result => runCall(javascriptPrimitives(), call);

/** Each group by the plain functions, alone. */
function describedAlone(keys: ColumnArray, values: ElementArray, options: object): object {
  const type = columnType(values) as ElementType;
  const groups = groupsOf([keys], false);
  const numbers = groups.map((group) => {
    const own = pick(values, group) as Float64Array;
    return own.filter((value) => !Number.isNaN(value)) as ElementArray;
  });
  const float = type === "f32" && !("accumulate" in options) ? Float32Array : Float64Array;
  const each = (measure: (own: ElementArray) => number): number[] =>
    numbers.map((own) => (own.length === 0 ? Number.NaN : measure(own)));
  const extremes = (which: "min" | "max"): ColumnArray => {
    const found = newColumn(type, numbers.length);
    for (const [i, own] of numbers.entries()) {
      found[i] = own.length === 0 ? (Number.NaN as never) : plain(minMaxCall(own))[which];
    }
    return found;
  };
  const { isFloat, isSigned } = SCALAR_TYPE_FACTS[type];
  const wide = { accumulate: isSigned ? ("i64" as const) : ("u64" as const) };
  const sums = numbers.map((own) =>
    own.length === 0
      ? isFloat
        ? 0
        : 0n
      : reduce(networksJavascriptExecutor, own, isFloat ? options : type.endsWith("64") ? {} : wide),
  );
  const sum = newColumn(isFloat ? (float === Float32Array ? "f32" : "f64") : wide.accumulate, sums.length);
  for (const [i, value] of sums.entries()) sum[i] = value as number | bigint;
  const quartile = (q: number) => Float64Array.from(each((own) => plain(quantileCall(own, q)) as number));
  return {
    keys: pick(
      keys,
      groups.map(([first]) => first),
    ),
    count: Uint32Array.from(numbers, (own) => own.length),
    missingCount: Uint32Array.from(groups, (group, i) => group.length - numbers[i].length),
    mean: float.from(each((own) => plain(meanCall(own, options)))),
    standardDeviation: float.from(each((own) => plain(standardDeviationCall(own, options)))),
    min: extremes("min"),
    lowerQuartile: quartile(1 / 4),
    median: quartile(1 / 2),
    upperQuartile: quartile(3 / 4),
    max: extremes("max"),
    sum,
  };
}

/** Keys of few values or of many, and values with holes. */
const keysAndValues = fc
  .tuple(anyElementType, anyElementType, fc.nat(400), fc.boolean())
  .chain(([keyType, valueType, length, isNarrow]) =>
    fc.tuple(
      isNarrow ? skewedKeys(keyType, fc.constant(length)) : anyColumn(keyType, fc.constant(length)),
      anyColumn(valueType, fc.constant(length)),
      valueType === "f32" ? fc.constantFrom({}, { accumulate: "f64" as const }) : fc.constant({}),
    ),
  );

const shortLength = fc.nat(150);

/** Of any type and bits, and those whose exponentials are numbers. */
const exponentsAndOptions = fc.oneof(
  fc.tuple(
    anyElementType.chain((type) => anyColumn(type, shortLength)),
    fc.constant({}),
  ),
  fc.tuple(
    fc.oneof(
      fc.float64Array({ min: -800, max: 800, maxLength: 150 }),
      fc.float32Array({ min: -100, max: 100, maxLength: 150 }),
    ),
    fc.constantFrom({}, { accumulate: "f64" as const }),
  ),
);

const exponents32 = fc.oneof(
  anyColumn("f32", shortLength),
  fc.float32Array({ min: -100, max: 100, maxLength: 150 }),
);

function rounded(type: "f32" | "f64", value: number): number {
  return type === "f32" ? Math.fround(value) : value;
}

/** By the definition of exp, in integers. */
function exponentialsOf(column: ColumnArray, options: object) {
  const type = columnType(column) === "f32" && !("accumulate" in options) ? "f32" : "f64";
  const numbers = Array.from(column as Float64Array, Number);
  const floats = type === "f32" ? Float32Array.from(numbers) : Float64Array.from(numbers);
  let largest = Number.NEGATIVE_INFINITY;
  for (const each of floats) if (each > largest || Number.isNaN(each)) largest = each;
  const shift = Math.abs(largest) === Number.POSITIVE_INFINITY ? 0 : largest;
  const powers = (floats as Float64Array).map((each) =>
    evaluateUnary("exp", type, rounded(type, each - shift)),
  );
  const sum = powers.length === 0 ? 0 : Number(reduce(networksJavascriptExecutor, powers, {}));
  return { type, shift, powers, sum } as const;
}

/** What logSumExp and softmax are drawn for: all types, and f32 alone, which GPUs serve. */
const EXPONENTIAL_DRAWS = [
  { of: "", arguments: exponentsAndOptions, gpuRuns: 0 },
  { of: " of f32", arguments: fc.tuple(exponents32, fc.constant({})), gpuRuns: 3 },
] as const;

const exponentialCases = EXPONENTIAL_DRAWS.flatMap(({ of, ...draws }) => [
  oracleCase<readonly [ColumnArray, object]>({
    ...draws,
    name: `logSumExp${of}`,
    run: (on, column, options) => on.call(logSumExpCall(column, options)),
    oracle: (column, options) => {
      if (column.length === 0) return Number.NEGATIVE_INFINITY;
      const { shift, sum, type } = exponentialsOf(column, options);
      return rounded(type, shift + evaluateUnary("log", type, sum));
    },
  }),
  oracleCase<readonly [ColumnArray, object]>({
    ...draws,
    name: `softmax${of}`,
    run: (on, column, options) => on.call(softmaxCall(column, options)),
    oracle: (column, options) => {
      const { powers, sum } = exponentialsOf(column, options);
      return canonical(powers.map((power) => power / sum));
    },
  }),
]);

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
    name: "groupedDescribe",
    arguments: keysAndValues,
    run: (on, keys, values, options) => on.call(groupedDescribeCall(keys, values, options)),
    oracle: (keys, values, options) => describedAlone(keys, values as ElementArray, options),
    runs: 40,
    gpuRuns: 1,
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
  ...exponentialCases,
];
