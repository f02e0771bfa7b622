import fc from "fast-check";
import { allCall, anyCall, countCall } from "../../../src/algorithms/reductions/count-flags.ts";
import { correlationCall, covarianceCall } from "../../../src/algorithms/reductions/covariance.ts";
import { dotCall } from "../../../src/algorithms/reductions/dot.ts";
import { argMaxCall, argMinCall } from "../../../src/algorithms/reductions/first-of-extreme.ts";
import { meanCall } from "../../../src/algorithms/reductions/mean.ts";
import { minMaxCall } from "../../../src/algorithms/reductions/min-max.ts";
import { normCall } from "../../../src/algorithms/reductions/norm.ts";
import { reduceCommutativeCall } from "../../../src/algorithms/reductions/reduce-commutative.ts";
import { squaredDistanceCall } from "../../../src/algorithms/reductions/squared-distance.ts";
import { standardDeviationCall } from "../../../src/algorithms/reductions/standard-deviation.ts";
import { sumCall } from "../../../src/algorithms/reductions/sum.ts";
import { varianceCall } from "../../../src/algorithms/reductions/variance.ts";
import type { TypedContract } from "../../../src/contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../../src/contracts/resolve.ts";
import { withLaws } from "../../../src/laws/with-laws.ts";
import { argMax } from "../../../src/operators/combinators/arg-by.ts";
import { defineElementFunction } from "../../../src/operators/element-function.ts";
import { binary, constant, left } from "../../../src/operators/term.ts";
import { referenceReduce } from "../../../src/reference/reference.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../../src/values/element-types.ts";
import { EmptyInputError } from "../../../src/values/errors.ts";
import { columnType } from "../../../src/values/value-types.ts";
import {
  anyColumn,
  anyColumns,
  anyElementType,
  anyFlags,
  anyLength,
  anyTypedColumn,
  listOf,
} from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

/** The reduce of elements by the reference, which is the definition. */
function reduced(elements: ElementArray, options: ContractOptions = {}): Scalar {
  const contract = resolveContract(options, "reduce", columnType(elements) as ElementType) as TypedContract;
  return referenceReduce(contract, elements);
}

/** The extreme by the operator, and the first element that is it. */
function firstOf(operator: "min" | "max", elements: ElementArray): number {
  const extreme = reduced(elements, { operator });
  return listOf(elements).findIndex((element) => Object.is(element, extreme));
}

/** Elements as the floats in which means are taken. */
function floatsOf(elements: ElementArray, accumulate?: "f64"): Float64Array | Float32Array {
  if (columnType(elements) === "f32" && accumulate === undefined) return (elements as Float32Array).slice();
  return Float64Array.from(listOf(elements), Number);
}

/** Operations on floats of an array's type. */
function roundingOf(floats: Float64Array | Float32Array): (value: number) => number {
  return floats instanceof Float32Array ? Math.fround : (value) => value;
}

function meanOf(floats: Float64Array | Float32Array): number {
  const round = roundingOf(floats);
  return round(Number(reduced(floats)) / round(floats.length));
}

/** The corrected two-pass variance. */
function varianceOf(floats: Float64Array | Float32Array, correction: number): number {
  const round = roundingOf(floats);
  const center = meanOf(floats);
  const deviations = floats.map((x) => x - center);
  const squares = Number(reduced(deviations.map((d) => d * d)));
  const sum = Number(reduced(deviations));
  const rest = round(round(sum * sum) / round(floats.length));
  return round(round(squares - rest) / round(floats.length - correction));
}

/** The corrected sum of products of deviations. */
function productsOf(one: Float64Array | Float32Array, other: Float64Array | Float32Array): number {
  const round = roundingOf(one);
  const [ofOne, ofOther] = [meanOf(one), meanOf(other)];
  const [d, e] = [one.map((x) => x - ofOne), other.map((y) => y - ofOther)];
  const products = Number(reduced(d.map((x, i) => x * e[i])));
  const rest = round(round(Number(reduced(d)) * Number(reduced(e))) / round(one.length));
  return round(products - rest);
}

function correlationOf(one: Float64Array | Float32Array, other: Float64Array | Float32Array): number {
  const round = roundingOf(one);
  const root = (side: Float64Array | Float32Array): number => round(Math.sqrt(productsOf(side, side)));
  const ratio = round(productsOf(one, other) / round(root(one) * root(other)));
  return Math.max(-1, Math.min(1, ratio));
}

