import { CUSTOM_OPERATORS } from "./cases/operators.mjs";
import { callerRatios, onFirstNode, operatorRatios, outcomes, streamRatios, sumsOf } from "./goals.mjs";
import { markdownTable, powerText } from "./harness/markdown.mjs";

/** @typedef {import("./cpu.mjs").CpuResult} CpuResult */
/** @typedef {import("./goals.mjs").SumResult} SumResult */

const BYTES = { f64: 8, f32: 4 };
const RAGGED_LIMIT = 1.15;
const COLUMNS = [10_000, 2 ** 24].flatMap((n) =>
  ["inclusive-scan", "reduce"].flatMap((primitive) => ["f64", "f32"].map((type) => ({ n, primitive, type }))),
);
const HEADINGS = ["GB/s", ...COLUMNS.map(({ n, primitive, type }) => heading(n, primitive, type))];

/** @param {number} n @param {string} primitive @param {string} type */
function heading(n, primitive, type) {
  return `${primitive === "reduce" ? "reduce" : "scan"} ${type} ${lengthText(n)}`;
}

/** @param {number} n */
function lengthText(n) {
  if (n < 2 ** 20 || !Number.isInteger(Math.log2(n))) return n.toLocaleString("en");
  return powerText(n);
}

/** All that a benchmark has to say, as Markdown: speeds, callers' arrays, operators, goals. @param {CpuResult} result */
export function tables(result) {
  const sums = [speedTable(result), callerText(result), callerTable(result)];
  const operators = [operatorText(result), operatorTable(result)];
  return [
    machineText(result),
    ...sums,
    ...operators,
    streamText(result),
    streamTable(result),
    goalTable(result),
  ]
    .filter((each) => each !== "")
    .join("\n\n");
}

/** @param {CpuResult} result */
function machineText({ machine, nodes, compiler, date, command, isQuick, results }) {
  const gcc = compiler === undefined ? "" : `, ${compiler.replace(/ \(.*?\)/, "")}`;
  const caches = machine.caches
    .filter((each) => !each.includes("Instruction"))
    .map((each) => each.replace(/ (Data|Unified)/, ""));
  const warning = isQuick ? "**A quick run: it shows that all works, its numbers mean nothing.** " : "";
  return (
    `${warning}${machine.cpu}, ${machine.cores} cores (${caches.join(", ")}), Node ${nodes[0].version}${gcc}, ${date.slice(0, 10)}, ` +
    `\`${command}\`. Sums in library memory, gigabytes of input per second: medians over rounds in which all take turns. ` +
    `Every answer was checked first, ours bit by bit.${calmText(results)}`
  );
}

/** Results of before batches were repeated do not say. @param {CpuResult["results"]} results */
function calmText(results) {
  const watched = results.filter(({ shared }) => shared !== undefined);
  const rounds = watched.reduce((sum, each) => sum + each.rounds.length, 0);
  if (rounds === 0) return "";
  const share = 1 - watched.reduce((sum, { shared = [] }) => sum + shared.length, 0) / rounds;
  return (
    ` Batches that shared their core with other programs were repeated, at most five times; of those that count ${Math.round(100 * share)} % had it for ` +
    "themselves, and ratios are of these where there are five."
  );
}

/** @param {CpuResult} result */
function speedTable(result) {
  const first = onFirstNode(result);
  const blockLengths = [...new Set(first.flatMap(({ expression }) => blockLengthOf(expression)))].sort(
    (left, right) => left - right,
  );
  const ours =
    (/** @type {number} */ blockLength, /** @type {readonly SumResult[]} */ results) =>
    (/** @type {string} */ primitive) =>
      results.filter(
        (each) =>
          each.contender === "samebits" &&
          each.primitive === primitive &&
          blockLengthOf(each.expression)[0] === blockLength,
      );
  const peer = (/** @type {readonly string[]} */ names) => (/** @type {string} */ primitive) =>
    first.filter(
      (each) => names.includes(each.contender) && (each.primitive === primitive || each.primitive === "copy"),
    );
  const others = result.nodes.slice(1).map(({ version }) => ({
    name: `Node ${version}, B = 32`,
    of: ours(
      32,
      sumsOf(result).filter(({ node }) => node === version),
    ),
  }));
  const rows = [
    ...blockLengths.map((each) => ({
      name: each === 32 ? "**B = 32**, the default" : `B = ${each}`,
      of: ours(each, first),
    })),
    ...others,
    { name: "plain loop", of: peer(["plain loop"]) },
    { name: "plain loop, f32 summed in f64", of: peer(["plain loop in f64"]) },
    { name: "`@stdlib` dcusumpw, dsumpw", of: peer(["@stdlib dcusumpw", "@stdlib dsumpw"]) },
    { name: "C++ `std::inclusive_scan`, `std::reduce`", of: peer(["std::inclusive_scan", "std::reduce"]) },
    { name: "C++ `std::partial_sum`", of: peer(["std::partial_sum"]) },
    { name: "`memcpy`", of: peer(["memcpy"]) },
    { name: "`TypedArray.set`", of: peer(["TypedArray.set"]) },
  ];
  const lines = rows
    .map(({ name, of }) => [name, ...COLUMNS.map((column) => speedText(of(column.primitive), column))])
    .filter((cells) => cells.slice(1).some((cell) => cell !== ""));
  return lines.length === 0 ? "" : markdownTable(HEADINGS, lines);
}

