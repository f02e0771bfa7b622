import { readFileSync } from "node:fs";
import {
  completeSketch,
  expandProgram,
  generateNetwork,
  isSameNetwork,
  openHighs,
  openZ3,
  parseSketch,
  solveSketch,
} from "samebits/networks";

const SKETCHES = new URL("../../examples/sketches/", import.meta.url);
const LIMIT_MS = 360_000; // as in the published comparison
const ALONE_LIMIT_MS = 60_000; // without an example, which was not tried there

/**
 * One question about figure 4.
 *
 * @typedef {object} SketchRow
 * @property {string} sketch
 * @property {number} n
 * @property {"example" | "example and scan" | "scan alone"} asked
 * @property {"highs" | "z3"} solver
 * @property {number} milliseconds
 * @property {number} processorMilliseconds
 * @property {string} outcome
 */

/** @type {readonly (readonly [sketch: string, name: string])[]} */
const LANGUAGES = [
  ["figure-4-bounded", "seven terms"],
  ["figure-4", "all 15 terms"],
];

/** @type {import("../networks-tables.mjs").Table<SketchRow>} */
export const table = {
  name: "sketches",
  document: "docs/sketches.md",
  measure: async ({ now, log }) => {
    const rows = [];
    const highs = await openHighs();
    for (const [file, sketch] of LANGUAGES) {
      const text = readFileSync(new URL(`${file}.sketch`, SKETCHES), "utf8");
      for (const n of [8, 16]) {
        for (const solver of /** @type {const} */ (["highs", "z3"])) {
          for (const asked of /** @type {const} */ (["example", "example and scan", "scan alone"])) {
            if (solver === "highs" && asked !== "example") continue;
            if (asked === "scan alone" && file !== "figure-4-bounded") continue;
            const row = await timed(now, () =>
              answer(text, n, asked, solver === "highs" ? highs : undefined, now),
            );
            rows.push({ sketch, n, asked, solver, ...row });
            log(`${sketch}, ${n}, ${asked}, ${solver}: ${row.outcome}, ${row.milliseconds} ms`);
          }
        }
      }
    }
    return rows;
  },
  markdown: (rows) =>
    [
      "| language | N | asked | solver | s | s of a processor | outcome |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      ...rows.map(
        ({ sketch, n, asked, solver, milliseconds, processorMilliseconds, outcome }) =>
          `| ${sketch} | ${n} | ${asked} | ${solver} | ${seconds(milliseconds)} | ${seconds(processorMilliseconds)} | ${outcome} |`,
      ),
    ].join("\n"),
};

/** @param {() => number} now @param {() => Promise<string>} run */
async function timed(now, run) {
  const [begin, used] = [now(), process.cpuUsage()];
  const outcome = await run();
  const { user, system } = process.cpuUsage(used);
  return {
    milliseconds: Math.round(now() - begin),
    processorMilliseconds: Math.round((user + system) / 1000),
    outcome,
  };
}

/**
 * @param {string} text
 * @param {number} n
 * @param {SketchRow["asked"]} asked
 * @param {Awaited<ReturnType<typeof openHighs>> | undefined} highs
 * @param {() => number} now
 */
async function answer(text, n, asked, highs, now) {
  const example = generateNetwork("kogge-stone", n);
  const sketch = parseSketch(text);
  if (highs !== undefined) {
    const result = await solveSketch(sketch, example, highs);
    if (result.status !== "found") return "none";
    return result.validAt.includes(8 * n) ? "found, for every width tried" : "found, for this width";
  }
  const z3 = await openZ3();
  const how = asked === "scan alone" ? { stepCounts: [Math.log2(n)] } : { example };
  const timeoutMs = asked === "scan alone" ? ALONE_LIMIT_MS : LIMIT_MS;
  const options = { width: n, mustScan: asked !== "example", timeoutMs, now, ...how };
  const result = await completeSketch(sketch, z3, options);
  await z3.close();
  if (result.status !== "found") return result.status === "none" ? "none" : `none in ${timeoutMs / 1000} s`;
  const elsewhere = isNetworkAt(result.program, 8 * n);
  return elsewhere ? "found, right at 8 N as well" : "found, for this width";
}

/** @param {Parameters<typeof expandProgram>[0]} program @param {number} n */
function isNetworkAt(program, n) {
  try {
    return isSameNetwork(expandProgram(program, n), generateNetwork("kogge-stone", n));
  } catch {
    return false;
  }
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(2);
}
