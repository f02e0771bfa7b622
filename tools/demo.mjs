#!/usr/bin/env node
// `npm start`: real columns, scanned and reduced on every executor, beside what a plain loop gives. Exit 1 where executors disagree.
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import * as wasm from "samebits";
import { readArray } from "samebits/formats";
import * as javascript from "samebits/javascript";

const COLUMNS = [
  { title: "Flight delays", file: "flights-3m.parquet", column: "delay" },
  { title: "Departure times", file: "flights-200k.arrow", column: "time" },
];
const EXECUTORS = [
  {
    name: "javascript",
    door: javascript,
    place: (/** @type {number} */ length) => new Float32Array(length),
  },
  // The kernels read library memory in place; the column is copied there once, before the clock starts.
  {
    name: "wasm",
    door: wasm,
    place: (/** @type {number} */ length) => wasm.allocate("f32", length).array,
  },
];
const REPETITIONS = 5;
const DATA = fileURLToPath(new URL("../node_modules/vega-datasets/data", import.meta.url));

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} last  prefix
 * @property {Float32Array} prefixes
 * @property {boolean | undefined} isConsistent  whether reduce gives the scan's last value; undefined where there is no reduce
 * @property {number} scanSeconds
 * @property {number | undefined} reduceSeconds
 */

/** The best of a few calls, in seconds, and what the last one gave. @template T @param {() => T} run */
function timed(run) {
  let best = Number.POSITIVE_INFINITY;
  let result = run();
  for (let i = 0; i < REPETITIONS; i++) {
    const started = performance.now();
    result = run();
    best = Math.min(best, performance.now() - started);
  }
  return { result, seconds: best / 1000 };
}

/** @param {typeof EXECUTORS[number]} executor @param {Float32Array} values @returns {Row} */
function onExecutor({ name, door, place }, values) {
  const input = place(values.length);
  const output = place(values.length);
  input.set(values);
  const scan = timed(() => door.inclusiveScan(input, { output }));
  const reduce = timed(() => door.reduce(input));
  return {
    name,
    last: output[output.length - 1],
    prefixes: output,
    isConsistent: Object.is(reduce.result, output[output.length - 1]),
    scanSeconds: scan.seconds,
    reduceSeconds: reduce.seconds,
  };
}

/** What everybody writes first. @param {Float32Array} values @returns {Row} */
function plainLoop(values) {
  const prefixes = new Float32Array(values.length);
  const { seconds } = timed(() => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      sum = Math.fround(sum + values[i]);
      prefixes[i] = sum;
    }
  });
  const last = prefixes[prefixes.length - 1];
  return {
    name: "plain loop",
    last,
    prefixes,
    isConsistent: undefined,
    scanSeconds: seconds,
    reduceSeconds: undefined,
  };
}

/** @param {Float32Array} left @param {Float32Array} right */
function differenceCount(left, right) {
  let count = 0;
  for (let i = 0; i < left.length; i++) if (!Object.is(left[i], right[i])) count++;
  return count;
}

/** The sum in f64 with its rounding errors caught and added at the end (Neumaier 1974): good to f64's last digits. @param {Float32Array} values */
function trueSum(values) {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** @param {readonly (readonly string[])[]} rows numbers to the right, the rest to the left */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isNumber = [false, true, true, false, false, true, true];
  return rows.map((row) =>
    row.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  "),
  );
}

/** @param {number | undefined} seconds @param {number} bytes */
function speed(seconds, bytes) {
  if (seconds === undefined) return "–";
  const time = seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs` : `${(seconds * 1000).toFixed(1)} ms`;
  return `${time} ${(bytes / seconds / 1e9).toFixed(1).padStart(5)} GB/s`;
}

const HEADINGS = ["", "last prefix", "off by", "= reduce", "hash of all prefixes", "scan", "reduce"];

/** @param {Row} row @param {Float32Array} values @param {number} exact */
function cells({ name, last, prefixes, isConsistent, scanSeconds, reduceSeconds }, values, exact) {
  const error = last - exact;
  return [
    name,
    String(last),
    `${error > 0 ? "+" : ""}${Number(error.toPrecision(3))}`,
    isConsistent === undefined ? "–" : isConsistent ? "yes" : "NO",
    wasm.hashArray(prefixes),
    speed(scanSeconds, values.byteLength),
    speed(reduceSeconds, values.byteLength),
  ];
}

const grouped = (/** @type {number} */ value) => value.toLocaleString("en");

/** @param {typeof COLUMNS[number]} source @returns {Promise<boolean>} whether all executors agree */
async function show({ title, file, column }) {
  const { array } = await readArray(join(DATA, file), { column, type: "f32" });
  const values = /** @type {Float32Array} */ (array);
  const rows = EXECUTORS.map((executor) => onExecutor(executor, values));
  const loop = plainLoop(values);
  const exact = trueSum(values);
  const different = differenceCount(loop.prefixes, rows[0].prefixes);

  const sum = Number(exact.toPrecision(12));
  console.log(`\n${title}: ${grouped(values.length)} f32 values (${column} in ${file}), true sum ${sum}`);
  console.log(`Contract: ${wasm.printContract(wasm.prepare({ type: "f32" }).contract)}\n`);
  for (const line of aligned([HEADINGS, ...[...rows, loop].map((row) => cells(row, values, exact))])) {
    console.log(`  ${line}`.trimEnd());
  }
  console.log(
    `\n  The plain loop differs from ours in ${grouped(different)} of ${grouped(values.length)} prefixes.`,
  );
  return rows.every((row) => row.isConsistent && differenceCount(row.prefixes, rows[0].prefixes) === 0);
}

console.log("samebits: running sums of real data, by two executors and by a plain loop");
let isSame = true;
for (const column of COLUMNS) isSame = (await show(column)) && isSame;
const names = EXECUTORS.map((executor) => executor.name).join(" and ");
console.log(
  isSame
    ? `\nSame bits from ${names} at every position; your machine prints the hashes that every other prints.`
    : `\nDIFFERENT bits from ${names}: please report this.`,
);
console.log("See why orders differ, in your browser: npm run site && npm run site:preview");
process.exitCode = isSame ? 0 : 1;
