// Names from outside: one of a few, with the nearest one in the error.

import { checkList, checkText } from "./check-arguments.ts";
import { describe, describeText } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** Names in kebab-case, as all are that stand in a contract's line. */
export const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Above this, in UTF-16 units, nothing is a misspelt name, and its distance would take quadratic time. */
const LONGEST_NAME = 64;

/** What people write who know it by another name: of operators, expressions, types and executors, and of options as NumPy, pandas, d3 and R have them. */
const OTHER_NAMES: readonly (readonly [theirs: string, ours: string])[] = [
  ["sum", "add"],
  ["plus", "add"],
  ["+", "add"],
  ["product", "multiply"],
  ["prod", "multiply"],
  ["times", "multiply"],
  ["mul", "multiply"],
  ["mult", "multiply"],
  ["*", "multiply"],
  ["minimum", "min"],
  ["maximum", "max"],
  ["&", "and"],
  ["|", "or"],
  ["^", "xor"],
  ["bins", "binned"],
  ["left", "left-fold"],
  ["sequential", "left-fold"],
  ["serial", "left-fold"],
  ["loop", "left-fold"],
  ["blocks", "block-dyadic"],
  ["float", "f32"],
  ["float32", "f32"],
  ["double", "f64"],
  ["float64", "f64"],
  ["float16", "f16"],
  ["half", "f16"],
  ["bfloat16", "bf16"],
  ["int32", "i32"],
  ["int64", "i64"],
  ["uint32", "u32"],
  ["uint64", "u64"],
  ["int8", "i8"],
  ["uint8", "u8"],
  ["int16", "i16"],
  ["uint16", "u16"],
  ["gpu", "webgpu"],
  ["js", "javascript"],
  ["threads", "workers"],
  ["op", "operator"],
  ["operation", "operator"],
  ["init", "initial"],
  ["identity", "initial"],
  ["initialvalue", "initial"],
  ["dtype", "type"],
  ["out", "output"],
  ["ascending", "descending"],
  ["desc", "descending"],
  ["reverse", "descending"],
  ["bins", "binCount"],
  ["nbins", "binCount"],
  ["thresholds", "edges"],
  ["ddof", "correction"],
  ["ord", "p"],
  ["order", "p"],
  ["k", "count"],
  ["n", "count"],
  ["probs", "q"],
  ["percentile", "q"],
  ["interpolation", "method"],
  ["keepdims", "keepAxes"],
  ["dim", "axis"],
  ["dims", "axis"],
];

/**
 * The name that `given` is another name for, or else the closest by edit distance, for "did you mean"; undefined when none is near. A name
 * of which no letter stays is not near.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  checkNames(given, names);
  if (given.length > LONGEST_NAME) return undefined;
  const theirs = given.toLowerCase();
  const meant = OTHER_NAMES.find(([name, ours]) => name === theirs && names.includes(ours));
  if (meant !== undefined) return meant[1];
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(given.length / 2)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - given.length) >= bestDistance) continue;
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance && distance < Math.max(given.length, name.length)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** `one of "a", "b"`, with the nearest of them to `given` singled out: the expectation of an unknown-name error. */
export function oneOf(given: string, names: readonly string[]): string {
  const hint = nearestHint(given, names); // which checks both
  return `one of ${names.join(", ")}${hint}`;
}

/** What an unknown name was probably meant to be, for the end of an expectation. */
export function nearestHint(given: string, names: readonly string[]): string {
  const near = nearestName(given, names);
  return near === undefined ? "" : ` (nearest: ${near})`;
}

function checkNames(given: unknown, names: unknown): void {
  checkText("given", given);
  for (const name of checkList("names", names, "texts")) checkText("names", name);
}

/** Insertions, deletions, changes of a letter and exchanges of neighbours that lead from one text to the other, no letter touched twice. */
function editDistance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    const previous = rows[i - 1];
    for (let j = 1; j <= right.length; j++) {
      const change = left[i - 1] === right[j - 1] ? 0 : 1;
      current[j] = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change);
      const isExchange = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isExchange) current[j] = Math.min(current[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(current);
  }
  return rows[left.length][right.length];
}

/** One of a few names. @throws InvalidArgumentError naming the nearest */
export function checkName<Name extends string>(
  argument: string,
  names: readonly Name[],
  given: unknown,
): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const expected = typeof given === "string" ? oneOf(given, names) : `one of ${names.join(", ")}`;
  throw new InvalidArgumentError(argument, expected, describe(given));
}

/** Refuses what is not an options object, and a name that nothing would look at. @throws InvalidArgumentError */
export function checkOptionNames(options: unknown, names: readonly string[], argument = "options"): void {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgumentError(argument, "an object", describe(options));
  }
  for (const name in options) {
    if (names.includes(name)) continue;
    const expected = `of names that are each ${oneOf(name, names)}`;
    throw new InvalidArgumentError(argument, expected, describeText(name));
  }
}
