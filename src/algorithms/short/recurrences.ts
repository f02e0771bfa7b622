// Moving sums and linear recurrences over few elements.

import type { ShortAnswer } from "../algorithm-row.ts";
import { FEW_ELEMENTS, isLike, type ShortArray, shortArray } from "./short-arrays.ts";
import { affinePrefixes, arithmeticOf, exactNumber, taken, treePrefixes } from "./trees.ts";

/** Prefixes of blocks, or offsets of maps. */
const values = /* @__PURE__ */ new Float64Array(FEW_ELEMENTS);

/** What is left of a block from each of its elements on, the last first; or scales of maps. */
const others = /* @__PURE__ */ new Float64Array(FEW_ELEMENTS);

/** A number that options say, which say nothing else; undefined for other options. */
function onlyNumber(options: unknown, wanted: string): number | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  for (const name in options) if (name !== wanted) return undefined;
  const given = (options as Readonly<Record<string, unknown>>)[wanted];
  return typeof given === "number" ? given : undefined;
}

/** `movingSum` of few elements. */
export const shortMovingSum: ShortAnswer = (_on, given, options) => {
  const input = shortArray(given);
  const window = input && onlyNumber(options, "window");
  if (input === undefined || window === undefined || !Number.isSafeInteger(window) || window < 1)
    return undefined;
  const { add } = arithmeticOf(input);
  const { length } = input;
  for (let i = 0; i < length; i++) values[i] = input[i];
  for (let start = 0; start < length; start += window)
    treePrefixes(values, start, Math.min(length, start + window), add);
  for (let start = 0; start + window < length; start += window) {
    for (let k = 0; k < window; k++) others[start + k] = input[start + window - 1 - k];
    treePrefixes(others, start, start + window, add);
    // Element start + k is the last of the window that begins k + 1 − window before it: after `window − 1 − k` elements of the block before.
    const next = start + window;
    for (let k = 0; k + 1 < window && next + k < length; k++)
      values[next + k] = add(others[start + window - 2 - k], values[next + k]);
  }
  return taken(values, length, input);
};

/** `linearRecurrence` of few elements. */
export const shortLinearRecurrence: ShortAnswer = (_on, steps, options) => {
  if (options !== undefined || typeof steps !== "object" || steps === null) return undefined;
  const { scale, offset } = steps as { readonly scale?: unknown; readonly offset?: unknown };
  const offsets = shortArray(offset);
  if (offsets === undefined || !loadScales(scale, offsets)) return undefined;
  for (let i = 0; i < offsets.length; i++) values[i] = offsets[i];
  affinePrefixes(others, values, offsets.length, arithmeticOf(offsets));
  return taken(values, offsets.length, offsets);
};

/** Whether there is a scale for each offset: an array of them, or one for all. */
function loadScales(scale: unknown, offsets: ShortArray): boolean {
  const scales = typeof scale === "number" ? undefined : shortArray(scale);
  if (scales === undefined) {
    const one = exactNumber(offsets, scale);
    if (one !== undefined) others.fill(one, 0, offsets.length);
    return one !== undefined;
  }
  if (scales.length !== offsets.length || !isLike(scales, offsets)) return false;
  for (let i = 0; i < scales.length; i++) others[i] = scales[i];
  return true;
}

/** `exponentialMovingAverage` of few elements. */
export const shortExponentialMovingAverage: ShortAnswer = (_on, given, options) => {
  const input = shortArray(given);
  const alpha = input && onlyNumber(options, "alpha");
  if (input === undefined || alpha === undefined || !(alpha > 0 && alpha <= 1)) return undefined;
  const float = input instanceof Float32Array ? input : values;
  const arithmetic = arithmeticOf(float);
  const rounded = (value: number): number => (float === input ? Math.fround(value) : value);
  const weight = rounded(alpha);
  for (let i = 0; i < input.length; i++) values[i] = arithmetic.multiply(weight, input[i]);
  values[0] = input[0];
  others.fill(rounded(1 - alpha), 0, input.length);
  affinePrefixes(others, values, input.length, arithmetic);
  return taken(values, input.length, float);
};
