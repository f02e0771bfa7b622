/**
 * One thing to be timed on a GPU: ours, or a copy of the same bytes.
 *
 * @typedef {object} WebGpuCase
 * @property {"samebits" | "copy"} contender
 * @property {"copy" | "inclusive-scan" | "reduce" | "product"} primitive
 * @property {"u32" | "f32" | "f64"} type
 * @property {Determinism} [determinism]
 * @property {"native" | "integer"} [arithmetic]  of ours, and only where it is said: what the result must have been computed with
 * @property {string} [algorithm]
 * @property {string} [expression]
 * @property {number} n  elements; of a product those of a square matrix, which is multiplied by itself
 */

/** @typedef {"notGuaranteed" | "runToRun" | "everywhere"} Determinism */

/**
 * Cases that take turns, round by round, over the same data.
 *
 * @typedef {object} WebGpuGroup
 * @property {string} name
 * @property {readonly WebGpuCase[]} cases
 */

const EXPRESSION = "block-dyadic:32";
/** Lengths on a GPU, as far as its memory goes: launches alone at one end, memory alone at the other. */
export const LENGTHS = [10, 12, 14, 16, 18, 20, 22, 24, 25, 26, 27, 28].map((log) => 2 ** log);
/** Lengths on a software adapter: enough to show that all works. */
export const SOFTWARE_LENGTHS = [2 ** 10, 2 ** 14, 2 ** 16];
const QUICK_LENGTH = 2 ** 12;

export const ROUNDS = 11;
export const SOFTWARE_ROUNDS = 3;

const EVERYWHERE = /** @type {const} */ ({
  contender: "samebits",
  determinism: "everywhere",
  expression: EXPRESSION,
});
const SCAN = /** @type {const} */ ({ primitive: "inclusive-scan", algorithm: "dyadic-look-back" });
const THREE_PASSES = /** @type {const} */ ({ primitive: "inclusive-scan", algorithm: "reduce-then-scan" });
/** The others, for what they cost: with a sum that is associative, so that every one of them may compute it. */
const OTHERS = [
  "reduce-then-scan:raking",
  "reduce-then-scan:ha-han",
  "scan-then-propagate",
  "look-back:scalar-fallback",
  "look-back:decoupled-fallback",
];
/** Its blocks are its tiles. */
const CHAINED = /** @type {const} */ ({ algorithm: "chained-scan", expression: "linear-carry:1024" });
const REDUCE = /** @type {const} */ ({ primitive: "reduce" });
/** The device's own floats; without a level of its own a case asks for "everywhere". */
const STEADY = /** @type {const} */ ({ determinism: "runToRun", type: "f32" });
const ANY = /** @type {const} */ ({ determinism: "notGuaranteed", type: "f32" });
const COPY = /** @type {const} */ ({ contender: "copy", primitive: "copy" });

/** @param {number} n @returns {readonly WebGpuGroup[]} */
function groupsOf(n) {
  return [
    {
      name: `u32 n=${n}`,
      cases: [
        { ...COPY, type: "u32", n },
        { ...EVERYWHERE, ...SCAN, type: "u32", n },
        { ...EVERYWHERE, ...THREE_PASSES, type: "u32", n },
        ...OTHERS.map((algorithm) => ({
          ...EVERYWHERE,
          ...SCAN,
          algorithm,
          type: /** @type {const} */ ("u32"),
          n,
        })),
        { ...EVERYWHERE, ...SCAN, ...CHAINED, type: "u32", n },
        { ...EVERYWHERE, ...REDUCE, type: "u32", n },
      ],
    },
    {
      name: `f32 n=${n}`,
      cases: [
        { ...COPY, type: "f32", n },
        { ...EVERYWHERE, ...SCAN, type: "f32", arithmetic: "native", n },
        { ...EVERYWHERE, ...SCAN, type: "f32", arithmetic: "integer", n },
        { ...EVERYWHERE, ...SCAN, ...STEADY, n },
        { ...EVERYWHERE, ...SCAN, ...ANY, n },
        { ...EVERYWHERE, ...SCAN, ...ANY, algorithm: "look-back:decoupled-fallback", n },
        { ...EVERYWHERE, ...THREE_PASSES, type: "f32", arithmetic: "native", n },
        { ...EVERYWHERE, ...THREE_PASSES, type: "f32", arithmetic: "integer", n },
        { ...EVERYWHERE, ...REDUCE, type: "f32", arithmetic: "native", n },
        { ...EVERYWHERE, ...REDUCE, type: "f32", arithmetic: "integer", n },
        { ...EVERYWHERE, ...REDUCE, ...STEADY, n },
        { ...EVERYWHERE, ...REDUCE, ...ANY, n },
      ],
    },
    {
      name: `f64 n=${n}`,
      cases: [
        { ...COPY, type: "f64", n },
        { ...EVERYWHERE, ...SCAN, type: "f64", n },
        { ...EVERYWHERE, ...REDUCE, type: "f64", n },
      ],
    },
  ];
}

