// What `npm run bench -- everyday` times: the functions that people call most, beside what they would call instead, and what is to be reached.

import { SHORT } from "../contenders/everyday/inputs.mjs";

/** @typedef {"samebits" | "loops" | "numpy-ts" | "numpy" | "numpy, 4 KiB pages" | "samebits, 2 MiB pages" | "d3-array" | "DuckDB" | "arithmetic"} Peer  each has a process of its own */

/**
 * @typedef {object} EverydayCase
 * @property {string} task  a name that every peer's table of tasks has, or has not
 * @property {Peer} peer
 * @property {string} contender  as tables call it
 * @property {"f64" | "f32" | "f16"} type
 * @property {number} n  elements; of products and axes rows and columns
 * @property {"library" | undefined} [memory]  where arrays lie; default: JavaScript owns them
 */

/**
 * Cases that take turns.
 *
 * @typedef {object} EverydayGroup
 * @property {string} name
 * @property {number} rounds
 * @property {number} batchMilliseconds
 * @property {readonly EverydayCase[]} cases
 */

export const OURS = "samebits";
/** Us over arrays in our own memory, as the arrays of numpy-ts lie in its own. */
export const IN_LIBRARY = "samebits, its memory";
export const LOOP = "plain loop";
/** numpy asks for pages of 2 MiB, as no engine of JavaScript does for its memories: so without. */
export const SMALL_PAGES = "numpy, 4 KiB pages";
/** What Debian's C library asks for where its environment says so: arrays that JavaScript owns are in its memory. */
export const LARGE_PAGES = "samebits, 2 MiB pages";
/** As many multiplications and additions of 128 bits, on registers: no product of this engine can be faster. */
export const ARITHMETIC = "multiply and add alone";

/** @typedef {Exclude<Peer, typeof SMALL_PAGES | typeof LARGE_PAGES | "arithmetic">} NamedPeer */

/** How contenders are called; the loop is that which a person would write. @type {Readonly<Record<NamedPeer, string>>} */
const NAMES = {
  samebits: OURS,
  loops: LOOP,
  "numpy-ts": "numpy-ts",
  numpy: "numpy",
  "d3-array": "d3-array",
  DuckDB: "DuckDB",
};

const EVERYBODY = /** @type {readonly NamedPeer[]} */ (Object.keys(NAMES));

/** @param {string} task @param {readonly NamedPeer[]} peers @param {Partial<EverydayCase>} [given] @returns {EverydayGroup} */
function group(task, peers, { type = "f64", n = 1_000_000 } = {}) {
  const cases = peers.map((peer) => ({ task, peer, contender: NAMES[peer], type, n }));
  return { name: `${task} ${type} n=${n}`, rounds: 15, batchMilliseconds: 8, cases };
}

/** The same with a reduce of ours over the same elements: the bytes a second that memory gives. @param {EverydayGroup} group @returns {EverydayGroup} */
function besideReduce(group) {
  const [first] = group.cases;
  return {
    ...group,
    cases: [...group.cases, { ...first, task: `reduce beside ${first.task}`, contender: REDUCE }],
  };
}

/** The same with us over library memory. @param {EverydayGroup} group @returns {EverydayGroup} */
function besideLibrary(group) {
  const [first] = group.cases;
  return { ...group, cases: [...group.cases, { ...first, memory: "library", contender: IN_LIBRARY }] };
}

/** The same with numpy over pages as ours are, us over pages as numpy's are, and us over library memory. @param {EverydayGroup} group @returns {EverydayGroup} */
function besidePages(group) {
  const [first] = group.cases;
  const { cases, ...rest } = besideLibrary(group);
  const others = /** @type {const} */ ([SMALL_PAGES, LARGE_PAGES]).map((peer) => ({
    ...first,
    peer,
    contender: peer,
  }));
  return { ...rest, cases: [...cases, ...others] };
}

/** The same with its arithmetic alone. @param {EverydayGroup} group @returns {EverydayGroup} */
function besideArithmetic(group) {
  const [first] = group.cases;
  const alone = /** @type {const} */ ({ task: `arithmetic of ${first.task}`, peer: "arithmetic" });
  return { ...group, cases: [...group.cases, { ...first, ...alone, contender: ARITHMETIC }] };
}

export const REDUCE = "samebits reduce";

/** Functions of which a call of a few elements is timed. */
const SHORT_TASKS = ["sum", "scan", "mean", "variance", "dot", "minMax", "argMax", "filter", "sort"];

