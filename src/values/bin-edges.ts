// Edges of histograms as exact numbers: an element's bin is decided by comparisons in its own type, without rounding.

import { allocateColumn } from "./allocate-column.ts";
import { bitsOf, fromBits } from "./bits.ts";
import { describe } from "./describe.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  extremes,
  newElementArray,
  type Scalar,
} from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";
import { fromScaledInteger, toScaledInteger } from "./scaled-integers.ts";

/** Where products of two f64 and what they round away are f64, too. */
const LEAST_MAGNITUDE = 2 ** -900;
const LARGEST_MAGNITUDE = 2 ** 900;

/** More than the sums and products below lose, in parts of what is added: some 2^−104. */
const LOST = 2 ** -98;

/** Makes whole numbers of the ranges that people write: halves, quarters, …, 2^−24. */
const SCALES = [1, 2 ** 8, 2 ** 24];

/**
 * Edge k of `binCount` bins of one width, as a function of k: the f64 nearest to `low + k·(high − low)/binCount`, ties to even.
 *
 * One division where a range is of small whole numbers, or of such parts of them; else the true edge is reckoned as a sum of two f64, and
 * where that does not tell on which side of a tie it is, in integers.
 */
export function evenEdge(binCount: number, low: number, high: number): (k: number) => number {
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  const scale = SCALES.find((each) => Number.isInteger(low * each) && Number.isInteger(high * each));
  if (scale !== undefined && magnitude * scale * binCount <= 2 ** 53) {
    const [first, last] = [low * scale, high * scale];
    return (k) => (first * (binCount - k) + last * k) / binCount / scale;
  }
  const inIntegers = edgeInIntegers(binCount, low, high);
  return magnitude > LEAST_MAGNITUDE && magnitude < LARGEST_MAGNITUDE
    ? edgeInTwoParts(binCount, low, high, inIntegers)
    : inIntegers;
}

function edgeInTwoParts(
  binCount: number,
  low: number,
  high: number,
  inIntegers: (k: number) => number,
): (k: number) => number {
  const width = high - low;
  const widthRest = restOfSum(high, -low, width);
  return (k) => {
    const product = k * width;
    const quotient = product / binCount;
    const whole = quotient * binCount;
    const left = product - whole - restOfProduct(quotient, binCount, whole);
    const quotientRest = (left + (restOfProduct(k, width, product) + k * widthRest)) / binCount;
    const sum = low + quotient;
    const sumRest = restOfSum(low, quotient, sum) + quotientRest;
    const edge = sum + sumRest;
    const rest = restOfSum(sum, sumRest, edge);
    const lost = (Math.abs(low) + Math.abs(quotient)) * LOST;
    return edge + (rest - lost) === edge && edge + (rest + lost) === edge ? edge : inIntegers(k);
  };
}

function edgeInIntegers(binCount: number, low: number, high: number): (k: number) => number {
  const [count, from] = [BigInt(binCount), toScaledInteger(low)];
  const width = toScaledInteger(high) - from;
  return (k) => nearestQuotient(from * count + BigInt(k) * width, count);
}

/** A fraction of scaled integers as the nearest f64. */
function nearestQuotient(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -nearestQuotient(-numerator, denominator);
  const below = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return fromScaledInteger(below, "f64");
  // From four units on an ulp has half of it above the lowest digit, which then may stand for whatever is left.
  if (below >= 1n << 54n) return fromScaledInteger(below | 1n, "f64");
  const isOdd = (below & 1n) === 1n;
  const isUp = below >= 1n << 53n ? isOdd : 2n * rest > denominator || (2n * rest === denominator && isOdd);
  return fromScaledInteger(isUp ? below + 1n : below, "f64");
}

/** What a sum has rounded away (Knuth). */
function restOfSum(left: number, right: number, sum: number): number {
  const ofRight = sum - left;
  return left - (sum - ofRight) + (right - ofRight);
}

/** What a product has rounded away (Dekker). */
function restOfProduct(left: number, right: number, product: number): number {
  const [leftHigh, rightHigh] = [highHalf(left), highHalf(right)];
  const [leftLow, rightLow] = [left - leftHigh, right - rightHigh];
  return leftLow * rightLow - (product - leftHigh * rightHigh - leftLow * rightHigh - leftHigh * rightLow);
}

/** The upper 26 binary digits of a significand. */
function highHalf(value: number): number {
  const scaled = value * (2 ** 27 + 1);
  return scaled - (scaled - value);
}

/** Where bins begin and end: numbers, or bigints for elements beyond 53 bits. */
export type Edges = ArrayLike<number> | ArrayLike<bigint>;

/**
 * The elements at which bins change, so that elements need no comparison with edges of another type: for each edge but the last the smallest
 * element that is not below it; then the smallest element above the last edge; for floats a NaN. −0 stands for both zeros. There are fewer
 * where no element is as large.
 *
 * Of an element x, how many of them come before or equal it in the total order is its bin plus 1: 0 below all bins, and one more above them
 * and for a NaN two.
 */
