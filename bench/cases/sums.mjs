// What `npm run bench -- sums` times: sums that no order changes, beside those that have one, and beside what others have.
import { DEFAULT_EXPRESSION } from "./cpu.mjs";

/** @typedef {import("./cpu.mjs").SumCase} SumCase */
/** @typedef {import("./cpu.mjs").Group} Group */
/** @typedef {SumCase["distribution"]} Distribution */

/** Ours, by name of the expression. */
export const ORDER_FREE = ["exact", "binned:2", "binned:3", "binned:4"];

/** @type {readonly Distribution[]} */
export const DISTRIBUTIONS = ["uniform", "narrow", "wide", "whole-range"];

/** How terms of each lie, for a reader. @type {Readonly<Record<Distribution, string>>} */
export const DISTRIBUTION_TEXTS = {
  uniform: "uniform in [−1, 1)",
  narrow: "random signs, exponents over 17 powers of two",
  wide: "random signs, exponents over 127 powers of two",
  "whole-range": "random signs, all finite exponents, subnormals included",
};

export const IN_CACHE = 10_000;
export const LENGTHS = [2 ** 20, 2 ** 22, 2 ** 24];
/** Beyond it compensated sums would tell nothing new; the polyfill takes a second for some hundred thousand terms. */
const LONGEST_COMPENSATED = 2 ** 20;

const POLYFILL = "math.sumprecise";
const NATIVE = "Math.sumPrecise";

/** @param {"f64" | "f32"} type @param {number} n @param {Distribution} distribution @param {"library" | "caller"} memory @returns {SumCase[]} */
function ours(type, n, distribution, memory) {
  return [DEFAULT_EXPRESSION, ...ORDER_FREE].flatMap((expression) => {
    /** @type {Omit<SumCase, "primitive" | "output">} */
    const each = {
      ...{ suite: "sums", contender: "samebits", process: "samebits", operator: "add", seed: 2026 },
      ...{ type, n, distribution, memory, expression },
    };
    return [
      { ...each, primitive: "inclusive-scan", output: "given" },
      { ...each, primitive: "reduce", output: "none" },
    ];
  });
}

/** @param {"f64" | "f32"} type @param {number} n @param {Distribution} distribution @returns {SumCase[]} */
function others(type, n, distribution) {
  /** @type {Omit<SumCase, "primitive" | "output" | "contender">} */
  const shared = {
    ...{ suite: "sums", process: "javascript", operator: "add", seed: 2026, memory: "caller" },
    ...{ type, n, distribution },
  };
  /** @param {string} contender @returns {SumCase} */
  const scan = (contender) => ({ ...shared, contender, primitive: "inclusive-scan", output: "given" });
  /** @param {string} contender @returns {SumCase} */
  const reduce = (contender) => ({ ...shared, contender, primitive: "reduce", output: "none" });
  const loops = [scan("plain loop"), reduce("plain loop")];
  if (type === "f32" || n > LONGEST_COMPENSATED) return loops;
  return [
    ...loops,
    ...[reduce("@stdlib dsumkbn"), scan("@stdlib dcusumkbn"), scan("@stdlib dcusumpw")],
    ...(n > IN_CACHE ? [] : [reduce(POLYFILL)]),
    { ...reduce(NATIVE), isOnOtherNodes: true },
  ];
}

/** @param {"f64" | "f32"} type @param {number} n @param {Distribution} distribution @param {"library" | "caller"} memory @returns {Group} */
function groupOf(type, n, distribution, memory) {
  const isLong = n > IN_CACHE;
  return {
    name: `sums ${type} ${memory} ${distribution} n=${n}`,
    rounds: isLong ? 7 : 15,
    batchMilliseconds: isLong ? 10 : 4,
    cases: [...ours(type, n, distribution, memory), ...others(type, n, distribution)],
  };
}

const TYPES = /** @type {const} */ (["f64", "f32"]);

/** What `npm run bench -- sums` runs, in this order. @type {readonly Group[]} */
export const SUMS_GROUPS = [
  ...TYPES.flatMap((type) => DISTRIBUTIONS.map((each) => groupOf(type, IN_CACHE, each, "library"))),
  ...TYPES.flatMap((type) => LENGTHS.map((n) => groupOf(type, n, "uniform", "library"))),
  ...TYPES.map((type) => groupOf(type, 2 ** 20, "wide", "library")),
  ...TYPES.flatMap((type) => [IN_CACHE, 2 ** 20].map((n) => groupOf(type, n, "uniform", "caller"))),
];

/** The same ways with few cases: enough to see that all works, too little to be believed. @type {readonly Group[]} */
export const QUICK_SUMS_GROUPS = SUMS_GROUPS.filter(
  ({ name }) => /n=10000$/.test(name) && !/narrow|wide/.test(name),
).map((group) => ({ ...group, rounds: 3, batchMilliseconds: 1 }));

/**
 * How many times the time of another at most, or how many times as fast at least: in cache and in f64, on each kind of terms by itself.
 *
 * @typedef {object} SumsGoal
 * @property {string} title
 * @property {readonly string[]} expressions  ours; the worst one counts
 * @property {"inclusive-scan" | "reduce"} primitive
 * @property {string} peer  "samebits" for the default expression
 * @property {number} [mostTime]
 * @property {number} [leastSpeed]
 */

/** @type {readonly SumsGoal[]} */
export const SUMS_GOALS = [
  {
    title: "exact reduce, against the default's",
    ...{ expressions: ["exact"], primitive: "reduce", peer: "samebits", mostTime: 3 },
  },
  {
    title: "binned reduce, K = 2, 3, 4, against the default's",
    ...{ expressions: ORDER_FREE.slice(1), primitive: "reduce", peer: "samebits", mostTime: 3 },
  },
  {
    title: "exact scan, against the default's",
    ...{ expressions: ["exact"], primitive: "inclusive-scan", peer: "samebits", mostTime: 8 },
  },
  {
    title: "every reduce, against the polyfill",
    ...{ expressions: ORDER_FREE, primitive: "reduce", peer: POLYFILL, leastSpeed: 20 },
  },
];

/**
 * Nanoseconds per term of xsum, from its author's documents (arXiv 1505.05571 and the figures beside its sources): Intel Xeon T3650, clang 15,
 * N = 10⁶. Other machine, other language: only their ratios mean something here.
 */
export const XSUM_PUBLISHED = { large: 0.64, small: 1.4, orderedLoop: 0.79, unorderedLoop: 0.4, kahan: 3.17 };
