#!/usr/bin/env node
// `npm run costs`: runs the programs of examples/language, counts and draws what they cost, times them, and writes docs/notes/program-costs.md; pictures go to docs/figures/programs.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const PAGE = join(ROOT, "docs/notes/program-costs.md");
const FIGURES = "docs/figures/programs";
const [BEGIN, END] = ["<!-- program-times:begin -->", "<!-- program-times:end -->"];

/** What runs the test blocks. */
const TESTED_ON = ["interpreter", "javascript", "wasm", "workers:2"];
const TIMED_ON = "wasm,workers:1,workers:2";
const SIZES = "1024..65536";

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;

/** Programs with the entry that is timed; `sizes` where work grows faster than n log n. @type {readonly { readonly name: string, readonly entry: string, readonly sizes?: string }[]} */
const PROGRAMS = [
  { name: "increment", entry: "inc_par" },
  { name: "reduction", entry: "total" },
  { name: "scans", entry: "two_sweeps" },
  { name: "filter", entry: "by_scan" },
  { name: "radix-sort", entry: "radix_sort_step" },
  { name: "segments", entry: "lifted" },
  { name: "histogram", entry: "sums" },
  { name: "argmax", entry: "argmax" },
  { name: "sparse-matrix-vector", entry: "multiply" },
  { name: "line-of-sight", entry: "visible" },
  { name: "maximum-segment-sum", entry: "mss" },
  { name: "quicksort", entry: "quicksort", sizes: "256..4096" },
  { name: "primes", entry: "primes" },
  { name: "k-means", entry: "step", sizes: "32..512" },
  { name: "softmax", entry: "softmax", sizes: "32..512" },
  { name: "matrix-product", entry: "product", sizes: "16..128" },
  { name: "n-body", entry: "fall", sizes: "8..64" },
  { name: "mandelbrot", entry: "row", sizes: "256..16384" },
];

const { values } = parseArgs({ options: { only: { type: "string" } } });
const programs = PROGRAMS.filter(({ name }) => name.includes(values.only ?? ""));
if (programs.length === 0) {
  console.error(
    `"--only" must be in one of ${PROGRAMS.map(({ name }) => name).join(", ")}, got ${values.only}`,
  );
  process.exit(2);
}
mkdirSync(join(ROOT, FIGURES), { recursive: true });
runTests();
countCosts();
const load = loadavg()[0];
const timed = programs.map(time);
if (values.only === undefined) writeTimes(timed);
if (load > BUSY_LOAD)
  console.log(`The machine was busy (load ${load.toFixed(1)}): do not believe these times.`);
console.log(`Written: ${FIGURES}${values.only === undefined ? " and docs/notes/program-costs.md" : ""}`);

/** @param {readonly string[]} argv */
function samebits(argv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "dist/cli.mjs"), ...argv], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return { status, stdout, stderr };
}

/** @param {string} name */
function fileOf(name) {
  return `examples/language/${name}.sb`;
}

function runTests() {
  for (const { name } of programs) {
    const lines = TESTED_ON.map((on) => {
      const { stdout, stderr } = samebits(["eval", fileOf(name), "--test", "--on", on]);
      return stdout.trimEnd().split("\n").at(-1) || stderr.trimEnd();
    });
    console.log(`${name}: ${lines.join("; ")}`);
  }
}

/** The counted part of the page and its picture are documents that a test holds current: it is told to write them. */
function countCosts() {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const argv = ["run", "test/docs/generated.test.ts", "-t", "program-costs", "--reporter", "dot"];
  const env = { ...process.env, SAMEBITS_UPDATE: "1" };
  const { status, stdout } = spawnSync(process.execPath, [vitest, ...argv], {
    cwd: ROOT,
    encoding: "utf8",
    env,
  });
  if (status === 0) return;
  console.error(stdout);
  process.exit(1);
}

/** @param {typeof PROGRAMS[number]} program */
function time({ name, entry, sizes = SIZES }) {
  const plot = `${FIGURES}/${name}.svg`;
  const asked = ["--entry", entry, "--sizes", sizes, "--measure", "--on", TIMED_ON, "--plot", plot];
  const { status, stdout, stderr } = samebits(["cost", fileOf(name), ...asked, "--json"]);
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  const { measured } = JSON.parse(stdout);
  console.log(`${name}: ${entry}, timed`);
  return { name, entry, measured };
}

/** @param {readonly ReturnType<typeof time>[]} all */
function writeTimes(all) {
  const headings = [
    "program",
    "executor",
    "n",
    "µs at n",
    "ns · W/p",
    "ns · S",
    "µs · a primitive",
    "ns · a byte moved",
    "off in the median",
    "at most",
  ];
  const rows = all.flatMap(({ name, entry, measured }) =>
    measured.groups.map((/** @type {any} */ { name: group, model, runs }) => {
      const largest = runs.at(-1); // of the most processors, at the greatest size
      const { perWork, perSpan, perPrimitive, perByte, median, worst } = model;
      return [
        `\`${entry}\` of ${name}`,
        group,
        String(largest.size),
        digits(1e6 * largest.seconds),
        digits(1e9 * perWork),
        digits(1e9 * perSpan),
        digits(1e6 * perPrimitive),
        digits(1e9 * perByte),
        `${Math.round(100 * median)} %`,
        `${Math.round(100 * worst)} %`,
      ];
    }),
  );
  const lines = [headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const machine = `${all[0].measured.machine}, ${new Date().toISOString().slice(0, 10)}, load ${load.toFixed(1)} before.`;
  const busy =
    load > BUSY_LOAD ? " **The machine was busy: these times show that all works, and nothing else.**" : "";
  const about = `${machine}${busy} Least times of ten runs and more, and the constants that come nearest to them. A picture of each is in \`${FIGURES}\`.`;
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  writeFileSync(PAGE, `${before}${BEGIN}\n${about}\n\n${lines.join("\n")}\n\n${END}${after}`);
}

/** Three of them; a dash for a constant that is not there. @param {number} value */
function digits(value) {
  return value === 0 ? "–" : value >= 999.5 ? value.toFixed(0) : value.toPrecision(3);
}