export function binThresholds(type: ElementType, edges: Edges): ElementArray {
  const last = edges.length - 1;
  const thresholds = newElementArray(type, last + 2);
  let count = 0;
  const push = (threshold: Scalar | undefined): void => {
    if (threshold !== undefined) thresholds[count++] = threshold;
  };
  for (let k = 0; k < last; k++) push(firstNotBelow(type, edges[k]));
  push(firstAbove(type, edges[last]));
  if (ELEMENT_TYPE_FACTS[type].isFloat) push(Number.NaN);
  return thresholds.slice(0, count);
}

/** The smallest element that is not below an edge; undefined where there is none. */
function firstNotBelow(type: ElementType, edge: Scalar): Scalar | undefined {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return clamped(type, ceiling(type, edge));
  const nearest = nearestFloat(type, edge);
  return nearest < edge ? nextUp(type, nearest) : lowerZero(nearest);
}

/** The smallest element above an edge; a NaN above infinity, undefined where there is none. */
function firstAbove(type: ElementType, edge: Scalar): Scalar | undefined {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return clamped(type, increment(floor(type, edge)));
  const nearest = nearestFloat(type, edge);
  return nearest > edge ? lowerZero(nearest) : nextUp(type, nearest);
}

function nearestFloat(type: ElementType, edge: Scalar): number {
  return type === "f32" ? Math.fround(Number(edge)) : Number(edge);
}

function lowerZero(value: number): number {
  return value === 0 ? -0 : value;
}

/** The next float above; the lower of two zeros, a NaN above infinity. */
function nextUp(type: ElementType, value: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.NaN;
  const from = value === 0 ? 0 : value;
  const step = value < 0 ? -1 : 1; // towards zero, or away from it
  if (type !== "f32") return Number(fromBits(type, bitsOf(type, from) + BigInt(step)));
  SINGLE[0] = from;
  SINGLE_BITS[0] += step;
  return SINGLE[0];
}

// Every second edge of many is between two f32s: bigints would take a millisecond for ten thousand.
const SINGLE = new Float32Array(1);
const SINGLE_BITS = new Uint32Array(SINGLE.buffer);

/** A whole number that is compared exactly: an infinity, a bigint where elements are beyond 53 bits. */
type Whole = bigint | number;

function ceiling(type: ElementType, edge: Scalar): Whole {
  return typeof edge === "bigint" ? edge : whole(type, Math.ceil(edge));
}

function floor(type: ElementType, edge: Scalar): Whole {
  return typeof edge === "bigint" ? edge : whole(type, Math.floor(edge));
}

function whole(type: ElementType, value: number): Whole {
  return ELEMENT_TYPE_FACTS[type].isBigInt && Number.isFinite(value) ? BigInt(value) : value;
}

function increment(value: Whole): Whole {
  return typeof value === "bigint" ? value + 1n : value + 1; // where 1 is lost, beyond all i32 and u32
}

function clamped(type: ElementType, value: Whole): Scalar | undefined {
  const { smallest, largest } = extremes(type);
  if (value > largest) return undefined;
  if (value < smallest) return smallest;
  return ELEMENT_TYPE_FACTS[type].isBigInt ? BigInt(value) : Number(value);
}

/** Edges as a caller gives them: at least two, increasing, no NaN. @throws InvalidArgumentError naming the first that is not */
export function checkEdges(argument: string, given: unknown): Edges {
  const isList = Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView));
  if (!isList) throw new InvalidArgumentError(argument, "an array of numbers or bigints", describe(given));
  const edges = given as unknown as ArrayLike<unknown>;
  if (edges.length < 2) throw new InvalidArgumentError(argument, "at least 2 edges", `${edges.length}`);
  for (let k = 0; k < edges.length; k++) {
    const edge = edges[k];
    const isNumber = typeof edge === "bigint" || (typeof edge === "number" && !Number.isNaN(edge));
    if (!isNumber) {
      throw new InvalidArgumentError(`${argument}[${k}]`, "a number or a bigint, not NaN", describe(edge));
    }
    const before = edges[k - 1] as number | bigint;
    if (k > 0 && !(before < edge)) {
      const expected = `above ${argument}[${k - 1}], which is ${describe(before)}`;
      throw new InvalidArgumentError(`${argument}[${k}]`, expected, describe(edge));
    }
  }
  return given as unknown as Edges;
}

/**
 * The edges of bins of one width: the f64 nearest to each `low + k·(high − low)/binCount`, so that an edge which is one is exact.
 *
 * @throws InvalidArgumentError for a range so narrow that edges are equal in f64, or wider than any f64
 */
export function evenEdges(binCount: number, low: number, high: number): Float64Array {
  if (!Number.isFinite(high - low)) {
    throw new InvalidArgumentError("range", "of a width that is a finite f64", `[${low}, ${high}]`);
  }
  const edges = allocateColumn("f64", binCount + 1) as Float64Array;
  const edgeAt = evenEdge(binCount, low, high);
  for (let k = 0; k < binCount; k++) {
    edges[k] = edgeAt(k);
    if (k > 0 && !(edges[k - 1] < edges[k])) throw tooNarrow(binCount, low, high);
  }
  edges[binCount] = high;
  if (!(edges[binCount - 1] < high)) throw tooNarrow(binCount, low, high);
  return edges;
}

function tooNarrow(binCount: number, low: number, high: number): InvalidArgumentError {
  const expected = `at most as many as f64 has edges for in [${low}, ${high}]`;
  return new InvalidArgumentError("binCount", expected, `${binCount}`);
}
