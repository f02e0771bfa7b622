import { bitsOf, fromBits } from "./bits.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  extremes,
  newElementArray,
  type Scalar,
} from "./element-types.ts";

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
