// What the contenders of `npm run bench -- everyday` share.

import { everydayInputs } from "./inputs.mjs";

/** @typedef {import("../../cases/everyday.mjs").EverydayCase} EverydayCase */
/** @typedef {import("./inputs.mjs").EverydayInputs & { readonly type: EverydayCase["type"], readonly n: number }} Given */

/** Makes ready what is not timed, and gives the call that is; the answer may come later. @typedef {(given: Given) => (() => unknown) | Promise<() => unknown>} Task */

/**
 * A contender: its version, its tasks by name, and what reads its answers.
 *
 * @typedef {object} Opened
 * @property {string} version
 * @property {Readonly<Record<string, Task>>} tasks
 * @property {(answer: unknown) => unknown} [read]  an answer as numbers, or arrays of them; default: it is
 * @property {(inputs: Given) => Given} [place]  the same in memory of its own
 * @property {(answer: unknown) => void} [release]  lets go of the memory of an answer
 */

/** The call of a case. @param {Opened} opened @param {EverydayCase} each */
export async function callOf({ tasks, place }, each) {
  const task = tasks[each.task];
  if (task === undefined) throw new Error(`absent: it has no ${each.task}`);
  const given = { ...everydayInputs(each), type: each.type, n: each.n };
  if (each.memory === undefined) return task(given);
  if (place === undefined) throw new Error("absent: it has no memory of its own");
  return task(place(given));
}

/** A package that may not be here: told in one line, and left out. @param {string} name @returns {Promise<any>} */
export async function optional(name) {
  try {
    return await import(name);
  } catch {
    throw new Error(`absent: npm install --no-save ${name} brings it`);
  }
}

/** Places of a long answer that are compared, besides its sum. */
const SAMPLES = 64;

/**
 * An answer as a few numbers: all of a short one; of a long one its length, its sum and elements from everywhere.
 *
 * @param {unknown} answer @returns {readonly number[]}
 */
export function digestOf(answer) {
  if (typeof answer === "number" || typeof answer === "bigint") return [Number(answer)];
  const all = /** @type {ArrayLike<number | bigint>} */ (answer);
  if (all.length <= SAMPLES) return Array.from(all, Number);
  let sum = 0;
  for (let i = 0; i < all.length; i++) sum += Number(all[i]);
  const step = (all.length - 1) / (SAMPLES - 1);
  const samples = Array.from({ length: SAMPLES }, (_, i) => Number(all[Math.round(i * step)]));
  return [all.length, sum, ...samples];
}

/** Relative error of an answer, by the type of its elements; absolute below 1. */
const TOLERANCE = { f64: 1e-9, f32: 1e-4, f16: 1e-3 };

/** Whether an answer is the one that was expected but for roundings. @param {EverydayCase} each @param {readonly number[]} actual @param {readonly number[]} expected */
export function checkDigest({ task, contender, type, n }, actual, expected) {
  const isNear = (/** @type {number} */ value, /** @type {number} */ i) =>
    Math.abs(value - expected[i]) <= TOLERANCE[type] * Math.max(1, Math.abs(expected[i])) * Math.sqrt(n);
  if (actual.length === expected.length && actual.every(isNear)) return;
  const place = actual.findIndex((value, i) => !isNear(value, i));
  throw new Error(`${contender}, ${task} ${type} ${n} is wrong: ${actual[place]}, not ${expected[place]}`);
}
