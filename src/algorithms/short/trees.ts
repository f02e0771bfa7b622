/*
 * Sums of few elements by the default expression, `blockDyadic(32)`, as a binary counter of roots:
 *
 *     append:  a root of one element; for each 1 that its place ends with, join it with the root before
 *     value:   the roots, folded from the newest outwards; those of whole blocks of 32 first, alone
 *
 * Elements come in f64s, which have every value of the four types.
 */

import { newLike, type ShortArray } from "./short-arrays.ts";

const BLOCK_LENGTH = 32;

/** Of 512 elements there are ten. */
const MOST_ROOTS = 16;

/** An operation with the rounding of a type. */
export type Rounded = (left: number, right: number) => number;

/** What a type adds and multiplies by. */
interface Arithmetic {
  readonly add: Rounded;
  readonly multiply: Rounded;
}

const F64: Arithmetic = { add: (left, right) => left + right, multiply: (left, right) => left * right };
const F32: Arithmetic = {
  add: (left, right) => Math.fround(left + right),
  multiply: (left, right) => Math.fround(left * right),
};
const I32: Arithmetic = { add: (left, right) => (left + right) | 0, multiply: Math.imul };
const U32: Arithmetic = {
  add: (left, right) => (left + right) >>> 0,
  multiply: (left, right) => Math.imul(left, right) >>> 0,
};

/** That of an array's type. */
export function arithmeticOf(array: ShortArray): Arithmetic {
  if (array instanceof Float64Array) return F64;
  if (array instanceof Float32Array) return F32;
  return array instanceof Int32Array ? I32 : U32;
}

const roots = /* @__PURE__ */ new Float64Array(MOST_ROOTS);

/** Joins an element at a place, counted from the start, with the roots before it; how many there are then. */
function append(depth: number, place: number, element: number, add: Rounded): number {
  let root = element;
  let top = depth;
  for (let rest = place; rest % 2 === 1; rest >>>= 1) root = add(roots[--top], root);
  roots[top] = root;
  return top + 1;
}

function folded(from: number, to: number, add: Rounded): number {
  let value = roots[to - 1];
  for (let k = to - 2; k >= from; k--) value = add(roots[k], value);
  return value;
}

/** The value of all roots, the first `blocks` of which are those of whole blocks. */
function observed(depth: number, blocks: number, add: Rounded): number {
  if (blocks === 0 || blocks === depth) return folded(0, depth, add);
  return add(folded(0, blocks, add), folded(blocks, depth, add));
}

/** The sum of the elements [start, end), of which there is one at least. */
export function treeSum(elements: Float64Array, start: number, end: number, add: Rounded): number {
  let depth = 0;
  let blocks = 0;
  for (let i = start; i < end; i++) {
    depth = append(depth, i - start, elements[i], add);
    if ((i - start + 1) % BLOCK_LENGTH === 0) blocks = depth;
  }
  return observed(depth, blocks, add);
}

/** Writes the prefixes of the elements [start, end) over these. */
export function treePrefixes(elements: Float64Array, start: number, end: number, add: Rounded): void {
  let depth = 0;
  let blocks = 0;
  for (let i = start; i < end; i++) {
    depth = append(depth, i - start, elements[i], add);
    if ((i - start + 1) % BLOCK_LENGTH === 0) blocks = depth;
    elements[i] = observed(depth, blocks, add);
  }
}

const scaleRoots = /* @__PURE__ */ new Float64Array(MOST_ROOTS);

function foldedScale(from: number, to: number, { multiply }: Arithmetic): number {
  let scale = scaleRoots[to - 1];
  for (let k = to - 2; k >= from; k--) scale = multiply(scaleRoots[k], scale);
  return scale;
}

function foldedOffset(from: number, to: number, { add, multiply }: Arithmetic): number {
  let scale = scaleRoots[to - 1];
  let offset = roots[to - 1];
  for (let k = to - 2; k >= from; k--) {
    offset = add(multiply(roots[k], scale), offset);
    scale = multiply(scaleRoots[k], scale);
  }
  return offset;
}

/** Writes over `offsets` those of the prefixes of affine maps: of `x·scale + offset` one after another. */
export function affinePrefixes(
  scales: Float64Array,
  offsets: Float64Array,
  length: number,
  arithmetic: Arithmetic,
): void {
  const { add, multiply } = arithmetic;
  let depth = 0;
  let blocks = 0;
  for (let i = 0; i < length; i++) {
    let scale = scales[i];
    let offset = offsets[i];
    for (let rest = i; rest % 2 === 1; rest >>>= 1) {
      offset = add(multiply(roots[--depth], scale), offset);
      scale = multiply(scaleRoots[depth], scale);
    }
    roots[depth] = offset;
    scaleRoots[depth++] = scale;
    if ((i + 1) % BLOCK_LENGTH === 0) blocks = depth;
    if (blocks === 0 || blocks === depth) offsets[i] = foldedOffset(0, depth, arithmetic);
    else {
      const before = multiply(foldedOffset(0, blocks, arithmetic), foldedScale(blocks, depth, arithmetic));
      offsets[i] = add(before, foldedOffset(blocks, depth, arithmetic));
    }
  }
}

/** The first values in an array of the type of `array`, a new one unless it is given, with canonical NaNs. */
export function taken(
  values: Float64Array,
  length: number,
  array: ShortArray,
  output: ShortArray = newLike(array, length),
): ShortArray {
  for (let i = 0; i < length; i++) {
    const value = values[i];
    output[i] = Number.isNaN(value) ? Number.NaN : value;
  }
  return output;
}

/** A number that the type of `array` has exactly, and adds as itself. NaN, and what it lacks, give undefined. */
export function exactNumber(array: ShortArray, given: unknown): number | undefined {
  if (typeof given !== "number" || Number.isNaN(given)) return undefined;
  if (array instanceof Float64Array) return given;
  if (array instanceof Float32Array) return Math.fround(given) === given ? given : undefined;
  const whole = array instanceof Int32Array ? given | 0 : given >>> 0;
  return Object.is(whole, given) ? given : undefined;
}
