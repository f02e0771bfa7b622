import { prepare } from "samebits";
import * as javascript from "samebits/javascript";
import { FILLS, OPERATORS } from "./custom-operators.mjs";
import { SHORT_LENGTH } from "./inputs.mjs";
import { columnsIn, columnsOfValue, newColumns, shaped } from "./operator-columns.mjs";
import { OPERATOR_LOOPS } from "./operator-loops.mjs";
import { checkSameBytes } from "./same-bytes.mjs";

/** @typedef {import("../cases/operators.mjs").OperatorCase} OperatorCase */
/** @typedef {import("./operator-columns.mjs").ColumnArray} ColumnArray */
/** @typedef {import("./operator-columns.mjs").Columns} Columns */

/**
 * Scan and reduce, ours or by hand.
 *
 * @typedef {object} Algorithms
 * @property {(input: Columns, output: Columns) => unknown} scan
 * @property {(input: Columns) => unknown} reduce
 */

/** A custom operator, ours or the loop. @param {OperatorCase} each @returns {import("./javascript.mjs").Contender} */
export function operatorContender(each) {
  const { contender, operator, type, n, primitive, memory } = each;
  const { scan, reduce } = contender === "samebits" ? ours(each) : byHand(each);
  const run = (/** @type {number} */ length) => {
    const { input, output } = inputsFor(each, length);
    return primitive === "reduce" ? () => reduce(input) : () => scan(input, output);
  };
  const check = (/** @type {unknown} */ result) => {
    const prefixes = expectedPrefixes(each);
    const expected = primitive === "reduce" ? prefixes.map((column) => column.slice(-1)) : prefixes;
    const actual =
      primitive === "reduce" ? columnsOfValue(type, result) : columnsIn(/** @type {Columns} */ (result));
    expected.forEach((column, i) => {
      const what = `${contender} ${primitive} ${operator} ${memory} ${n}, column ${i}`;
      checkSameBytes(what, actual[i], column);
    });
  };
  return { run: run(n), runShort: run(SHORT_LENGTH), check };
}

// Types tell elements from records, which all of this is about both of.
/** @typedef {{ achieved: { executor: string }, inclusiveScan: Algorithms["scan"], reduce: Algorithms["reduce"] }} AnyPlan */
const prepareAny = /** @type {(options: object) => AnyPlan} */ (/** @type {unknown} */ (prepare));
const scanAny = /** @type {(input: Columns, options: object) => Columns} */ (
  /** @type {unknown} */ (javascript.inclusiveScan)
);

/** @param {OperatorCase} each @returns {Algorithms} */
function ours({ operator, type, expression }) {
  const plan = prepareAny({ operator: OPERATORS[operator], type, expression });
  const { executor } = plan.achieved;
  if (executor !== "wasm") throw new Error(`${operator} ${expression} ran on ${executor}`);
  return {
    scan: (input, output) => plan.inclusiveScan(input, output),
    reduce: (input) => plan.reduce(input),
  };
}

/** @param {OperatorCase} each */
const byHand = ({ operator }) =>
  /** @type {Algorithms} */ (/** @type {unknown} */ (OPERATOR_LOOPS[operator]));

/** @type {Map<string, { input: Columns, output: Columns }>} */
const known = new Map();

/** Input and output of a length. Cases of one process share them. @param {OperatorCase} each @param {number} length */
function inputsFor({ operator, type, memory, seed }, length) {
  const key = `${operator} ${memory} ${seed} ${length}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const { input, output } = newColumns(type, length, memory);
  FILLS[operator](input, seed);
  const pair = { input: shaped(type, input), output: shaped(type, output) };
  known.set(key, pair);
  return pair;
}

/** By plain loops around the operator's term: for the loop by hand as a left fold. @param {OperatorCase} each @returns {readonly ColumnArray[]} */
function expectedPrefixes(each) {
  const { input } = inputsFor(each, each.n);
  const expression = each.expression ?? "left-fold";
  return columnsIn(scanAny(input, { operator: OPERATORS[each.operator], expression }));
}