/** @param {string | undefined} expression @returns {number[]} */
const blockLengthOf = (expression) =>
  expression?.startsWith("block-dyadic:") ? [Number(expression.split(":")[1])] : [];

/** @param {readonly SumResult[]} results @param {typeof COLUMNS[number]} column */
function speedText(results, { n, type }) {
  const found = results.find((each) => each.type === type && each.group === `${type} library n=${n}`);
  return found === undefined ? "" : ((found.n * BYTES[found.type]) / found.nanoseconds.median).toFixed(1);
}

const CALLER_COLUMNS = /** @type {const} */ ([
  { output: "given", primitive: "inclusive-scan", title: "scan, output given" },
  { output: "placed", primitive: "inclusive-scan", title: "scan, output placed" },
  { output: "none", primitive: "reduce", title: "reduce" },
]);

/** @param {CpuResult} result */
function callerText(result) {
  return sumsOf(result).some(({ group }) => group.includes("caller"))
    ? "On the caller's own arrays, the default contract, times as fast as a plain loop with the same allocations (f64, f32):"
    : "";
}

/** @param {CpuResult} result */
function callerTable(result) {
  const first = onFirstNode(result);
  const columns = CALLER_COLUMNS.map(({ output, primitive }) => callerRatios(first, output, primitive));
  const lengths = [...new Set(columns.flat().map(({ n }) => n))];
  if (lengths.length === 0) return "";
  const rows = lengths.map((n) => [
    lengthText(n),
    ...columns.map((ratios) =>
      ratios
        .filter((each) => each.n === n)
        .map(({ ratio }) => `${ratio.toFixed(2)}×`)
        .join(", "),
    ),
  ]);
  return markdownTable(["n", ...CALLER_COLUMNS.map(({ title }) => title)], rows);
}

const OPERATOR_COLUMNS = /** @type {const} */ ([
  { memory: "library", primitive: "inclusive-scan", title: "scan, library memory" },
  { memory: "library", primitive: "reduce", title: "reduce, library memory" },
  { memory: "caller", primitive: "inclusive-scan", title: "scan, caller's arrays" },
  { memory: "caller", primitive: "reduce", title: "reduce, caller's arrays" },
]);

/** @param {CpuResult} result */
function operatorText(result) {
  const [first] = operatorRatios(result);
  if (first === undefined) return "";
  const what = "Custom operators, times as fast as the same operator in a loop by hand";
  return `${what}; the default contract, n = ${lengthText(first.n)}, output given:`;
}

/** @param {CpuResult} result */
function operatorTable(result) {
  const ratios = operatorRatios(result);
  const rows = CUSTOM_OPERATORS.map(({ operator, title }) => [
    title,
    ...OPERATOR_COLUMNS.map(({ memory, primitive }) => {
      const found = ratios.find(
        (each) => each.operator === operator && each.memory === memory && each.primitive === primitive,
      );
      return found === undefined ? "" : `${found.ratio.toFixed(2)}×`;
    }),
  ]).filter((cells) => cells.slice(1).some((cell) => cell !== ""));
  return rows.length === 0
    ? ""
    : markdownTable(["operator", ...OPERATOR_COLUMNS.map(({ title }) => title)], rows);
}

/** @param {CpuResult} result */
function streamText(result) {
  return streamRatios(result).length === 0
    ? ""
    : "Sums that arrive in chunks of 64 Ki (`samebits/streams`), times as fast as one call over the caller's arrays:";
}

/** @param {CpuResult} result */
function streamTable(result) {
  const ratios = streamRatios(result);
  if (ratios.length === 0) return "";
  const subjects = [...new Set(ratios.map(({ type, expression }) => `${type} ${expression}`))];
  const rows = subjects.map((subject) => [
    subject,
    ...["inclusive-scan", "reduce"].map((primitive) => {
      const found = ratios.find(
        (each) => `${each.type} ${each.expression}` === subject && each.primitive === primitive,
      );
      return found === undefined ? "" : `${found.ratio.toFixed(2)}×`;
    }),
  ]);
  return markdownTable(["", "scan", "reduce"], rows);
}

/** Where the ragged end of 10,000 costs much, against a length of whole blocks. @param {CpuResult} result @returns {string[]} */
export function raggedLines(result) {
  const ragged = sumsOf(result).filter(({ group }) => group.includes("ragged"));
  return ragged
    .filter(({ n }) => n % 1024 !== 0)
    .flatMap((uneven) => {
      const { type, primitive, expression } = uneven;
      const even = ragged.find(
        (each) =>
          each.type === type &&
          each.primitive === primitive &&
          each.expression === expression &&
          each.n % 1024 === 0,
      );
      if (even === undefined) return [];
      const ratio = (uneven.nanoseconds.median * even.n) / (even.nanoseconds.median * uneven.n);
      const what = `Ragged: ${type} ${primitive} ${expression} takes ${ratio.toFixed(2)} times as long`;
      return ratio > RAGGED_LIMIT ? [`${what} per element at n = ${uneven.n} as at ${even.n}.`] : [];
    });
}

/** @param {CpuResult} result */
function goalTable(result) {
  const rows = outcomes(result).map(({ goal, asked, measured, isMet }) => [
    goal,
    asked,
    measured,
    isMet === undefined ? "–" : isMet ? "pass" : "**miss**",
  ]);
  return markdownTable(["goal, default contract", "asked", "measured", ""], rows);
}