/** The Euclidean norm, scaled by a power of two where squares could overflow or vanish. */
function normOf(floats: Float64Array | Float32Array): number {
  const round = roundingOf(floats);
  const largest = Array.from(floats, Math.abs).reduce((one, x) => Math.max(one, x), 0);
  const scaleOfDouble = largest < 2 ** -460 ? 2 ** 620 : largest < 2 ** 495 ? 1 : 2 ** -530;
  const scaleOfSmall = largest < 2 ** -90 ? 2 ** 115 : largest < 2 ** -30 ? 2 ** 60 : 1;
  const scaleOfSingle = largest < 2 ** 47 ? scaleOfSmall : 2 ** -81;
  const scale = floats instanceof Float32Array ? scaleOfSingle : scaleOfDouble;
  const squares = floats.map((x) => round(x * scale) ** 2);
  return round(round(Math.sqrt(Number(reduced(squares)))) / scale);
}

/** Two columns of one type. */
const anyPair = anyElementType.chain((type) => anyColumns([type, type]));

const anyAccumulate = fc.constantFrom<"f64" | undefined>(undefined, "f64");

/** `accumulate` where the type may widen to it. */
function accumulateOf(elements: ElementArray, accumulate: "f64" | undefined) {
  return accumulate !== undefined && columnType(elements) === "f32" ? { accumulate } : {};
}

const isNegative = defineElementFunction("f64", "bool", [binary("less", left("f64"), constant("f64", 0))]);

/** One flag for each of some records. */
const anyFlagged = anyLength.chain((length) =>
  fc.record({
    columns: anyColumns(["f64", "u32"], fc.constant(length)),
    flags: anyFlags(fc.constant(length)),
  }),
);

