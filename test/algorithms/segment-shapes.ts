import { SCALAR_TYPE_FACTS, type ScalarType } from "../../src/values/element-types.ts";
import { type ColumnArray, viewColumn } from "../../src/values/value-types.ts";

/** 32 random bits at a call. */
export function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
}

/** Floats of close exponents, which tell trees apart, with something special now and then; all bits of anything else. */
export function randomColumn(
  type: ScalarType,
  length: number,
  next: () => number,
  specials: number,
): ColumnArray {
  if (type === "bool") return Uint8Array.from({ length }, () => next() & 1);
  const words = Uint32Array.from({ length: (length * SCALAR_TYPE_FACTS[type].bytes) / 4 }, next);
  const column = viewColumn(type, words.buffer, 0, length);
  if (!SCALAR_TYPE_FACTS[type].isFloat) return column;
  const special = [0, -0, Infinity, -Infinity, Number.NaN, 1e38, -1e38, 1e-310];
  for (let i = 0; i < length; i++) {
    const isSpecial = specials > 0 && next() % specials === 0;
    column[i] = isSpecial ? special[next() % special.length] : (next() / 2 ** 31 - 1) * 2 ** (next() % 8);
  }
  return column;
}

/** Lengths around every width at which the kernels change their ways. */
const EDGES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 34, 63, 64, 65, 96, 97, 129, 200, 300];

/** Offsets of segments of the lengths that are drawn, until they cover `least` elements. */
export function offsetsOf(least: number, draw: () => number): Uint32Array {
  const offsets = [0];
  for (let end = 0; end < least; ) {
    end += draw();
    offsets.push(end);
  }
  return Uint32Array.from(offsets);
}

export type Shape = (next: () => number) => Uint32Array;

export const edges: Shape = (next) => offsetsOf(1500, () => EDGES[next() % EDGES.length]);
export const tiny: Shape = (next) => offsetsOf(700, () => next() % 4);
export const upTo =
  (longest: number): Shape =>
  (next) =>
    offsetsOf(1000, () => next() % (longest + 1));
/** All single, with other lengths here and there. */
export const ones: Shape = (next) => offsetsOf(1500, () => (next() % 50 === 0 ? next() % 4 : 1));
/** A giant among tiny and empty ones, over several of the chunks in which elements come. */
export const giant: Shape = (next) => {
  const before = Array.from({ length: 60 }, () => next() % 3);
  const lengths = [0, ...before, 4096 + (next() % 5000), ...before, 513, 0, 0];
  const offsets = [0];
  for (const length of lengths) offsets.push(offsets[offsets.length - 1] + length);
  return Uint32Array.from(offsets);
};
