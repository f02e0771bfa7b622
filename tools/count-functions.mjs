#!/usr/bin/env node
// node tools/count-functions.mjs [DIST] [--json]: how many named functions of a build a call enters, each counted once, and in how many source
// files they stand: what a reader has to know who follows a line of data. Functions without a name belong to the one around them, and what
// modules do when they are loaded is no part of a call. Counted by the engine's precise coverage, on the calling thread.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** @typedef {import("node:inspector").Profiler.ScriptCoverage} ScriptCoverage */
/** @typedef {{ readonly functions: number, readonly files: number } | undefined} Count  undefined where this machine cannot make the call */
/** @typedef {{ readonly call: () => unknown, readonly close?: () => unknown } | undefined} Opened */
/** @typedef {(name: string) => Promise<any>} Door  imports a door of the build */

const PROGRAM = new URL("../examples/language/maximum-segment-sum.sb", import.meta.url);

const elements = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i));
const integers = Int32Array.from(elements, (element) => 1000 * element);

/** Opens the calls whose second run is counted. @type {Readonly<Record<string, (door: Door) => Promise<Opened>>>} */
const SECOND_CALLS = {
  async "exact on workers, calling thread"(door) {
    const { openWorkers } = await door("workers");
    const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0 }); // which leaves all of it to the workers
    return { call: () => pool.reduce(elements, { expression: "exact" }), close: () => pool.close() };
  },
  async "filter on webgpu"(door) {
    const [{ openWebGpu }, { algorithmsOn }, { fn }] = await Promise.all(
      ["webgpu", "algorithms", "operators"].map(door),
    );
    const gpu = await openWebGpu().catch(() => undefined); // no adapter
    if (gpu === undefined) return undefined;
    const { filter } = algorithmsOn(gpu);
    const isLarge = fn`(value: i32) => value > 500`;
    return { call: () => filter(integers, isLarge), close: () => gpu.close() };
  },
  async "compiled program of the language"(door) {
    const { compile, run } = await door("language");
    const program = compile(readFileSync(PROGRAM, "utf8"));
    return { call: () => run(program, "mss", [integers]) };
  },
};

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false }, scan: { type: "string" } },
  allowPositionals: true,
});
const dist = resolve(positionals[0] ?? fileURLToPath(new URL("../dist", import.meta.url)));
if (values.scan === undefined) await report();
else await scanIn(values.scan);

async function report() {
  /** @type {[string, Count][]} */
  const rows = [];
  for (const [name, open] of Object.entries(SECOND_CALLS))
    rows.push([`${name}, second call`, await secondCall(open)]);
  rows.push(["scan x.npy on the command line, first call", firstCallOfScan()]);
  console.log(values.json ? JSON.stringify(Object.fromEntries(rows), undefined, 2) : tableOf(rows));
}

/** @param {(door: Door) => Promise<Opened>} open @returns {Promise<Count>} */
async function secondCall(open) {
  const session = await countingSession();
  const opened = await open((name) => import(pathToFileURL(join(dist, `${name}.mjs`)).href));
  try {
    if (opened === undefined) return undefined;
    await opened.call();
    await session.post("Profiler.takePreciseCoverage"); // which begins to count anew
    await opened.call();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return countOf(result);
  } finally {
    await opened?.close?.();
    session.disconnect();
  }
}

/** In a process of its own, as the command line is one. @returns {Count} */
function firstCallOfScan() {
  const folder = mkdtempSync(join(tmpdir(), "count-functions-"));
  try {
    writeFileSync(join(folder, "x.npy"), npyOf(elements));
    const command = [fileURLToPath(import.meta.url), dist, "--scan", folder];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
    if (status !== 0) throw new Error(`scan ended with ${status}: ${stderr}`);
    return countOf(JSON.parse(readFileSync(join(folder, "coverage.json"), "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the command in this process, all of its modules but the first loaded before. @param {string} folder */
async function scanIn(folder) {
  const command = pathToFileURL(join(dist, "cli.mjs")).href;
  process.argv = [process.execPath, "cli.mjs", "--version"]; // chunks import the command itself, which then runs
  for (const file of importsOf(join(dist, "cli.mjs"))) await import(pathToFileURL(file).href);
  const session = await countingSession();
  process.argv = [process.execPath, "cli.mjs", "scan", join(folder, "x.npy"), "-o", join(folder, "y.npy")];
  process.once("beforeExit", async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    writeFileSync(join(folder, "coverage.json"), JSON.stringify(result));
    session.disconnect();
  });
  await import(`${command}?again`);
}

/** The files of a build that one imports, now or later. @param {string} file @returns {ReadonlySet<string>} */
function importsOf(file, found = new Set()) {
  for (const [, path] of readFileSync(file, "utf8").matchAll(
    /\b(?:from\s*|import\s*\(?\s*)"(\.[^"]*\.mjs)"/g,
  )) {
    const imported = join(dirname(file), path);
    if (found.has(imported)) continue;
    found.add(imported);
    importsOf(imported, found);
  }
  return found;
}

async function countingSession() {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return session;
}

/** @param {Float64Array} array */
function npyOf(array) {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${array.length},), }`.padEnd(117);
  const start = Buffer.from(`\x93NUMPY\x01\x00\x76\x00${header}\n`, "latin1");
  return Buffer.concat([start, new Uint8Array(array.buffer)]);
}

/** Named functions of this package that were entered, and their source files, which the build names in comments. @param {readonly ScriptCoverage[]} scripts */
function countOf(scripts) {
  const home = pathToFileURL(join(dist, "/")).href;
  const files = new Set();
  let functions = 0;
  for (const { url, functions: all } of scripts.filter((script) => script.url.startsWith(home))) {
    const text = readFileSync(fileURLToPath(url), "utf8");
    const regions = [...text.matchAll(/^\/\/#region (.*)$/gm)].reverse();
    for (const { functionName, ranges } of all) {
      const [{ startOffset, count }] = ranges;
      const file = regions.find(({ index }) => index <= startOffset)?.[1] ?? url;
      if (count === 0 || functionName === "" || file.includes("node_modules")) continue;
      functions++;
      files.add(file);
    }
  }
  return { functions, files: files.size };
}

/** @param {readonly [string, Count][]} rows */
function tableOf(rows) {
  const lines = rows.map(([name, count]) =>
    count === undefined ? `| ${name} | no adapter | |` : `| ${name} | ${count.functions} | ${count.files} |`,
  );
  return ["| call | functions | files |", "|---|--:|--:|", ...lines].join("\n");
}
