// Runs of many machines, on this one: what a piece costs beside its computing, how fast files are read, what a second worker brings, the memory of a worker, the join of 60,000 pieces.
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clusterTables } from "./cluster-tables.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { median } from "./harness/statistics.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.mjs", import.meta.url));
const FLIGHTS = fileURLToPath(
  new URL("../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url),
);

/** Elements and pieces of each case. */
const SIZES = {
  whole: { read: 1_000_000_000, speedUp: 2 ** 28, pieces: 200, joined: 60_000, rounds: 3 },
  quick: { read: 2 ** 22, speedUp: 2 ** 18, pieces: 5, joined: 50, rounds: 1 },
};

/** Elements of the pieces whose overhead is measured, and of those that are joined: few, so that little else is measured. */
const SMALL_PIECE = 2 ** 12;

/** @typedef {Omit<import("./cpu.mjs").CpuOptions, "nodes">} ClusterOptions */
/** @typedef {Awaited<ReturnType<typeof measured>>} ClusterResult  what a result file holds */
/** @typedef {{ readonly folder: string, readonly sizes: typeof SIZES.whole }} Setting */

/** @param {ClusterOptions} options */
export async function runCluster(options) {
  const result = await measured(options);
  const own = join(RESULTS, result.machine.name, `${result.date.slice(0, 10)}-cluster.json`);
  const file = options.out ?? (options.isQuick || options.only !== undefined ? undefined : own);
  console.log(`\n${clusterTables(result)}`);
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The document's section: node bench/cluster-tables.mjs`);
}

/** @type {readonly { readonly name: string, readonly run: (setting: Setting) => Promise<object> | object }[]} */
const CASES = [
  { name: "overhead", run: overhead },
  { name: "read", run: reading },
  { name: "speed-up", run: speedUp },
  { name: "memory", run: memory },
  { name: "join", run: joining },
];

/** @param {ClusterOptions} options */
async function measured({ isQuick, rounds, only = "", command, now }) {
  const date = now().toISOString();
  const sizes = { ...SIZES[isQuick ? "quick" : "whole"], ...(rounds && { rounds }) };
  const cases = CASES.filter(({ name }) => name.includes(only));
  if (cases.length === 0) throw new Error(`"--only" must be in the name of a case, got ${only}`);
  /** @type {{ readonly name: string, readonly load: readonly number[], readonly [fact: string]: unknown }[]} */
  const results = [];
  for (const { name, run } of cases) {
    const folder = mkdtempSync(join(tmpdir(), "samebits-cluster-"));
    try {
      const before = load();
      const found = { name, load: before, ...(await run({ folder, sizes })) };
      results.push(found);
      console.log(JSON.stringify(found));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return {
    ...{ suite: "cluster", isQuick, date, command, commit: commit() },
    machine: describeMachine(),
    node: process.versions.node,
    results,
  };
}

/** @param {readonly string[]} argv @returns {number} seconds */
function timed(argv) {
  const begun = performance.now();
  const { status, stderr } = spawnSync(argv[0], argv.slice(1), {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
  return (performance.now() - begun) / 1000;
}

/** @param {readonly string[]} argv */
const samebits = (...argv) => timed([process.execPath, CLI, ...argv]);

/** Doubles of many sizes. @param {string} path @param {number} length */
function writeDoubles(path, length) {
  const window = new Float64Array(2 ** 18);
  const descriptor = openSync(path, "w");
  let state = 1;
  for (let start = 0; start < length; start += window.length) {
    const part = window.subarray(0, Math.min(window.length, length - start));
    for (let i = 0; i < part.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      part[i] = state * 2 ** ((state >>> 7) % 40);
    }
    writeSync(descriptor, new Uint8Array(part.buffer, 0, part.byteLength));
  }
  closeSync(descriptor);
}

/** A dataset of so many doubles. @param {string} folder @param {number} length */
function datasetOf(folder, length) {
  const [data, dataset] = [join(folder, `${length}.raw`), join(folder, `${length}.json`)];
  if (existsSync(dataset)) return { data, dataset };
  writeDoubles(data, length);
  samebits("dataset", data, "--type", "f64", "-o", dataset);
  return { data, dataset };
}

let runCount = 0;

/** Makes a run, and gives the seconds of `run go`. @param {Setting} setting @param {string} dataset @param {readonly string[]} asked @param {readonly string[]} engine */
function goTimes({ folder }, dataset, asked, engine) {
  const run = join(folder, `run-${runCount++}`);
  samebits("run", "create", dataset, ...asked, "-o", run);
  return samebits(
    "run",
    "go",
    run,
    ...engine.map((each) => each.replace("DIR", join(folder, `jobs-${runCount}`))),
  );
}

/** What each piece more takes: many pieces of one dataset beside one piece of it. @param {Setting} setting */
function overhead(setting) {
  const { pieces, rounds } = setting.sizes;
  const { dataset } = datasetOf(setting.folder, pieces * SMALL_PIECE);
  const engines = {
    local: ["--engine", "local:1"],
    "pg-boss": ["--engine", "pg-boss:embedded:DIR", "--processes", "1"],
  };
  /** @type {Record<string, number>} */
  const milliseconds = {};
  for (const [name, engine] of Object.entries(engines)) {
    const each = Array.from({ length: rounds }, () => {
      const asked = (/** @type {number} */ count) => [
        "--reduce",
        "--piece-length",
        String((pieces / count) * SMALL_PIECE),
      ];
      const many = goTimes(setting, dataset, asked(pieces), engine);
      const one = goTimes(setting, dataset, asked(1), engine);
      return ((many - one) / (pieces - 1)) * 1000;
    });
    milliseconds[name] = median(each);
  }
  return { pieces, milliseconds };
}

/** @param {Setting} setting */
function reading(setting) {
  const { read, rounds } = setting.sizes;
  const { data, dataset } = datasetOf(setting.folder, read);
  timed(["cat", data]);
  const seconds = Array.from({ length: rounds }, () => ({
    cat: timed(["cat", data]),
    reduce: goTimes(setting, dataset, ["--reduce"], ["--engine", "local:2"]),
  }));
  const ratio = median(seconds.map(({ cat, reduce }) => cat / reduce));
  return {
    elements: read,
    gigabytesASecond: (read * 8) / median(seconds.map(({ reduce }) => reduce)) / 1e9,
    ratio,
    seconds,
  };
}

/** @param {Setting} setting */
function speedUp(setting) {
  const { speedUp: elements, rounds } = setting.sizes;
  const { dataset } = datasetOf(setting.folder, elements);
  const steps = Array.from({ length: 49 }, (_, i) => `let x${i + 1} = x${i} * 0.5 + b in`).join(" ");
  const operator = join(setting.folder, "long.op");
  writeFileSync(operator, `(a: f64, b) => let x0 = a * 0.5 + b in ${steps} x49`);
  const asked = ["--reduce", "--operator", operator, "--piece-length", String(Math.max(1024, elements / 16))];
  const seconds = Array.from({ length: rounds }, () => ({
    one: goTimes(setting, dataset, asked, ["--engine", "local:1"]),
    two: goTimes(setting, dataset, asked, ["--engine", "local:2"]),
  }));
  return { elements, operations: 100, ratio: median(seconds.map(({ one, two }) => one / two)), seconds };
}

const TELL_PEAK = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))`;

/** The most memory that all pieces of a run take in one process, in MB. @param {Setting} setting @param {string} dataset @param {readonly string[]} asked */
function peakOf({ folder }, dataset, asked) {
  const run = join(folder, `run-${runCount++}`);
  samebits("run", "create", dataset, ...asked, "-o", run);
  const argv = ["--import", TELL_PEAK, CLI, "run", "piece", run, "--indices", "0..1"];
  const { stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  return (Number(/peak (\d+)/.exec(stderr)?.[1]) * 1024) / 1e6;
}

/** @param {Setting} setting */
function memory(setting) {
  const { dataset } = datasetOf(setting.folder, 2 ** 22);
  const [flights, single] = [join(setting.folder, "flights.json"), join(setting.folder, "delay.json")];
  samebits("dataset", FLIGHTS, "--column", "distance", "--column", "delay", "-o", flights);
  samebits("dataset", FLIGHTS, "--column", "delay", "-o", single);
  return {
    megabytes: {
      raw: peakOf(setting, dataset, ["--reduce", "--piece-length", String(2 ** 21)]),
      parquet: peakOf(setting, single, ["--reduce", "--piece-length", "1500000"]),
      "by key": peakOf(setting, flights, [
        "--reduce-by-key",
        "distance",
        "--column",
        "delay",
        "--piece-length",
        "1500000",
      ]),
    },
  };
}

/** Real summaries of real pieces, in memory if there is a file system of it: a disk's syncs are no part of a join. @param {Setting} setting */
async function joining({ folder, sizes }) {
  const { createRun, readDataset } = await import("samebits/cluster");
  const pieces = sizes.joined;
  const { dataset } = datasetOf(folder, pieces * SMALL_PIECE);
  const place = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "samebits-join-"));
  try {
    const run = await createRun(join(place, "run"), await readDataset(dataset), "inclusive-scan", {
      pieceLength: SMALL_PIECE,
    });
    for (let index = 0; index < pieces; index++) await run.step({ step: "summary", index });
    const begun = performance.now();
    await run.join();
    return { pieces, seconds: (performance.now() - begun) / 1000 };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
