// What `npm run bench -- language` times: programs of the array language beside what the language has built in, and folds that are fused beside
// the same with columns between.

import { example } from "./example-program.mjs";

/** @typedef {"interpreter" | "javascript" | "wasm" | "workers"} LanguageExecutor */

/**
 * One program on one executor.
 *
 * @typedef {object} LanguageCase
 * @property {string} entry  of `PROGRAMS`
 * @property {LanguageExecutor} executor
 * @property {"fused" | "between"} folds  whether elements are folded as they are computed, or columns are made before
 * @property {"i32" | "u32" | "f64"} type  of the input's elements
 * @property {number} n
 */

/**
 * Cases that take turns. Each line of the table has two of them: how many times as long the first takes as the second is the result.
 *
 * @typedef {object} LanguageGroup
 * @property {string} name
 * @property {string} about
 * @property {number} rounds
 * @property {readonly (readonly [LanguageCase, LanguageCase])[]} pairs
 */

/** `red` and `radix_sort` are the programs of the slides that the language comes from: halving by `map2`, and a bit at a time by `scatter`. */
export const PROGRAMS = `${example("reduction")}
${example("radix-sort")}
def dot [n] (xs: [n]f64): f64 = reduce (+) 0.0 (map2 (*) xs (map (\\x -> x + 1.0) xs))
def kept [n] (xs: [n]i32): i32 = reduce (+) 0 (map (\\x -> x * x) (filter (\\x -> x > 0) xs))
def running [n] (xs: [n]i32): [n]i32 = scan (+) 0 (map (\\x -> x * x) xs)
def largest [n] (xs: [n]i32): (i32, i64) =
  reduce (\\(a, i) (b, j) -> if a < b then (b, j) else (a, i)) (i32.smallest, -1) (zip xs (indices xs))
`;

const LONG = 10_000_000;

/** How many elements an executor is given where it would otherwise take minutes. */
const LENGTHS = {
  reduce: { interpreter: 100_000, javascript: LONG, wasm: LONG, workers: LONG },
  sort: { interpreter: 1_000, javascript: 2 ** 16, wasm: 2 ** 20, workers: 2 ** 20 },
};

const EXECUTORS = /** @type {const} */ (["interpreter", "javascript", "wasm", "workers"]);

/** @param {[string, string]} entries @param {LanguageCase["type"]} type @param {Readonly<Record<LanguageExecutor, number>>} lengths */
function onEach([first, second], type, lengths) {
  return EXECUTORS.map((executor) => {
    const rest = /** @type {const} */ ({ executor, folds: "fused", type, n: lengths[executor] });
    return /** @type {const} */ ([
      { entry: first, ...rest },
      { entry: second, ...rest },
    ]);
  });
}

/** @param {string} entry @param {LanguageCase["type"]} type */
function betweenAndFused(entry, type) {
  return /** @type {const} */ (["javascript", "wasm"]).map((executor) => {
    const rest = { entry, executor, type, n: executor === "wasm" ? LONG : 2 ** 20 };
    return /** @type {const} */ ([
      { ...rest, folds: /** @type {const} */ ("between") },
      { ...rest, folds: /** @type {const} */ ("fused") },
    ]);
  });
}

/** What is run, in this order. @type {readonly LanguageGroup[]} */
export const LANGUAGE_GROUPS = [
  {
    name: "red",
    about: "`red`, halving by `map2`, against `reduce (+) 0`",
    rounds: 7,
    pairs: onEach(["red", "total"], "i32", LENGTHS.reduce),
  },
  {
    name: "radix_sort",
    about: "`radix_sort`, a bit at a time by two scans and a `scatter`, against `sort`",
    rounds: 5,
    pairs: onEach(["radix_sort", "built_in"], "u32", LENGTHS.sort),
  },
  {
    name: "fusion",
    about: "folds with the columns of maps and filters made before, against fused ones",
    rounds: 7,
    pairs: [
      ...betweenAndFused("dot", "f64"),
      ...betweenAndFused("kept", "i32"),
      ...betweenAndFused("running", "i32"),
      ...betweenAndFused("largest", "i32"),
    ],
  },
];

const SHORT = 2 ** 10;

/** The same at a short length: enough to see that all works, too little to be believed. @type {readonly LanguageGroup[]} */
export const QUICK_LANGUAGE_GROUPS = LANGUAGE_GROUPS.map((group) => ({
  ...group,
  rounds: 2,
  pairs: group.pairs.map(([first, second]) => [
    { ...first, n: SHORT },
    { ...second, n: SHORT },
  ]),
}));