export const reductionCases: readonly OracleCase[] = [
  oracleCase({
    name: "argMax",
    runs: 50,
    arguments: fc.tuple(anyTypedColumn()),
    run: (on, { column }) => on.call(argMaxCall(column)),
    oracle: ({ column }) => firstOf("max", column as ElementArray),
  }),
  oracleCase({
    name: "argMin",
    runs: 50,
    arguments: fc.tuple(anyTypedColumn()),
    run: (on, { column }) => on.call(argMinCall(column)),
    oracle: ({ column }) => firstOf("min", column as ElementArray),
    gpuRuns: 1,
  }),
  oracleCase({
    name: "minMax",
    arguments: fc.tuple(anyTypedColumn()),
    run: (on, { column }) => on.call(minMaxCall(column)),
    oracle: ({ column }) => ({
      min: reduced(column as ElementArray, { operator: "min" }),
      max: reduced(column as ElementArray, { operator: "max" }),
    }),
  }),
  oracleCase({
    name: "mean",
    arguments: fc.tuple(anyTypedColumn(), anyAccumulate),
    run: (on, { column }, accumulate) =>
      on.call(meanCall(column, accumulateOf(column as ElementArray, accumulate))),
    oracle: ({ column }, accumulate) => {
      if (column.length === 0) throw new EmptyInputError();
      return meanOf(floatsOf(column as ElementArray, accumulate));
    },
  }),
  oracleCase({
    name: "variance",
    runs: 50,
    arguments: fc.tuple(anyTypedColumn(), anyAccumulate, fc.constantFrom(0, 1)),
    run: (on, { column }, accumulate, correction) =>
      on.call(varianceCall(column, { correction, ...accumulateOf(column as ElementArray, accumulate) })),
    oracle: ({ column }, accumulate, correction) => {
      if (column.length === 0) throw new EmptyInputError();
      return varianceOf(floatsOf(column as ElementArray, accumulate), correction);
    },
    gpuRuns: 2,
  }),
  oracleCase({
    name: "standardDeviation",
    runs: 50,
    arguments: fc.tuple(anyTypedColumn(), fc.constantFrom(0, 1)),
    run: (on, { column }, correction) => on.call(standardDeviationCall(column, { correction })),
    oracle: ({ column }, correction) => {
      if (column.length === 0) throw new EmptyInputError();
      const floats = floatsOf(column as ElementArray);
      return roundingOf(floats)(Math.sqrt(varianceOf(floats, correction)));
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "covariance",
    runs: 50,
    arguments: fc.tuple(anyPair, fc.constantFrom(0, 1)),
    run: (on, [one, other], correction) => on.call(covarianceCall(one, other, { correction })),
    oracle: ([one, other], correction) => {
      if (one.length === 0) throw new EmptyInputError();
      const [x, y] = [floatsOf(one as ElementArray), floatsOf(other as ElementArray)];
      return roundingOf(x)(productsOf(x, y) / roundingOf(x)(x.length - correction));
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "correlation",
    runs: 50,
    arguments: fc.tuple(anyPair),
    run: (on, [one, other]) => on.call(correlationCall(one, other)),
    oracle: ([one, other]) => {
      if (one.length === 0) throw new EmptyInputError();
      return correlationOf(floatsOf(one as ElementArray), floatsOf(other as ElementArray));
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "squaredDistance",
    runs: 50,
    arguments: fc.tuple(anyPair),
    run: (on, [one, other]) => on.call(squaredDistanceCall(one, other)),
    oracle: ([one, other]) => {
      const y = floatsOf(other as ElementArray);
      const differences = floatsOf(one as ElementArray).map((x, i) => x - y[i]);
      return one.length === 0 ? 0 : reduced(differences.map((d) => d * d));
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "norm",
    runs: 50,
    arguments: fc.tuple(anyTypedColumn()),
    run: (on, { column }) => on.call(normCall(column)),
    oracle: ({ column }) => (column.length === 0 ? 0 : normOf(floatsOf(column as ElementArray))),
    gpuRuns: 1,
  }),
  oracleCase({
    name: "norm, by sum and by largest",
    runs: 50,
    arguments: fc.tuple(anyTypedColumn()),
    run: async (on, { column }) => [
      await on.call(normCall(column, { p: 1 })),
      await on.call(normCall(column, { p: Number.POSITIVE_INFINITY })),
    ],
    oracle: ({ column }) => {
      if (column.length === 0) return [0, 0];
      const magnitudes = floatsOf(column as ElementArray).map(Math.abs);
      return [reduced(magnitudes), reduced(magnitudes, { operator: "max" })];
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "sum",
    arguments: fc.tuple(anyTypedColumn(), anyAccumulate),
    run: (on, { column }, accumulate) =>
      on.call(sumCall(column, accumulateOf(column as ElementArray, accumulate))),
    oracle: ({ column }, accumulate) => {
      const elements = column as ElementArray;
      if (column.length === 0) return ELEMENT_TYPE_FACTS[columnType(column) as ElementType].isBigInt ? 0n : 0;
      return reduced(elements, accumulateOf(elements, accumulate));
    },
    gpuRuns: 1,
  }),
  oracleCase({
    name: "dot",
    runs: 50,
    arguments: fc.tuple(anyPair),
    run: (on, [one, other]) => on.call(dotCall(one, other)),
    oracle: ([one, other]) => {
      const type = columnType(one) as ElementType;
      const products = newElementArray(type, one.length);
      for (const [i, x] of listOf(one).entries()) {
        const pair = newElementArray(type, 2);
        pair.fill(x as never, 0, 1);
        pair.fill(other[i] as never, 1, 2);
        products.fill(reduced(pair, { operator: "multiply" }) as never, i, i + 1);
      }
      return products.length === 0
        ? products.BYTES_PER_ELEMENT === 8 && type !== "f64"
          ? 0n
          : 0
        : reduced(products);
    },
  }),
  oracleCase({
    name: "count, any and all of flags over records",
    runs: 50,
    arguments: fc.tuple(anyFlagged),
    run: async (on, { columns: [x, n], flags }) => [
      await on.call(countCall({ x, n }, flags)),
      await on.call(anyCall({ x, n }, flags)),
      await on.call(allCall({ x, n }, flags)),
    ],
    oracle: ({ flags }) => [
      flags.filter((flag) => flag === 1).length,
      flags.some((flag) => flag === 1),
      flags.every((flag) => flag === 1),
    ],
  }),
  oracleCase({
    name: "count of a predicate",
    arguments: fc.tuple(anyColumn("f64")),
    run: (on, column) => on.call(countCall(column, isNegative)),
    oracle: (column) => listOf(column).filter((x) => x < 0).length,
  }),
  oracleCase({
    name: "reduceCommutative",
    runs: 50,
    arguments: fc.tuple(
      anyTypedColumn(),
      fc.constantFrom("add", "min", "multiply"),
      fc.constantFrom(undefined, "interleaved:16"),
    ),
    run: (on, { column }, operator, expression) =>
      on.call(reduceCommutativeCall(column, { operator, expression })),
    oracle: ({ column }, operator, expression) => reduced(column as ElementArray, { operator, expression }),
    gpuRuns: 2,
  }),
  oracleCase({
    name: "reduceCommutative of records, declared",
    runs: 50,
    arguments: fc.tuple(anyColumns(["i32", "u32"])),
    run: (on, [value, index]) =>
      on.call(
        reduceCommutativeCall(
          { value, index },
          { operator: withLaws(argMax("i32"), []), commutative: "declared" },
        ),
      ),
    oracle: ([value, index]) => {
      const contract = resolveContract({ operator: argMax("i32") }, "reduce");
      if (contract.kind !== "record") throw new Error("not over records");
      const [largest, place] = referenceReduce(contract, [value, index]);
      return { value: largest, index: place };
    },
    gpuRuns: 0,
  }),
];