/** @type {readonly NamedPeer[]} */
const NO_TABLES = ["samebits", "loops", "numpy-ts", "numpy", "d3-array"];
/** @type {readonly NamedPeer[]} */
const MATRICES = ["samebits", "loops", "numpy-ts", "numpy"];

/** @type {readonly EverydayGroup[]} */
export const EVERYDAY_GROUPS = [
  besideLibrary(group("sum", EVERYBODY)),
  besideLibrary(besideReduce(group("mean", EVERYBODY))),
  besideLibrary(group("variance", EVERYBODY)),
  besideLibrary(group("minMax", EVERYBODY)),
  besideLibrary(group("dot", ["samebits", "loops", "numpy-ts", "numpy"])),
  group("scan", NO_TABLES),
  group("sort", EVERYBODY),
  group("filter", NO_TABLES),
  group("group", EVERYBODY),
  group("histogram", NO_TABLES),
  group("topK", EVERYBODY),
  group("median", EVERYBODY),
  group("exp", MATRICES),
  group("exp", MATRICES, { type: "f32" }),
  besideArithmetic(group("multiply", MATRICES, { n: 512 })),
  besideArithmetic(group("multiply", MATRICES, { type: "f32", n: 512 })),
  besideReduce(group("multiplyVector", MATRICES, { type: "f32", n: 4096 })),
  besidePages(group("axis 0", MATRICES, { n: 4096 })),
  besidePages(group("axis 1", MATRICES, { n: 4096 })),
  group("sum", ["samebits", "loops", "numpy"], { type: "f16", n: 10_000_000 }),
  ...SHORT_TASKS.map((task) => group(task, ["samebits", "loops", "numpy-ts"], { n: SHORT })),
];

/** Small enough for a test of all that is around the times. @type {readonly EverydayGroup[]} */
export const QUICK_EVERYDAY_GROUPS = EVERYDAY_GROUPS.map((each) => ({
  ...each,
  rounds: 2,
  batchMilliseconds: 1,
  cases: each.cases.map((one) => ({
    ...one,
    n: Math.min(one.n, one.n === 512 || one.n === 4096 ? 32 : 1000),
  })),
}));

/**
 * What is to be reached: at least so many times as fast as a peer, or at most so many nanoseconds (and so many times a loop's).
 *
 * @typedef {object} EverydayGoal
 * @property {RegExp} groups
 * @property {string} asked
 * @property {{ readonly peer: string, readonly least: number, readonly ours?: string } | { readonly most: number, readonly loops: number }} measure
 */

/** @param {RegExp} groups @param {string} peer @param {number} least @returns {EverydayGoal} */
const faster = (groups, peer, least) => ({ groups, asked: `≥ ${least} × ${peer}`, measure: { peer, least } });

/** @type {readonly EverydayGoal[]} */
export const EVERYDAY_GOALS = [
  faster(/^(sum|mean|variance|minMax|dot) f64 n=1000000$/, LOOP, 1.5),
  {
    groups: /^(sum|mean|variance|minMax|dot) f64 n=1000000$/,
    asked: "≥ 1 × numpy-ts, each in its own memory",
    measure: { peer: "numpy-ts", least: 1, ours: IN_LIBRARY },
  },
  faster(/^mean f64 n=1000000$/, REDUCE, 0.9),
  { groups: /^(sum|scan) f64 n=16$/, asked: "≤ 60 ns + 1.5 × plain loop", measure: { most: 60, loops: 1.5 } },
  {
    groups: /^(mean|variance|dot|minMax|argMax|filter|sort) f64 n=16$/,
    asked: "≤ 300 ns",
    measure: { most: 300, loops: 0 },
  },
  faster(/^topK /, "DuckDB", 3),
  faster(/^multiply /, "numpy-ts", 1.2),
  faster(/^multiply /, ARITHMETIC, 0.6),
  faster(/^multiplyVector /, REDUCE, 0.8),
  faster(/^axis [01] /, "numpy", 1),
  {
    groups: /^axis [01] /,
    asked: "≥ 1 × numpy with pages of 4 KiB, each in its own memory",
    measure: { peer: SMALL_PAGES, least: 1, ours: IN_LIBRARY },
  },
  faster(/^exp f64 /, LOOP, 1),
  faster(/^exp f32 /, LOOP, 2),
  faster(/^sum f16 /, "numpy", 3),
];
