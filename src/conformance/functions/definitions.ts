// What everyday functions mean, in loops and in sums by the literal reference: nothing here is shared with what is judged by it.

import type { TypedContract } from "../../contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../contracts/resolve.ts";
import { evaluateUnary } from "../../elementary/exact/evaluate.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { canonicalizeNaNs } from "../../values/bits.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../values/element-types.ts";
import { columnType } from "../../values/value-types.ts";

type Floats = Float64Array | Float32Array;

/** The reduce of elements by the tree that an algorithm takes unless it is told another, or by any other options. */
export function reduced(elements: ElementArray, options: ContractOptions = {}): Scalar {
  return referenceReduce(contractOver(elements, options, "reduce"), elements);
}

/** Their prefixes, each with its own element. */
export function scanned(elements: ElementArray, options: ContractOptions = {}): ElementArray {
  return referenceScan(contractOver(elements, options, "inclusive-scan"), "inclusive-scan", elements);
}

function contractOver(
  elements: ElementArray,
  options: ContractOptions,
  observation: "reduce" | "inclusive-scan",
) {
  return resolveContract(options, observation, columnType(elements) as ElementType) as TypedContract;
}

/** An array of a type; what is put into it is rounded or wrapped to that type, and NaNs are canonical. */
export function arrayOf<Type extends ElementType>(
  type: Type,
  length: number,
  at: (i: number) => Scalar,
): ElementArray<Type> {
  const array = newElementArray(type, length);
  for (let i = 0; i < length; i++) array[i] = at(i) as never;
  canonicalizeNaNs(array);
  return array;
}

export function typeOf(elements: ElementArray): ElementType {
  return columnType(elements) as ElementType;
}

/** `x[i] · y[i]`, each rounded once; integers wrap. */
function productsOf(x: ElementArray, y: ElementArray): ElementArray {
  const isWord = x instanceof Int32Array || x instanceof Uint32Array;
  return arrayOf(typeOf(x), x.length, (i) =>
    isWord ? Math.imul(Number(x[i]), Number(y[i])) : times(x[i], y[i]),
  );
}

function times(left: Scalar, right: Scalar): Scalar {
  return typeof left === "bigint" ? left * (right as bigint) : left * (right as number);
}

/** Elements as the floats in which means are taken: f32 stay, all others are f64. */
export function floatsOf(elements: ElementArray): Floats {
  return elements instanceof Float32Array ? elements : Float64Array.from(elements as never, Number);
}

/** Rounds to the type of an array of floats. */
export function roundingOf(floats: Floats): (value: number) => number {
  return floats instanceof Float32Array ? Math.fround : (value) => value;
}

const sum = (floats: Floats): number => Number(reduced(floats));

export function mean(elements: ElementArray): number {
  const floats = floatsOf(elements);
  const round = roundingOf(floats);
  return round(sum(floats) / round(floats.length));
}

/** `Σde − ΣdΣe / n` with the deviations `d` and `e` of both from their means. */
function deviations(left: ElementArray, right: ElementArray): number {
  const [x, y] = [floatsOf(left), floatsOf(right)];
  const round = roundingOf(x);
  const [ofX, ofY] = [mean(x), mean(y)];
  const [d, e] = [x.map((each) => each - ofX), y.map((each) => each - ofY)];
  const rest = round(round(sum(d) * sum(e)) / round(x.length));
  return round(sum(d.map((each, i) => each * e[i])) - rest);
}

export function covariance(left: ElementArray, right: ElementArray, correction: number): number {
  const round = roundingOf(floatsOf(left));
  return round(deviations(left, right) / round(left.length - correction));
}

export function correlation(left: ElementArray, right: ElementArray): number {
  const round = roundingOf(floatsOf(left));
  const root = (side: ElementArray): number => round(Math.sqrt(deviations(side, side)));
  const ratio = round(deviations(left, right) / round(root(left) * root(right)));
  return Math.max(-1, Math.min(1, ratio));
}

