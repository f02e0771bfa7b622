import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesTables } from "./files-tables.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { median } from "./harness/statistics.mjs";

const ROWS = { whole: 2_000_000, quick: 20_000 };
const ROUNDS = { whole: 5, quick: 1 };
const CLI = fileURLToPath(new URL("../dist/cli.mjs", import.meta.url));
const DUCKDB = fileURLToPath(new URL("contenders/files/duckdb-process.mjs", import.meta.url));

const JOIN = fileURLToPath(new URL("contenders/files/join-process.mjs", import.meta.url));

const FLIGHTS = fileURLToPath(
  new URL("../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url),
);

/** @typedef {Omit<import("./cpu.mjs").CpuOptions, "nodes">} FilesOptions */
/** @typedef {Awaited<ReturnType<typeof measured>>} FilesResult  what a result file holds */

/**
 * Times commands over files as whole processes, the start of Node included, beside the tools that people have. Answers are compared before anything is timed. A tool that is not
 * installed is left out, and said so.
 *
 * @param {FilesOptions} options
 */
export async function runFiles(options) {
  const result = await measured(options);
  const isWhole = !options.isQuick && options.only === undefined;
  const own = join(RESULTS, result.machine.name, `${result.date.slice(0, 10)}-files.json`);
  const file = options.out ?? (isWhole ? own : undefined);
  console.log(`\n${filesTables(result)}`);
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The document's table: node bench/files-tables.mjs`);
}

/** @param {FilesOptions} options */
async function measured({ isQuick, rounds, only = "", command, now }) {
  const date = now().toISOString();
  const loadBefore = load();
  const size = isQuick ? "quick" : "whole";
  const folder = mkdtempSync(join(tmpdir(), "samebits-files-"));
  try {
    const csv = join(folder, "rows.csv");
    writeRows(csv, ROWS[size]);
    const [many, few] = [join(folder, "many.parquet"), join(folder, "few.parquet")];
    await writeJoined(many, few, ROWS[size] / 2);
    const cases = [...casesOf(csv, ROWS[size], folder), joinCase(many, few, ROWS[size] / 2)].filter(
      ({ name }) => name.includes(only),
    );
    if (cases.length === 0) throw new Error(`"--only" must be in the name of a case, got ${only}`);
    const results = cases.map((each) => timed(each, rounds ?? ROUNDS[size]));
    return {
      ...{ suite: "files", isQuick, date, command, commit: commit() },
      machine: describeMachine(),
      node: process.versions.node,
      load: { before: loadBefore, after: load() },
      units: "seconds of the processor's time of the whole process, user and system, median of the rounds",
      results,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @typedef {{ readonly argv: readonly string[], readonly version?: readonly string[] }} Tool */
/** @typedef {{ readonly name: string, readonly most: number, readonly goal: string, readonly tools: Readonly<Record<string, Tool>>, readonly isSame: (left: string, right: string) => boolean }} FilesCase */

/** @param {string} csv @param {number} rows @param {string} folder @returns {readonly FilesCase[]} */
function casesOf(csv, rows, folder) {
  const ours = (/** @type {readonly string[]} */ ...argv) => ({ argv: [process.execPath, CLI, ...argv] });
  const duckdb = (/** @type {string} */ query) => ({ argv: [process.execPath, DUCKDB, query] });
  const sorted = (/** @type {string} */ name) => join(folder, `${name}.csv`);
  return [
    {
      name: `reduce a column of a CSV of ${rows} rows`,
      ...{ goal: "datamash", most: 3, isSame: isNear },
      tools: {
        samebits: ours("reduce", csv, "--column", "price", "--value-only"),
        datamash: { argv: ["datamash", "-t,", "--header-in", "sum", "4"] },
        awk: { argv: ["awk", "-F,", 'NR > 1 { sum += $4 } END { printf "%.17g\\n", sum }'] },
        "DuckDB, one thread": duckdb(`select sum(price) from read_csv('${csv}')`),
      },
    },
    {
      name: "group 3,000,000 flights of Parquet by origin",
      ...{ goal: "DuckDB, one thread", most: 2, isSame: isSameRows },
      tools: {
        samebits: ours(...["reduce-by-key", FLIGHTS, "--key", "origin", "--column", "delay", "-o", "-"]),
        "DuckDB, one thread": duckdb(
          `select origin, sum(delay) from read_parquet('${FLIGHTS}') group by origin order by origin`,
        ),
      },
    },
    {
      name: `sort ${rows} rows of CSV by a text and a number`,
      ...{ goal: "DuckDB, one thread", most: 2, isSame: () => true }, // files, compared by their hash in the command's tests
      tools: {
        samebits: ours(
          ...["sort", csv, "--column", "origin", "--column", "price", "-o", sorted("ours"), "--json"],
        ),
        "DuckDB, one thread": duckdb(
          `copy (select origin, price from read_csv('${csv}') order by all) to '${sorted("theirs")}' (header)`,
        ),
      },
    },
    {
      name: "say the version",
      ...{ goal: "node -e 0", most: 1.5, isSame: () => true },
      tools: { samebits: ours("--version"), "node -e 0": { argv: [process.execPath, "-e", "0"] } },
    },
  ].map((each) => ({ ...each, tools: withInput(each.tools, csv) }));
}

/** @param {string} many @param {string} few @param {number} rows @returns {any} */
function joinCase(many, few, rows) {
  const query = `select count(*), sum(value) from read_parquet('${many}') join read_parquet('${few}') using (key)`;
  const tools = {
    samebits: { argv: [process.execPath, JOIN, many, few] },
    "DuckDB, one thread": { argv: [process.execPath, DUCKDB, query] },
  };
  return {
    name: `join ${rows} rows with ${rows / 10} rows of Parquet`,
    ...{ goal: "DuckDB, one thread", most: 2, tools: withInput(tools, many) },
    isSame: (/** @type {string} */ left, /** @type {string} */ right) => right.trim().endsWith(left.trim()),
  };
}

/** Keys of the right side are all different, in no order; of the left side four in five are among them. @param {string} many @param {string} few @param {number} rows */
async function writeJoined(many, few, rows) {
  const { writeTable } = await import("../dist/formats.mjs");
  const fewRows = rows / 10;
  let state = 54_321;
  const key = Int32Array.from({ length: rows }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % Math.floor(1.25 * fewRows);
  });
  await writeTable(many, { key });
  // 7 and a power of ten have no common factor, so that each key comes once.
  const keys = Int32Array.from({ length: fewRows }, (_, i) => (7 * i) % fewRows);
  const value = BigInt64Array.from(keys, (each, i) => BigInt(each * 3 + i));
  await writeTable(few, { key: keys, value });
}

/** Datamash and awk read standard input. @param {Readonly<Record<string, Tool>>} tools @param {string} csv */
function withInput(tools, csv) {
  return Object.fromEntries(Object.entries(tools).map(([name, { argv }]) => [name, { argv, input: csv }]));
}

/** @param {any} given @param {number} rounds */
function timed({ name, goal, most, tools, isSame }, rounds) {
  const skipped = /** @type {string[]} */ ([]);
  /** @type {Record<string, number[]>} */
  const seconds = {};
  let expected = "";
  for (const [tool, { argv, input }] of Object.entries(tools)) {
    const first = run(argv, input);
    if (first === undefined) {
      skipped.push(tool);
      continue;
    }
    if (tool === "samebits") expected = first.stdout;
    else if (!isSame(expected, first.stdout)) throw new Error(`${name}: ${tool} has another answer`);
    seconds[tool] = [];
  }
  for (let round = 0; round < rounds; round++) {
    for (const tool of Object.keys(seconds)) {
      const { argv, input } = tools[tool];
      seconds[tool].push(/** @type {{ seconds: number }} */ (run(argv, input)).seconds);
    }
  }
  const medians = Object.fromEntries(Object.entries(seconds).map(([tool, all]) => [tool, median(all)]));
  return { name, goal, most, skipped, seconds: medians, rounds: seconds };
}

/** One process under bash's clock; undefined where the tool is not there. @param {readonly string[]} argv @param {string} input */
function run(argv, input) {
  const words = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const script = `TIMEFORMAT='%U %S'; { time ${words} < '${input}' 2>/dev/null; } 2>&3`;
  const { stdout, status, output } = spawnSync("bash", ["-c", script], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) return undefined;
  const [user, system] = String(output[3]).trim().split(" ").map(Number);
  return { stdout, seconds: Number((user + system).toPrecision(4)) };
}

/** @param {string} left @param {string} right */
function isNear(left, right) {
  const [a, b] = [left, right].map(Number);
  return Math.abs(a - b) <= 1e-9 * Math.abs(a);
}

/** Rows of a key and a number, a header before them or not. @param {string} left @param {string} right */
function isSameRows(left, right) {
  const [ours, theirs] = [left, right].map((text) =>
    text
      .trim()
      .split("\n")
      .map((row) => row.split(",")),
  );
  const rows = ours.slice(ours.length - theirs.length);
  return rows.every(([key, value], i) => key === theirs[i][0] && Number(value) === Number(theirs[i][1]));
}

const ORIGINS = ["ORD", "SFO", "LAX", "JFK", "ATL", "DEN", "SEA", "MIA"];

/** id, origin, delay, price: the same on every machine. @param {string} path @param {number} rows */
function writeRows(path, rows) {
  const file = openSync(path, "w");
  let text = "id,origin,delay,price\n";
  let state = 12_345;
  for (let i = 0; i < rows; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const price = (((state >>> 4) % 100_000) / 100).toFixed(2);
    text += `${i},${ORIGINS[(state >>> 20) % ORIGINS.length]},${((state >>> 8) % 300) - 60},${price}\n`;
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = "";
    }
  }
  writeSync(file, text);
  closeSync(file);
}
