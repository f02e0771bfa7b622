/**
 * One thing to be timed: by samebits on one thread, by a pool of workers, or a plain copy of the same bytes.
 *
 * @typedef {object} WorkersCase
 * @property {"samebits" | "workers" | "copy"} contender
 * @property {number} count  workers; 0 for the others
 * @property {"inclusive-scan" | "reduce"} primitive
 * @property {"add" | "heavy"} operator  heavy: HEAVY_STEPS rounds of the logistic map of the sum, f64
 * @property {"f64"} type
 * @property {string} expression
 * @property {number} n
 * @property {"library" | "caller"} memory
 */

/**
 * Cases that take turns, round by round.
 *
 * @typedef {object} WorkersGroup
 * @property {string} name
 * @property {number} rounds
 * @property {readonly WorkersCase[]} cases
 */

export const HEAVY_STEPS = 24;
const LENGTHS = [20, 22, 24, 25, 27].map((log) => 2 ** log);
const COUNTS = [1, 2];
/** Of what the default sends to workers, under load: the shortest and the longest. */
const BUSY_LENGTHS = [2 ** 24, 2 ** 27];
const SHARED = /** @type {const} */ ({ type: "f64", expression: "block-dyadic:32" });

/** @param {"add" | "heavy"} operator @param {number} n @param {"library" | "caller"} memory @returns {WorkersCase[]} */
function casesOf(operator, n, memory) {
  return /** @type {const} */ (["inclusive-scan", "reduce"]).flatMap((primitive) => {
    const each = { ...SHARED, operator, n, memory, primitive };
    /** @type {WorkersCase[]} */
    const cases = [
      { ...each, contender: "samebits", count: 0 },
      ...COUNTS.map((count) => ({ ...each, contender: /** @type {const} */ ("workers"), count })),
    ];
    if (operator === "add" && primitive === "inclusive-scan")
      cases.push({ ...each, contender: "copy", count: 0 });
    return cases;
  });
}

/** @type {readonly WorkersGroup[]} */
export const WORKERS_GROUPS = [
  // 2^27 doubles in and out are 2 GiB of each memory; heavy ones would take minutes and say the same.
  ...LENGTHS.map((n) => ({
    name: `add library n=${n}`,
    rounds: n <= 2 ** 24 ? 31 : 11,
    cases: casesOf("add", n, "library"),
  })),
  ...LENGTHS.filter((n) => n <= 2 ** 24).map((n) => ({
    name: `heavy library n=${n}`,
    rounds: 11,
    cases: casesOf("heavy", n, "library"),
  })),
  ...[2 ** 20, 2 ** 24].map((n) => ({
    name: `add caller n=${n}`,
    rounds: 7,
    cases: casesOf("add", n, "caller"),
  })),
  { name: `heavy caller n=${2 ** 22}`, rounds: 5, cases: casesOf("heavy", 2 ** 22, "caller") },
];

/** What issue and decision ask of pools, against one thread; by the median of the ratios within a round. */
export const WORKERS_GOALS = /** @type {const} */ ([
  { operator: "heavy", primitive: "inclusive-scan", n: 2 ** 24, count: 2, times: 1.7, load: "idle" },
  { operator: "heavy", primitive: "reduce", n: 2 ** 24, count: 2, times: 1.7, load: "idle" },
  { operator: "add", primitive: "reduce", n: 2 ** 24, count: 2, times: 1.3, load: "idle" },
  ...BUSY_LENGTHS.flatMap((n) =>
    COUNTS.flatMap((count) =>
      /** @type {const} */ (["inclusive-scan", "reduce"]).map(
        (primitive) =>
          /** @type {const} */ ({ operator: "add", primitive, n, count, times: 0.5, load: "busy" }),
      ),
    ),
  ),
]);
