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
  const thresholds: Scalar[] = [];
  const last = edges.length - 1;
  for (let k = 0; k < last; k++) {
    const threshold = firstNotBelow(type, edges[k]);
    if (threshold !== undefined) thresholds.push(threshold);
  }
  const above = firstAbove(type, edges[last]);
  if (above !== undefined) thresholds.push(above);
  if (ELEMENT_TYPE_FACTS[type].isFloat) thresholds.push(Number.NaN);
  const elements = newElementArray(type, thresholds.length);
  for (const [i, threshold] of thresholds.entries()) elements.fill(threshold as never, i, i + 1);
  return elements;
}

/** The smallest element that is not below an edge; undefined where there is none. */
function firstNotBelow(type: ElementType, edge: Scalar): Scalar | undefined {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return clamped(type, ceiling(edge));
  const nearest = nearestFloat(type, edge);
  return nearest < edge ? nextUp(type, nearest) : lowerZero(nearest);
}

/** The smallest element above an edge; a NaN above infinity, undefined where there is none. */
function firstAbove(type: ElementType, edge: Scalar): Scalar | undefined {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return clamped(type, increment(floor(edge)));
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
  const step = value < 0 ? -1n : 1n; // towards zero, or away from it
  return Number(fromBits(type, bitsOf(type, value === 0 ? 0 : value) + step));
}

/** A whole number that is an infinity or a bigint, so that it is compared exactly and may be beyond 53 bits. */
type Whole = bigint | number;

function ceiling(edge: Scalar): Whole {
  return typeof edge === "bigint" || !Number.isFinite(edge) ? edge : BigInt(Math.ceil(edge));
}

function floor(edge: Scalar): Whole {
  return typeof edge === "bigint" || !Number.isFinite(edge) ? edge : BigInt(Math.floor(edge));
}

function increment(value: Whole): Whole {
  return typeof value === "bigint" ? value + 1n : value;
}

function clamped(type: ElementType, value: Whole): Scalar | undefined {
  const { smallest, largest } = extremes(type);
  if (value > largest) return undefined;
  if (value < smallest) return smallest;
  return ELEMENT_TYPE_FACTS[type].isBigInt ? BigInt(value) : Number(value);
}
