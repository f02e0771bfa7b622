#!/usr/bin/env node
// Writes the newest committed result of sums into its document, between its two marks. `--check` writes nothing and ends with 1 where it differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DEFAULT_EXPRESSION } from "./cases/cpu.mjs";
import {
  DISTRIBUTION_TEXTS,
  DISTRIBUTIONS,
  IN_CACHE,
  LENGTHS,
  ORDER_FREE,
  SUMS_GOALS,
  XSUM_PUBLISHED,
} from "./cases/sums.mjs";
import { markdownTable, powerText } from "./harness/markdown.mjs";
import { speedRatio } from "./harness/statistics.mjs";

/** @typedef {import("./sums.mjs").SumsResult} SumsResult */
/** @typedef {SumsResult["results"][number]} Row */

const DOCUMENT = fileURLToPath(new URL("../docs/order-free-sums.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- sums:begin -->";
const END = "<!-- sums:end -->";
const NOTHING_YET =
  "Not yet measured. `npm run bench -- sums` measures it here and writes to `bench/results`.";

/** The newest result of any machine, undefined where there is none. @returns {SumsResult | undefined} */
function newestResult() {
  if (!existsSync(RESULTS)) return undefined;
  return readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("-sums.json"))
    .map((path) => /** @type {SumsResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .filter(({ isQuick }) => !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
}

/** The document with its section as the results have it. @param {string} text */
export function withSums(text) {
  const result = newestResult();
  const [before, ...rest] = text.split(BEGIN);
  const [, ...after] = rest.join(BEGIN).split(END);
  if (rest.length !== 1 || after.length !== 1) {
    throw new Error(`docs/order-free-sums.md must have "${BEGIN}" and "${END}" once each`);
  }
  return `${before}${BEGIN}\n${result === undefined ? NOTHING_YET : sumsTables(result)}\n${END}${after[0]}`;
}

/** All that the benchmark has to say, as Markdown: times, lengths, goals. @param {SumsResult} result */
export function sumsTables(result) {
  const parts = [
    machineText(result),
    distributionTable(result, "f64"),
    distributionTable(result, "f32"),
    lengthText(result),
    lengthTable(result),
    publishedText(),
    goalTable(result),
  ];
  return parts.filter((each) => each !== "").join("\n\n");
}

/** @param {SumsResult} result */
function machineText({ machine, nodes, date, command, isQuick }) {
  const warning = isQuick ? "**A quick run: it shows that all works, its numbers mean nothing.** " : "";
  return (
    `${warning}${machine.cpu}, ${machine.cores} cores, Node ${nodes[0].version}, ${date.slice(0, 10)}, \`${command}\`. ` +
    `Nanoseconds for each of ${IN_CACHE.toLocaleString("en")} terms, ours in library memory: medians over rounds in which all take turns. ` +
    `Every answer was checked first, ours bit by bit. ${Object.entries(DISTRIBUTION_TEXTS)
      .map(([name, text]) => `*${name}*: ${text}`)
      .join("; ")}.`
  );
}

/** @type {readonly { readonly title: string, readonly contender: string, readonly expression?: string }[]} */
const SUBJECTS = [
  { title: `\`${DEFAULT_EXPRESSION}\`, the default`, contender: "samebits", expression: DEFAULT_EXPRESSION },
  ...ORDER_FREE.map((expression) => ({ title: `**\`${expression}\`**`, contender: "samebits", expression })),
  { title: "plain loop", contender: "plain loop" },
  { title: "`@stdlib` dsumkbn, dcusumkbn (compensated)", contender: "@stdlib kbn" },
  { title: "`@stdlib` dcusumpw (pairwise)", contender: "@stdlib dcusumpw" },
  { title: "`math.sumprecise`, a polyfill", contender: "math.sumprecise" },
  { title: "`Math.sumPrecise`", contender: "Math.sumPrecise" },
];

/** @param {Row} row @param {typeof SUBJECTS[number]} subject */
function isOf({ contender, expression }, subject) {
  const name = contender.replace(/^@stdlib dc?u?sumkbn$/, "@stdlib kbn");
  return name === subject.contender && expression === subject.expression;
}

/** @param {SumsResult} result @param {"f64" | "f32"} type */
function distributionTable({ results }, type) {
  const rows = results.filter(
    (each) => each.type === type && each.group === groupName(each, "library", IN_CACHE),
  );
  const names = DISTRIBUTIONS.filter((name) => rows.some(({ distribution }) => distribution === name));
  const columns = /** @type {const} */ (["reduce", "inclusive-scan"]).flatMap((primitive) =>
    names.map((distribution) => ({ primitive, distribution })),
  );
  const lines = SUBJECTS.flatMap((subject) => {
    const found = nodesOf(rows.filter((row) => isOf(row, subject)));
    return found.map(({ node, rows: own }) => [
      subject.contender === "Math.sumPrecise" ? `${subject.title}, Node ${node}` : subject.title,
      ...columns.map(({ primitive, distribution }) =>
        timeText(own.find((row) => row.primitive === primitive && row.distribution === distribution)),
      ),
    ]);
  });
  const headings = columns.map(({ primitive, distribution }) => `${verb(primitive)} ${distribution}`);
  return lines.length === 0 ? "" : markdownTable([`${type}, ns per term`, ...headings], lines);
}

/** @param {Pick<Row, "type" | "distribution">} row @param {string} memory @param {number} n */
function groupName({ type, distribution }, memory, n) {
  return `sums ${type} ${memory} ${distribution} n=${n}`;
}

/** Rows by Node, the first one's first. @param {readonly Row[]} rows */
function nodesOf(rows) {
  const nodes = [...new Set(rows.map(({ node }) => node))];
  return nodes.map((node) => ({ node, rows: rows.filter((row) => row.node === node) }));
}

/** @param {SumsResult} result */
function lengthText({ results }) {
  return results.some(({ n }) => n > IN_CACHE) ? "Beyond the caches, *uniform*, nanoseconds per term:" : "";
}

/** @param {SumsResult} result */
function lengthTable({ results }) {
  const columns = /** @type {const} */ (["f64", "f32"]).flatMap((type) =>
    /** @type {const} */ (["reduce", "inclusive-scan"]).flatMap((primitive) =>
      LENGTHS.map((n) => ({ type, primitive, n })),
    ),
  );
  const rows = results.filter(({ n, group, distribution }) => {
    return n > IN_CACHE && group.includes("library") && distribution === "uniform";
  });
  const lines = SUBJECTS.map((subject) => [
    subject.title,
    ...columns.map(({ type, primitive, n }) =>
      timeText(
        rows.find(
          (row) => isOf(row, subject) && row.type === type && row.primitive === primitive && row.n === n,
        ),
      ),
    ),
  ]).filter((cells) => cells.slice(1).some((cell) => cell !== ""));
  const headings = columns.map(({ type, primitive, n }) => `${verb(primitive)} ${type} ${powerText(n)}`);
  return lines.length === 0 ? "" : markdownTable(["", ...headings], lines);
}

function publishedText() {
  const { large, small, orderedLoop, unorderedLoop, kahan } = XSUM_PUBLISHED;
  return (
    "For comparison, xsum's own numbers (C, clang 15, Intel T3650, 10⁶ terms; arXiv 1505.05571): large accumulator " +
    `${large} ns a term, small accumulator ${small}, ordered loop ${orderedLoop}, unordered SIMD loop ${unorderedLoop}, Kahan ${kahan}. ` +
    `So an exact sum takes there ${(large / unorderedLoop).toFixed(1)} times as long as a SIMD loop, and less than an ordered one.`
  );
}

/**
 * @typedef {object} Outcome  of one goal on one kind of terms
 * @property {string} goal
 * @property {string} asked
 * @property {import("./cases/sums.mjs").Distribution} distribution
 * @property {string} measured  of several expressions the worst one's, with its name
 * @property {boolean | undefined} isMet  undefined where it was not measured
 */

/** Every goal on every kind of terms, met or not, on the first Node of the result. @param {SumsResult} result @returns {Outcome[]} */
export function sumsOutcomes({ results, nodes }) {
  const here = results.filter(({ node, type }) => node === nodes[0].version && type === "f64");
  return SUMS_GOALS.flatMap((goal) =>
    DISTRIBUTIONS.map((distribution) => {
      const rows = here.filter((row) => {
        return row.distribution === distribution && row.group === groupName(row, "library", IN_CACHE);
      });
      return { ...outcomeOf(goal, ratiosOf(goal, rows)), distribution };
    }),
  );
}

/** @typedef {{ readonly ratio: number, readonly expression: string }} Ratio  how many times as fast ours is */

/** @param {import("./cases/sums.mjs").SumsGoal} goal @param {readonly Row[]} rows of one group @returns {Ratio[]} */
function ratiosOf({ expressions, primitive, peer }, rows) {
  const alike = rows.filter((row) => row.primitive === primitive);
  const other = alike.find(({ contender, expression }) => {
    return contender === peer && (expression === undefined || expression === DEFAULT_EXPRESSION);
  });
  if (other === undefined) return [];
  return alike
    .filter(({ contender, expression }) => contender === "samebits" && expressions.includes(expression ?? ""))
    .map(({ expression = "", rounds }) => ({ ratio: speedRatio(rounds, other.rounds), expression }));
}

/** @param {import("./cases/sums.mjs").SumsGoal} goal @param {readonly Ratio[]} ratios @returns {Omit<Outcome, "distribution">} */
function outcomeOf({ title, expressions, mostTime, leastSpeed }, ratios) {
  const asked = mostTime === undefined ? `≥ ${leastSpeed}× as fast` : `≤ ${mostTime}× the time`;
  if (ratios.length === 0) return { goal: title, asked, measured: "not measured", isMet: undefined };
  const worst = ratios.reduce((left, right) => (right.ratio < left.ratio ? right : left));
  const times = mostTime === undefined ? worst.ratio : 1 / worst.ratio;
  const name = expressions.length > 1 ? ` (${worst.expression})` : "";
  const isMet = mostTime === undefined ? times >= (leastSpeed ?? 0) : times <= mostTime;
  return { goal: title, asked, measured: `${times.toPrecision(3)}×${name}`, isMet };
}

/** @param {SumsResult} result */
function goalTable(result) {
  const outcomes = sumsOutcomes(result);
  const rows = SUMS_GOALS.map(({ title }) => {
    const own = outcomes.filter(({ goal }) => goal === title);
    const verdict = (/** @type {Outcome} */ { measured, isMet }) =>
      isMet === undefined ? "–" : `${measured} ${isMet ? "pass" : "**miss**"}`;
    return [title, own[0].asked, ...own.map(verdict)];
  });
  const heading = `goal: f64, n = ${IN_CACHE.toLocaleString("en")}, library memory`;
  return markdownTable([heading, "asked", ...DISTRIBUTIONS], rows);
}

const verb = (/** @type {string} */ primitive) => (primitive === "reduce" ? "reduce" : "scan");

/** @param {Row | undefined} row */
function timeText(row) {
  if (row === undefined) return "";
  const time = row.nanoseconds.median / row.n;
  return time < 100 ? time.toPrecision(2) : time.toFixed(0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(DOCUMENT, "utf8");
  const fresh = withSums(text);
  if (process.argv[2] !== "--check") writeFileSync(DOCUMENT, fresh);
  else if (fresh !== text) {
    console.error("docs/order-free-sums.md must show the newest result: run node bench/sums-tables.mjs");
    process.exitCode = 1;
  }
}
