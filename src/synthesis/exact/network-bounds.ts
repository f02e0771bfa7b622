// What a search must keep within, and what is known of it without a search.

import { checkInteger, checkObject } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

/** What a scan of `width` wires is to keep within. */
export interface NetworkBounds {
  readonly width: number; // N
  readonly depth: number; // steps
  readonly size: number; // combines
  readonly readers?: number; // combines that read one value, at most; no bound when absent
}

/** Widths beyond this give formulas that no solver has the memory for: there are N³/6 ways to make an interval of two. */
const MAX_EXACT_WIDTH = 128;

/** Steps in which a circuit of the largest width has every interval, one after another. */
const MAX_DEPTH = (MAX_EXACT_WIDTH * (MAX_EXACT_WIDTH - 1)) / 2;

const MOST = 2 ** 31 - 1;

/** @throws InvalidArgumentError naming what is not a whole number, or a width above 128 */
export function checkBounds(bounds: NetworkBounds): void {
  checkObject("bounds", bounds, "bounds, { width, depth, size }");
  checkOptionNames(bounds, ["width", "depth", "size", "readers"]);
  const { width, depth, size, readers } = bounds;
  checkInteger("width", width, 1, MAX_EXACT_WIDTH);
  checkInteger("depth", depth, 0, MAX_DEPTH);
  checkInteger("size", size, 0, MOST);
  if (readers !== undefined) checkInteger("readers", readers, 1, MOST);
}

/** That no scan has fewer combines, and who says so. */
export interface LowerBound {
  readonly size: number;
  readonly by: "prefixes" | "Snir" | "Sergeev" | "SAT"; // prefixes: each beyond the first is a combine
}

/**
 * Size + depth ≥ 2N − 2, for every circuit.
 *
 * @see Snir, Depth-Size Trade-Offs for Parallel Prefix Computation, 1986
 */
export function snirBound(width: number, depth: number): number {
  checkShape(width, depth);
  return 2 * width - 2 - depth;
}

/**
 * The least size of a circuit of the least depth n = log2 N, where N is a power of two; undefined elsewhere.
 *
 *     3.5·2^n − (8.5 + 3.5·(n mod 2))·2^⌊n/2⌋ + n + 5
 *
 * @see Sergeev, On the Complexity of Parallel Prefix Circuits, 2013
 */
export function sergeevSize(width: number): number | undefined {
  checkInteger("width", width, 1, Number.MAX_SAFE_INTEGER);
  const depth = Math.log2(width);
  if (!Number.isInteger(depth)) return undefined;
  return 3.5 * width - (8.5 + 3.5 * (depth % 2)) * 2 ** Math.floor(depth / 2) + depth + 5;
}

/** What is known without a search. */
export function knownBounds(width: number, depth: number): readonly LowerBound[] {
  checkShape(width, depth);
  const sergeev = depth === Math.log2(width) ? sergeevSize(width) : undefined;
  return [
    { size: width - 1, by: "prefixes" },
    { size: snirBound(width, depth), by: "Snir" },
    ...(sergeev === undefined ? [] : [{ size: sergeev, by: "Sergeev" } as const]),
  ];
}

/** @throws InvalidArgumentError for what is not a width or not a depth */
function checkShape(width: number, depth: number): void {
  checkInteger("width", width, 1, Number.MAX_SAFE_INTEGER);
  checkInteger("depth", depth, 0, Number.MAX_SAFE_INTEGER);
}
