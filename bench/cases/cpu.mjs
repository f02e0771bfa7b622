import { operatorGroups } from "./operators.mjs";
import { streamGroup } from "./streams.mjs";

/** @typedef {SumCase | import("./operators.mjs").OperatorCase} Case  one thing to be timed; `operator` tells which of the two it is */

/**
 * A sum, and what it is compared with.
 *
 * @typedef {object} SumCase
 * @property {"sums"} [suite]  where it is one of cases/sums.mjs
 * @property {string} contender  "samebits", or a peer by the name that its process knows
 * @property {"samebits" | "javascript" | "native"} process  which of the processes runs it; they never run at the same time
 * @property {"inclusive-scan" | "reduce" | "copy"} primitive
 * @property {"add"} operator
 * @property {"f64" | "f32"} type
 * @property {string} [expression]  where the contender has one
 * @property {number} n
 * @property {"library" | "caller"} memory  where input and output lie
 * @property {"given" | "placed" | "none"} output  whose the output array is: the caller's, a fresh one with every call, none
 * @property {"uniform" | "narrow" | "wide" | "whole-range"} distribution
 * @property {number} seed
 * @property {boolean} [isOnOtherNodes]  whether it runs again on every Node that was asked for; native ones never do
 */

/**
 * Cases that take turns: only within a group are times compared.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {number} rounds
 * @property {number} batchMilliseconds  each turn is so many calls as take about this long, and at least one
 * @property {readonly Case[]} cases
 */

export const DEFAULT_EXPRESSION = "block-dyadic:32";
const TYPES = /** @type {const} */ (["f64", "f32"]);
const BLOCK_LENGTHS = [8, 16, 32, 64, 128, 256, 512, 1024];
const IN_CACHE = 10_000; // as in the paper; a multiple of no B here beyond 16
const BEYOND_CACHE = 2 ** 24;
const WHOLE_BLOCKS = 10_240; // shows what the ragged end of 10,000 costs
const CALLER_LENGTHS = [256, 1024, IN_CACHE, 2 ** 20, BEYOND_CACHE];
const SAME = /** @type {const} */ ({ operator: "add", distribution: "uniform", seed: 2026 });

/** @param {"f64" | "f32"} type @param {number} n @param {readonly number[]} blockLengths @returns {SumCase[]} */
function inLibraryMemory(type, n, blockLengths) {
  return blockLengths.flatMap((blockLength) => {
    /** @type {Omit<SumCase, "primitive" | "output">} */
    const ours = {
      ...{ contender: "samebits", process: "samebits", memory: "library", ...SAME },
      ...{ type, n, expression: `block-dyadic:${blockLength}` },
    };
    return [
      { ...ours, primitive: "inclusive-scan", output: "given" },
      { ...ours, primitive: "reduce", output: "none" },
    ];
  });
}

/** @param {"f64" | "f32"} type @param {number} n @returns {SumCase[]} */
function peers(type, n) {
  const javascript = /** @type {const} */ ({ process: "javascript", memory: "caller", type, n, ...SAME });
  const native = /** @type {const} */ ({ ...javascript, process: "native" });
  /** @type {SumCase[]} */
  const inF64 = [
    { ...javascript, contender: "plain loop in f64", primitive: "inclusive-scan", output: "given" },
    { ...javascript, contender: "plain loop in f64", primitive: "reduce", output: "none" },
  ];
  /** @type {SumCase[]} */
  const published = [
    { ...javascript, contender: "@stdlib dcusumpw", primitive: "inclusive-scan", output: "given" },
    { ...javascript, contender: "@stdlib dsumpw", primitive: "reduce", output: "none" },
  ];
  return [
    { ...javascript, contender: "plain loop", primitive: "inclusive-scan", output: "given" },
    { ...javascript, contender: "plain loop", primitive: "reduce", output: "none" },
    ...(type === "f32" ? inF64 : []),
    { ...javascript, contender: "TypedArray.set", primitive: "copy", output: "given" },
    ...(type === "f64" ? published : []),
    { ...native, contender: "std::inclusive_scan", primitive: "inclusive-scan", output: "given" },
    { ...native, contender: "std::partial_sum", primitive: "inclusive-scan", output: "given" },
    { ...native, contender: "std::reduce", primitive: "reduce", output: "none" },
    { ...native, contender: "memcpy", primitive: "copy", output: "given" },
  ];
}

