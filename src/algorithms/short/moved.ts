// Elements that are moved by indices or counts, or taken from one another, of few.

import type { ShortAnswer } from "../algorithm-row.ts";
import { FEW_ELEMENTS, isLike, movableArray, newLike, type ShortArray } from "./short-arrays.ts";

/** `gather` of few elements. */
export const shortGather: ShortAnswer = (_on, given, indices, options) => {
  if (options !== undefined || !(indices instanceof Uint32Array)) return undefined;
  if (indices.length === 0 || indices.length > FEW_ELEMENTS) return undefined;
  const input = movableArray(given);
  if (input === undefined) return undefined;
  const output = newLike(input, indices.length);
  for (let i = 0; i < indices.length; i++) if (indices[i] < input.length) output[i] = input[indices[i]];
  return output;
};

/** `scatter` of few elements into few. */
export const shortScatter: ShortAnswer = (_on, given, indices, into, options) => {
  if (options !== undefined || !(indices instanceof Uint32Array)) return undefined;
  const input = movableArray(given);
  const below = movableArray(into);
  if (input === undefined || below === undefined || !isLike(input, below)) return undefined;
  if (indices.length !== input.length) return undefined;
  const output = newLike(below, below.length);
  for (let i = 0; i < below.length; i++) output[i] = below[i];
  for (let i = 0; i < indices.length; i++) if (indices[i] < output.length) output[indices[i]] = input[i];
  return output;
};

/** `expand` of few elements to few. */
export const shortExpand: ShortAnswer = (_on, given, counts, options) =>
  options === undefined ? expanded(given, counts) : undefined;

/** `runLengthDecode` of few runs. */
export const shortRunLengthDecode: ShortAnswer = (_on, runs, options) => {
  if (options !== undefined || typeof runs !== "object" || runs === null) return undefined;
  const { values, lengths } = runs as { readonly values?: unknown; readonly lengths?: unknown };
  return expanded(values, lengths);
};

function expanded(given: unknown, counts: unknown): ShortArray | undefined {
  const input = counts instanceof Uint32Array ? movableArray(given) : undefined;
  if (input === undefined || !(counts instanceof Uint32Array) || counts.length !== input.length)
    return undefined;
  let length = 0;
  for (let i = 0; i < counts.length; i++) length += counts[i];
  if (length > FEW_ELEMENTS) return undefined;
  const output = newLike(input, length);
  for (let i = 0, k = 0; i < counts.length; i++) {
    const element = input[i];
    for (const end = k + counts[i]; k < end; k++) output[k] = element;
  }
  return output;
}

/** `differences` of few elements. */
export const shortDifferences: ShortAnswer = (_on, given, options) =>
  options === undefined ? shortDifferencesOf(given, 1) : undefined;

/** Differences of few elements, taken `order` times. */
export function shortDifferencesOf(given: unknown, order: number): ShortArray | undefined {
  const input = movableArray(given);
  if (input === undefined || order === 0) return undefined;
  let found = input;
  for (let taken = 0; taken < order; taken++) found = differencesOf(found);
  return found;
}

function differencesOf(input: ShortArray): ShortArray {
  const output = newLike(input, Math.max(0, input.length - 1));
  for (let i = 0; i < output.length; i++) {
    // Of f32s rounded twice, which gives what rounding once does: an f64 has more than twice their bits.
    const difference = input[i + 1] - input[i];
    output[i] = Number.isNaN(difference) ? Number.NaN : difference;
  }
  return output;
}