/** @param {readonly number[]} lengths @returns {readonly WebGpuGroup[]} */
export function webGpuGroups(lengths) {
  return lengths.flatMap(groupsOf);
}

/** Rows of square matrices, whose elements are as many as in other cases. */
export const SIDES = [256, 512, 1024, 2048, 4096];
export const SOFTWARE_SIDES = [32, 128];

/** Products of all types beside a copy of the matrix. @param {readonly number[]} sides @returns {readonly WebGpuGroup[]} */
export function productGroups(sides) {
  const types = /** @type {const} */ (["u32", "f32", "f64"]);
  return sides.flatMap((side) =>
    types.map((type) => ({
      name: `products ${type} n=${side ** 2}`,
      cases: [
        { ...COPY, type, n: side ** 2 },
        { ...EVERYWHERE, primitive: "product", type, n: side ** 2 },
      ],
    })),
  );
}

/** Few plans, as software adapters compile one for seconds. @type {readonly WebGpuGroup[]} */
export const QUICK_WEBGPU_GROUPS = [
  {
    name: `u32 n=${QUICK_LENGTH}`,
    cases: [
      { ...COPY, type: "u32", n: QUICK_LENGTH },
      { ...EVERYWHERE, ...SCAN, type: "u32", n: QUICK_LENGTH },
      { ...EVERYWHERE, ...REDUCE, type: "u32", n: QUICK_LENGTH },
    ],
  },
  {
    name: `f32 n=${QUICK_LENGTH}`,
    cases: [
      { ...COPY, type: "f32", n: QUICK_LENGTH },
      { ...EVERYWHERE, ...SCAN, type: "f32", arithmetic: "native", n: QUICK_LENGTH },
      { ...EVERYWHERE, ...SCAN, type: "f32", arithmetic: "integer", n: QUICK_LENGTH },
    ],
  },
];

/** Bytes that one call reads and writes at least: the copy's denominator. @param {WebGpuCase} each */
export function bytesMoved({ primitive, type, n }) {
  return n * ELEMENT_BYTES[type] * MOVED[primitive];
}

/** How often a call goes through as many elements as it has, at least. */
const MOVED = /** @type {const} */ ({ copy: 2, "inclusive-scan": 2, reduce: 1, product: 3 });

export const ELEMENT_BYTES = /** @type {const} */ ({ u32: 4, f32: 4, f64: 8 });

/** Of a case, without its length: the name of a line in the plot and of a row in the table. @param {WebGpuCase} each */
export function caseTitle({ contender, primitive, type, determinism, arithmetic, algorithm }) {
  if (contender === "copy") return `copy ${type}`;
  if (primitive === "product") return `product ${type}`;
  const what = { notGuaranteed: "not guaranteed", runToRun: "run to run", everywhere: arithmetic }[
    determinism ?? "everywhere"
  ];
  return [primitive === "reduce" ? "reduce" : "scan", type, what, algorithm]
    .filter((each) => each !== undefined)
    .join(" ");
}

/** What is asked of a discrete GPU: speed in parts of the copy's, at least. */
export const WEBGPU_GOALS = /** @type {const} */ ([
  { title: "scan u32 dyadic-look-back", n: 2 ** 27, ofCopy: 0.9 },
  { title: "scan f32 native dyadic-look-back", n: 2 ** 27, ofCopy: 0.9 },
]);
