import {
  type FloatType,
  MARKS,
  markOf,
  notFiniteSum,
} from "../../../../summaries/accumulators/accumulator.ts";
import { ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import type { Arena, Kernels } from "../../memory/arena.ts";
import { SUM_STATE } from "./sum-state.ts";

/*
 * What sums without an order ask of a range before they choose how to add it: how far its magnitudes reach, whether it is all negative zeros,
 * and what becomes of it once something is not finite.
 */

/** The state of such a sum in an arena, as JavaScript sees it. */
export interface SumMemory {
  readonly arena: Arena;
  readonly state: number; // bytes
}

/** What a range of elements holds, found by the kernel `measure`. Exponents are of powers of two. */
export interface Extent {
  readonly kind: "finite";
  readonly top: number; // magnitudes are below 2^top
  readonly bottom: number; // those that are not zero are 2^bottom or more
  readonly hasZero: boolean; // or something as small as a zero
}

export interface NoExtent {
  readonly kind: "zeros" | "special"; // nothing but zeros; something that is not finite, or subnormal
}

/** The extent of what `measure` found: upper halves of doubles. */
function extentOf(largest: number, smallest: number, lowest: number): Extent | NoExtent {
  const first = largest >>> 20;
  const last = smallest >>> 20;
  if (first === 0x7ff) return { kind: "special" };
  if (largest === 0 && last === 0x7ff) return { kind: "zeros" };
  if (last === 0) return { kind: "special" };
  return { kind: "finite", top: first - 1022, bottom: last - 1023, hasZero: lowest === 0 };
}

/** What the kernel `measure` finds in an even number of elements. `largest` is the upper half of the largest magnitude. */
export function measured(
  { arena: { heap }, state }: SumMemory,
  { measure }: Kernels,
  input: number,
  length: number,
): { readonly largest: number; readonly extent: Extent | NoExtent } {
  measure(state, input, length);
  const words = heap.view("u32");
  const at = (offset: number): number => words[(state + offset) / 4];
  const largest = at(SUM_STATE.largest);
  return { largest, extent: extentOf(largest, at(SUM_STATE.smallest), at(SUM_STATE.lowest)) };
}

/** How many elements before the first that is not −0. */
export function negativeZeros({ arena }: SumMemory, type: FloatType, input: number, length: number): number {
  const elements = arena.heap.view(type);
  const first = input / ELEMENT_TYPE_FACTS[type].bytes;
  let count = 0;
  while (count < length && Object.is(elements[first + count], -0)) count++;
  return count;
}

/** The mark that some element is not −0, if so: where a sum is zero that decides its sign. */
export function markOfZeros(memory: SumMemory, type: FloatType, input: number, length: number): number {
  return negativeZeros(memory, type, input, length) < length ? MARKS.notNegativeZero : 0;
}

const NOT_FINITE = MARKS.nan | MARKS.positiveInfinity | MARKS.negativeInfinity;

export function isNotFinite(marks: number): boolean {
  return (marks & NOT_FINITE) !== 0;
}

/** The prefixes from an element on that is not finite, or after one: no sum shows in them, only the marks so far. */
export function writeMarks(
  { arena }: SumMemory,
  type: FloatType,
  before: number,
  input: number,
  output: number,
  length: number,
): void {
  const elements = arena.heap.view(type);
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  let marks = before;
  for (let i = 0; i < length; i++) {
    marks |= markOf(elements[input / bytes + i]);
    elements[output / bytes + i] = notFiniteSum(marks) ?? 0;
  }
}
