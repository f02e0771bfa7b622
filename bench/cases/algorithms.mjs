// What `npm run bench -- algorithms` times: sort, filter, histograms, keys and segments, beside what people would write or call instead.

/** @typedef {"f64" | "f32" | "u32"} AlgorithmType */
/** @typedef {"sort" | "sort-pairs" | "filter" | "histogram" | "reduce-by-key" | "segmented-scan" | "segmented-reduce" | "reduce-commutative"} Task */

/**
 * One thing to be timed. All is on the caller's arrays, and results are fresh arrays, but for sorts in place: they copy their input first.
 *
 * @typedef {object} AlgorithmCase
 * @property {Task} task
 * @property {string} contender  "samebits", or a peer by the name that its process knows
 * @property {"samebits" | "javascript" | "native"} process  which of the processes runs it; they never run at the same time
 * @property {AlgorithmType} type  of the elements, or of the keys of pairs
 * @property {string} data  how they lie: see `DATA`
 * @property {number} n
 * @property {number} seed
 */

/**
 * Cases that take turns: only within a group are times compared. All but those that round otherwise give the same answer.
 *
 * @typedef {object} AlgorithmGroup
 * @property {string} name
 * @property {number} rounds
 * @property {number} batchMilliseconds  each turn is so many calls as take about this long, and at least one
 * @property {readonly AlgorithmCase[]} cases
 */

const SEED = 2026;
const SHORT = 2 ** 20;
const LONG = 2 ** 24;
const MIDDLE = 2 ** 22;

/** Ours by each task's own name, and ours of what it is compared with. */
export const OURS = "samebits";
export const SCAN = "samebits inclusiveScan";
export const REDUCE = "samebits reduce";

/** What the parts of each task's data are, for a reader. @type {Readonly<Record<string, string>>} */
export const DATA = {
  uniform: "u32: all 2³² values as often; f32, f64: uniform in [−1, 1)",
  "1 %": "uniform, of which the predicate keeps one in a hundred",
  "50 %": "uniform, of which it keeps half, at random",
  "99 %": "uniform, of which it keeps all but one in a hundred",
  "256 bins": "256 bins of one width over [−1, 1)",
  "256 categories": "keys below 256",
  "65536 categories": "keys below 65,536",
  "1000 keys": "u32 keys, a thousand different ones",
  "a million keys": "u32 keys below 2²⁰",
  "one segment": "one segment has all elements",
  "about 1000": "segments of 0 to 2,000 elements",
  "about 4": "segments of 0 to 8 elements",
  "all of 1": "every element its own segment",
};

/** @param {Task} task @param {AlgorithmType} type @param {string} data @param {number} n @param {Readonly<Record<AlgorithmCase["process"], readonly string[]>>} contenders @returns {AlgorithmGroup} */
function groupOf(task, type, data, n, contenders) {
  const processes = /** @type {const} */ (["samebits", "javascript", "native"]);
  return {
    name: `${task} ${type} ${data} n=${n}`,
    rounds: n === LONG ? 5 : 9,
    batchMilliseconds: 10,
    cases: processes.flatMap((process) =>
      contenders[process].map((contender) => ({ task, contender, process, type, data, n, seed: SEED })),
    ),
  };
}

const TYPES = /** @type {const} */ (["u32", "f32", "f64"]);
const SORTS = {
  samebits: [OURS],
  javascript: ["TypedArray.prototype.sort"],
  native: ["std::sort", "std::stable_sort", "LSD radix sort"],
};
const PAIRS = {
  samebits: [OURS],
  javascript: ["TypedArray.prototype.sort of the keys alone"],
  native: ["std::stable_sort", "LSD radix sort"],
};
/** Sorting indices by a comparison of keys takes a second for a million. */
const SHORT_PAIRS = { ...PAIRS, javascript: [...PAIRS.javascript, "indices sorted by a comparison"] };
const FILTERS = {
  samebits: [OURS, "samebits by flags"],
  javascript: ["plain loops, counting first", "plain loop, pushing", "TypedArray.prototype.filter"],
  native: ["std::copy_if"],
};
const COUNTS = { samebits: [OURS], javascript: ["plain loop"], native: [] };
const CATEGORIES = { ...COUNTS, javascript: ["plain loop", "Map"] };
const KEYS = { samebits: [OURS], javascript: ["Map", "plain loop"], native: [] };
const SCANS = { samebits: [OURS, SCAN], javascript: ["plain loop"], native: [] };
const REDUCES = { samebits: [OURS, REDUCE], javascript: ["plain loop"], native: [] };
const SEGMENTS = ["one segment", "about 1000", "about 4", "all of 1"];

