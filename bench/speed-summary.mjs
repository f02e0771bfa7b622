// Speed in six numbers, as the README has it: four sums of f64 beside a loop and C++, and two where JavaScript owns the arrays.
import { DEFAULT_EXPRESSION } from "./cases/cpu.mjs";
import { CUSTOM_OPERATORS } from "./cases/operators.mjs";
import { callerRatios, onFirstNode, operatorRatios } from "./goals.mjs";
import { markdownTable, powerText } from "./harness/markdown.mjs";
import { calmSpeedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./cpu.mjs").CpuResult} CpuResult */
/** @typedef {import("./goals.mjs").SumResult} SumResult */

const LONG = 2 ** 24;
const CALLER_LENGTH = 2 ** 20;
const LIBRARY_ROWS = /** @type {const} */ ([
  { what: "sum of 10,000", primitive: "reduce", n: 10_000, peer: "std::reduce" },
  { what: "all prefixes of 10,000", primitive: "inclusive-scan", n: 10_000, peer: "std::inclusive_scan" },
  { what: `sum of ${powerText(LONG)}`, primitive: "reduce", n: LONG, peer: "std::reduce" },
  {
    what: `all prefixes of ${powerText(LONG)}`,
    primitive: "inclusive-scan",
    n: LONG,
    peer: "std::inclusive_scan",
  },
]);

/** A ratio, bold where the other is faster. @param {number | undefined} ratio */
function ratioText(ratio) {
  if (ratio === undefined) return "";
  const text = `${ratio.toFixed(2)}×`;
  return ratio < 1 ? `**${text}**` : text;
}

/** @param {readonly SumResult[]} results @param {typeof LIBRARY_ROWS[number]} row @returns {string[]} */
function libraryRow(results, { what, primitive, n, peer }) {
  const group = results.filter((each) => each.group === `f64 library n=${n}`);
  const of = (/** @type {string} */ contender) =>
    group.find(
      (each) =>
        each.contender === contender &&
        each.primitive === primitive &&
        (contender !== "samebits" || each.expression === DEFAULT_EXPRESSION),
    );
  const ours = of("samebits");
  if (ours === undefined) return [what, "", "", ""];
  const [loop, native] = ["plain loop", peer].map((name) => {
    const other = of(name);
    return other === undefined ? undefined : calmSpeedRatio(ours, other);
  });
  const speed = ((ours.n * 8) / ours.nanoseconds.median).toFixed(1);
  return [what, speed, ratioText(loop), ratioText(native)];
}

/** @param {readonly SumResult[]} results @returns {string[]} */
function callerRow(results) {
  const found = callerRatios(results, "placed", "inclusive-scan").find(
    ({ type, n }) => type === "f64" && n === CALLER_LENGTH,
  );
  const what = `all prefixes of ${powerText(CALLER_LENGTH)}, an array of your own`;
  return [what, "", ratioText(found?.ratio), ""];
}

/** The operator of one's own that fares worst. @param {CpuResult} result @returns {string[][]} */
function operatorRow(result) {
  const ratios = operatorRatios(result).filter(
    ({ memory, primitive }) => memory === "caller" && primitive === "inclusive-scan",
  );
  if (ratios.length === 0) return [];
  const worst = ratios.reduce((left, right) => (right.ratio < left.ratio ? right : left));
  const title = CUSTOM_OPERATORS.find(({ operator }) => operator === worst.operator)?.title;
  const what = `all prefixes of ${worst.n.toLocaleString("en")}, an array and an operator of your own, at worst (${title})`;
  return [[what, "", ratioText(worst.ratio), ""]];
}

/** @param {CpuResult} result */
export function speedSummary(result) {
  const results = onFirstNode(result);
  const { machine, nodes, compiler, date, command } = result;
  const native = compiler === undefined ? "" : `, ${compiler.replace(/ \(.*?\)/, "").split(" -")[0]}`;
  const heading = ["f64", "GB/s of input", "times as fast as a plain loop", "as C++"];
  const rows = [
    ...LIBRARY_ROWS.map((row) => libraryRow(results, row)),
    callerRow(results),
    ...operatorRow(result),
  ];
  return `${markdownTable(heading, rows)}

${machine.cpu}, one thread, Node ${nodes[0].version}${native}, ${date.slice(0, 10)}, \`${command}\` in a clone. C++ is \`std::reduce\` and \`std::inclusive_scan\` at \`-O3 -march=native\`.`;
}