export function squaredDistance(left: ElementArray, right: ElementArray): number {
  const y = floatsOf(right);
  const differences = floatsOf(left).map((x, i) => x - y[i]);
  return sum(differences.map((d) => d * d));
}

/** The length of a vector, scaled by the power of two that brings its largest magnitude to between 1 and 4. */
export function norm(elements: ElementArray): number {
  const floats = floatsOf(elements);
  const round = roundingOf(floats);
  const largest = Number(reduced(floats.map(Math.abs), { operator: "max" }));
  if (!Number.isFinite(largest)) return largest;
  const most = floats instanceof Float32Array ? 127 : 1023;
  let exponent = most;
  while (exponent > 1 - most && largest * 2 ** exponent >= 2) exponent--;
  const scale = 2 ** exponent;
  return round(round(Math.sqrt(sum(floats.map((x) => round(x * scale) ** 2)))) / scale);
}

/** The first element that is the extreme. */
export function firstOf(operator: "min" | "max", elements: ElementArray): number {
  const extreme = reduced(elements, { operator });
  return Array.from<Scalar>(elements as never).findIndex((each) => Object.is(each, extreme));
}

/** Indices in the order of their elements: −0 before +0 and NaNs last, which is how an engine sorts typed arrays too. */
export function orderOf(elements: ElementArray, isDescending = false): readonly number[] {
  const sign = isDescending ? -1 : 1;
  return Array.from({ length: elements.length }, (_, i) => i).sort(
    (left, right) => sign * compare(elements[left], elements[right]),
  );
}

function compare(left: Scalar, right: Scalar): number {
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  if (left === right) return Number(Object.is(right, -0)) - Number(Object.is(left, -0));
  return left < right ? -1 : 1;
}

/** Elements at indices. */
export function at(elements: ElementArray, indices: readonly number[]): ElementArray {
  return arrayOf(typeOf(elements), indices.length, (i) => elements[indices[i]]);
}

/** Where Hyndman and Fan's continuous methods find quantile `q` among `n` elements, counted from 0. */
const POSITIONS: Readonly<Record<number, (n: number, q: number) => number>> = {
  4: (n, q) => n * q - 1,
  5: (n, q) => n * q - 0.5,
  6: (n, q) => (n + 1) * q - 1,
  7: (n, q) => (n - 1) * q,
  8: (n, q) => (n + 1 / 3) * q - 2 / 3,
  9: (n, q) => (n + 0.25) * q - 0.625,
};

/** Quantile `q` by method 1 to 9, of all elements in order. */
export function quantile(elements: ElementArray, q: number, method: number): number {
  const x = Float64Array.from(elements as never, Number).sort();
  const n = x.length;
  if (Number.isNaN(x[n - 1])) return Number.NaN;
  const element = (rank: number): number => x[Math.max(0, Math.min(n - 1, rank))] + 0;
  const nearest = n * q - 0.5;
  if (method === 1) return element(Math.ceil(n * q) - 1);
  if (method === 2) return between(element(Math.ceil(n * q) - 1), element(Math.floor(n * q)), 0.5);
  if (method === 3) return element(Math.ceil(nearest) - (nearest % 2 === 1 ? 0 : 1));
  const position = Math.max(0, Math.min(n - 1, POSITIONS[method](n, q)));
  const rank = Math.floor(position);
  return between(element(rank), element(rank + 1), position - rank);
}

function between(low: number, high: number, weight: number): number {
  return low === high || weight === 0 ? low : (1 - weight) * low + weight * high + 0;
}

/** `exp(x − m)` of each element, `m` the largest where that is finite, in the integers that define exp; their sum; and `m`. */
function exponentials(elements: ElementArray) {
  const floats = floatsOf(elements);
  const round = roundingOf(floats);
  const type = typeOf(floats) as "f64" | "f32";
  const largest = Number(reduced(floats, { operator: "max" }));
  const shift = Math.abs(largest) === Number.POSITIVE_INFINITY ? 0 : largest;
  const powers = floats.map((x) => evaluateUnary("exp", type, round(x - shift)));
  return { type, round, shift, powers, total: sum(powers) };
}