/** What `npm run bench -- algorithms` runs, in this order. @type {readonly AlgorithmGroup[]} */
export const ALGORITHM_GROUPS = [
  ...[SHORT, LONG].flatMap((n) => TYPES.map((type) => groupOf("sort", type, "uniform", n, SORTS))),
  groupOf("sort-pairs", "u32", "uniform", SHORT, SHORT_PAIRS),
  groupOf("sort-pairs", "f64", "uniform", SHORT, SHORT_PAIRS),
  groupOf("sort-pairs", "u32", "uniform", LONG, PAIRS),
  groupOf("sort-pairs", "f64", "uniform", LONG, PAIRS),
  ...[SHORT, LONG].flatMap((n) => TYPES.map((type) => groupOf("filter", type, "50 %", n, FILTERS))),
  ...["1 %", "99 %"].map((data) => groupOf("filter", "f64", data, SHORT, FILTERS)),
  ...[SHORT, LONG].flatMap((n) => [
    groupOf("histogram", "f64", "256 bins", n, COUNTS),
    groupOf("histogram", "f32", "256 bins", n, COUNTS),
    groupOf("histogram", "u32", "256 categories", n, CATEGORIES),
    groupOf("histogram", "u32", "65536 categories", n, CATEGORIES),
  ]),
  ...[SHORT, MIDDLE].flatMap((n) =>
    ["1000 keys", "a million keys"].map((data) => groupOf("reduce-by-key", "f64", data, n, KEYS)),
  ),
  ...SEGMENTS.map((data) => groupOf("segmented-scan", "f64", data, MIDDLE, SCANS)),
  ...SEGMENTS.map((data) => groupOf("segmented-reduce", "f64", data, MIDDLE, REDUCES)),
  ...[SHORT, LONG].map((n) => groupOf("reduce-commutative", "f64", "uniform", n, REDUCES)),
];

/** Each task at a short length, few rounds: enough to see that all works, too little to be believed. @type {readonly AlgorithmGroup[]} */
export const QUICK_ALGORITHM_GROUPS = ALGORITHM_GROUPS.filter(
  ({ cases: [{ n, task }] }) => n === SHORT || task.startsWith("segmented"),
).map((group) => {
  const cases = group.cases.map((each) => ({ ...each, n: 2 ** 12 }));
  return { ...group, name: group.name.replace(/n=.*/, "n=4096"), rounds: 3, batchMilliseconds: 1, cases };
});

/**
 * How many times as fast as a peer ours has to be, at least: in each of the groups whose name matches, the slowest one counts. None is of a quick run.
 *
 * @typedef {object} AlgorithmGoal
 * @property {string} title
 * @property {RegExp} groups
 * @property {string} peer
 * @property {number} least
 */

/** @type {readonly AlgorithmGoal[]} */
export const ALGORITHM_GOALS = [
  { title: "sort u32, 2²⁴", groups: /^sort u32 .*=16777216$/, peer: SORTS.javascript[0], least: 3 },
  { title: "sort f64, 2²⁴", groups: /^sort f64 .*=16777216$/, peer: SORTS.javascript[0], least: 2.5 },
  {
    title: "filter, random 50 %",
    groups: /^filter .* 50 % n=\d{7,}$/,
    peer: FILTERS.javascript[0],
    least: 2,
  },
  { title: "histogram", groups: /^histogram .*=\d{7,}$/, peer: "plain loop", least: 1 },
  { title: "reduceByKey", groups: /^reduce-by-key .*=\d{7,}$/, peer: "Map", least: 3 },
  { title: "segmented scan", groups: /^segmented-scan .*=\d{7,}$/, peer: SCAN, least: 0.7 },
  // "Measurably not slower": the spread of the rounds is a twentieth.
  { title: "reduceCommutative", groups: /^reduce-commutative .*=\d{7,}$/, peer: REDUCE, least: 0.95 },
];