/**
 * The default contract and the loop that everybody writes, both on the caller's arrays. Where every call leaves an array behind they
 * share a process and so the luck of its allocator.
 *
 * @param {"f64" | "f32"} type @param {number} n @returns {SumCase[]}
 */
function onCallerArrays(type, n) {
  const shared = /** @type {const} */ ({ memory: "caller", type, n, ...SAME });
  const ours = { ...shared, contender: "samebits", expression: DEFAULT_EXPRESSION };
  const loops = ["plain loop", ...(type === "f32" ? ["plain loop in f64"] : [])];
  return [ours, ...loops.map((contender) => ({ ...shared, contender }))].flatMap((contender) => {
    const process = contender.contender === "samebits" ? "samebits" : "javascript";
    return [
      { ...contender, process, primitive: "inclusive-scan", output: "given" },
      { ...contender, process: "samebits", primitive: "inclusive-scan", output: "placed" },
      { ...contender, process, primitive: "reduce", output: "none" },
    ];
  });
}

/** @type {readonly Group[]} */
const LIBRARY_GROUPS = TYPES.flatMap((type) =>
  [IN_CACHE, BEYOND_CACHE].map((n) => ({
    name: `${type} library n=${n}`,
    rounds: n === BEYOND_CACHE ? 11 : 25,
    batchMilliseconds: n === BEYOND_CACHE ? 15 : 4,
    cases: [...inLibraryMemory(type, n, BLOCK_LENGTHS), ...peers(type, n)].map((each) => ({
      ...each,
      isOnOtherNodes: each.contender === "plain loop" || /:(16|32|256)$/.test(each.expression ?? ""),
    })),
  })),
);

/** @type {readonly Group[]} */
const RAGGED_GROUPS = TYPES.map((type) => ({
  name: `${type} ragged`,
  rounds: 11,
  batchMilliseconds: 3,
  cases: [IN_CACHE, WHOLE_BLOCKS].flatMap((n) => inLibraryMemory(type, n, BLOCK_LENGTHS)),
}));

/** @type {readonly Group[]} */
const CALLER_GROUPS = CALLER_LENGTHS.flatMap((n) =>
  TYPES.map((type) => ({
    name: `${type} caller n=${n}`,
    rounds: n === BEYOND_CACHE ? 9 : 15,
    batchMilliseconds: n === BEYOND_CACHE ? 15 : 8,
    cases: onCallerArrays(type, n).map((each) => ({ ...each, isOnOtherNodes: n < BEYOND_CACHE })),
  })),
);

/** What `npm run bench -- cpu` runs, in this order. @type {readonly Group[]} */
export const GROUPS = [
  ...LIBRARY_GROUPS,
  ...RAGGED_GROUPS,
  ...CALLER_GROUPS,
  ...operatorGroups(DEFAULT_EXPRESSION, IN_CACHE),
  streamGroup(2 ** 20),
];

/**
 * The same ways with few cases: enough to see that all works, too little to be believed.
 *
 * @type {readonly Group[]}
 */
export const QUICK_GROUPS = GROUPS.filter(({ name }) => !/caller n=\d{7}/.test(name)).map((group) => ({
  ...group,
  rounds: 3,
  batchMilliseconds: 1,
  cases: group.cases
    .filter(({ memory, expression }) => memory !== "library" || /:(32|256)$/.test(expression ?? ""))
    .map((each) => ({ ...each, n: Math.min(each.n, 2 ** 20) })),
}));

/** New kernels of a fresh process: the first is compiled together with everything that all kernels share, the second alone. */
export const FIRST_CALLS = /** @type {const} */ ([
  { type: "f64", primitive: "inclusive-scan", expression: "block-dyadic:32", second: "block-dyadic:16" },
  { type: "f32", primitive: "inclusive-scan", expression: "block-dyadic:32", second: "block-dyadic:16" },
  { type: "f64", primitive: "inclusive-scan", expression: "block-dyadic:64", second: "block-dyadic:8" },
  { type: "f64", primitive: "inclusive-scan", expression: "block-dyadic:1024", second: "block-dyadic:12" },
  { type: "f64", primitive: "inclusive-scan", expression: "interleaved:8", second: "interleaved:4" },
  { type: "f64", primitive: "reduce", expression: "block-dyadic:32", second: "interleaved:8" },
]);
export const FIRST_CALL_LENGTH = IN_CACHE;
export const FIRST_CALL_ROUNDS = 7;
