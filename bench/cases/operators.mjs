/** @typedef {"f64" | "f32" | "u32" | "bool"} ColumnType */
/** @typedef {ColumnType | Readonly<Record<string, ColumnType>>} ValueType  one type, or a record's types by field */
/** @typedef {typeof CUSTOM_OPERATORS[number]["operator"]} OperatorName */

/**
 * An operator of one's own, by us or in a loop by hand.
 *
 * @typedef {object} OperatorCase
 * @property {"samebits" | "plain loop"} contender
 * @property {"samebits" | "javascript"} process
 * @property {"inclusive-scan" | "reduce"} primitive
 * @property {OperatorName} operator
 * @property {ValueType} type
 * @property {string} [expression]
 * @property {number} n
 * @property {"library" | "caller"} memory  of a record: where all its columns lie, bools too
 * @property {"given" | "none"} output
 * @property {string} distribution
 * @property {number} seed
 * @property {boolean} [isOnOtherNodes]
 */

/** What `contenders/custom-operators.mjs` defines and `contenders/operator-loops.mjs` has by hand; the title is for tables. */
export const CUSTOM_OPERATORS = /** @type {const} */ ([
  { operator: "sum-and-product", title: "`a + b + a·b`, f64", type: "f64", distribution: "near zero" },
  {
    operator: "saturating-add",
    title: "saturating add, u32",
    type: "u32",
    distribution: "saturated after four fifths of 10,000",
  },
  {
    operator: "affine",
    title: "affine recurrence, f64",
    type: { scale: "f64", offset: "f64" },
    distribution: "scales near one, offsets uniform",
  },
  {
    operator: "arg-max",
    title: "argmax with index, f32",
    type: { value: "f32", index: "u32" },
    distribution: "uniform",
  },
  {
    operator: "segmented-sum",
    title: "segmented sum, f64",
    type: { value: "f64", isHead: "bool" },
    distribution: "uniform, segments of mean length 16",
  },
  {
    operator: "matrices-2x2",
    title: "2×2 matrices, u32",
    type: { a: "u32", b: "u32", c: "u32", d: "u32" },
    distribution: "of determinant one",
  },
]);

/**
 * Every custom operator, scan and reduce, in an expression and as the loop: ours in library memory in one group, on the caller's arrays in
 * another. The loop is on the caller's arrays in both.
 *
 * @param {string} expression @param {number} n @returns {import("./cpu.mjs").Group[]}
 */
export function operatorGroups(expression, n) {
  return /** @type {const} */ (["library", "caller"]).map((memory) => ({
    name: `operators ${memory} n=${n}`,
    rounds: 15,
    batchMilliseconds: 4,
    cases: CUSTOM_OPERATORS.flatMap(({ operator, type, distribution }) => {
      const shared = { operator, type, n, distribution, seed: 2026, isOnOtherNodes: true };
      return /** @type {const} */ (["inclusive-scan", "reduce"]).flatMap((primitive) => {
        const same = { ...shared, primitive, output: outputOf(primitive) };
        /** @type {OperatorCase[]} */
        const pair = [
          { ...same, contender: "samebits", process: "samebits", memory, expression },
          { ...same, contender: "plain loop", process: "javascript", memory: "caller" },
        ];
        return pair;
      });
    }),
  }));
}

/** @param {"inclusive-scan" | "reduce"} primitive @returns {"given" | "none"} */
const outputOf = (primitive) => (primitive === "reduce" ? "none" : "given");