export function logSumExp(elements: ElementArray): number {
  const { type, round, shift, total } = exponentials(elements);
  return round(shift + evaluateUnary("log", type, total));
}

export function softmax(elements: ElementArray): ElementArray {
  const { type, powers, total } = exponentials(elements);
  return arrayOf(type, powers.length, (i) => powers[i] / total);
}

/** The numbers of each key, in the order of the keys; `missing`: how many of its values are NaNs. */
function groupsOf(keys: Uint32Array, values: ElementArray) {
  return [...new Set(keys)]
    .sort((one, other) => one - other)
    .map((key) => {
      const all = [...keys.keys()].filter((i) => keys[i] === key);
      const numbers = all.filter((i) => !Number.isNaN(values[i]));
      return { key, numbers: at(values, numbers), missing: all.length - numbers.length };
    });
}

/** What there is to say of the numbers of each key; where there are none, a sum of zero and else NaNs. */
export function groupedDescription(keys: Uint32Array, values: ElementArray): unknown {
  const groups = groupsOf(keys, values);
  const type = typeOf(values);
  const { isFloat, isSigned } = ELEMENT_TYPE_FACTS[type];
  const float = typeOf(floatsOf(values));
  const sumType = isFloat ? float : isSigned ? "i64" : "u64";
  const counted = (of: (group: (typeof groups)[number]) => number) => Uint32Array.from(groups, of);
  const each = (made: ElementType, of: (numbers: ElementArray) => Scalar, none: Scalar = Number.NaN) =>
    arrayOf(made, groups.length, (i) => (groups[i].numbers.length === 0 ? none : of(groups[i].numbers)));
  const widened = (numbers: ElementArray) =>
    isFloat ? numbers : arrayOf(sumType, numbers.length, (i) => BigInt(numbers[i]));
  return {
    keys: counted(({ key }) => key),
    count: counted(({ numbers }) => numbers.length),
    missingCount: counted(({ missing }) => missing),
    mean: each(float, mean),
    standardDeviation: each(float, (own) => Math.sqrt(covariance(own, own, 0))),
    min: each(type, (own) => reduced(own, { operator: "min" })),
    lowerQuartile: each("f64", (own) => quantile(own, 1 / 4, 7)),
    median: each("f64", (own) => quantile(own, 1 / 2, 7)),
    upperQuartile: each("f64", (own) => quantile(own, 3 / 4, 7)),
    max: each(type, (own) => reduced(own, { operator: "max" })),
    sum: each(sumType, (own) => reduced(widened(own)), isFloat ? 0 : 0n),
  };
}

/** A matrix as the functions over matrices take and give it, its rows side by side. */
export interface Cells {
  readonly array: ElementArray;
  readonly shape: readonly [number, number];
}

/** Row `i`, and column `j`, as arrays of their own. */
export const rowOf = ({ array, shape }: Cells, i: number): ElementArray =>
  array.slice(i * shape[1], (i + 1) * shape[1]);
export const columnOf = ({ array, shape: [rows, columns] }: Cells, j: number): ElementArray =>
  arrayOf(typeOf(array), rows, (i) => array[i * columns + j]);

export function dot(x: ElementArray, y: ElementArray): Scalar {
  return reduced(productsOf(x, y));
}

/** Each cell is the dot product of its row and its column. */
export function product(A: Cells, B: Cells): Cells {
  const shape = [A.shape[0], B.shape[1]] as const;
  const columns = Array.from({ length: shape[1] }, (_, j) => columnOf(B, j));
  const array = arrayOf(typeOf(A.array), shape[0] * shape[1], (cell) =>
    dot(rowOf(A, Math.floor(cell / shape[1])), columns[cell % shape[1]]),
  );
  return { array, shape };
}
