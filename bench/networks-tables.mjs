#!/usr/bin/env node
// `npm run networks:tables [-- NAME…]`: measures the tables of networks that take a solver's time, and writes them into their documents.
// `--check` measures nothing, and ends with 1 where a document differs from its stored rows; `--write` measures nothing and writes.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openCadical, openZ3Sat } from "samebits/networks";
import { findPart, SYSTEM_PARTS } from "../tools/system-parts.mjs";
import { describeMachine } from "./harness/machine.mjs";

/** @typedef {import("samebits/networks").SatSolver} SatSolver */

/**
 * What a table may use.
 *
 * @typedef {object} TableContext
 * @property {() => Promise<SatSolver>} solver  CaDiCaL where it is, and Z3 elsewhere; whoever opens it closes it
 * @property {string | undefined} cadicalPath
 * @property {() => number} now  milliseconds
 * @property {(line: string) => void} log
 */

/**
 * A table: what `bench/networks/NAME.mjs` exports as `table`.
 *
 * @template Row
 * @typedef {object} Table
 * @property {string} name  of its marks in the document, and of its rows in bench/results/networks
 * @property {string} document  from the root on
 * @property {(context: TableContext) => Promise<readonly Row[]>} measure
 * @property {(rows: readonly Row[]) => string} markdown
 */

/** @typedef {{ name: string, date: string, machine: ReturnType<typeof describeMachine>, node: string, rows: readonly unknown[] }} Stored */

const ROOT = new URL("../", import.meta.url);
const TABLES = new URL("networks/", import.meta.url);
const RESULTS = new URL("results/networks/", import.meta.url);

/** @returns {Promise<Table<unknown>[]>} */
export async function networkTables() {
  const files = readdirSync(TABLES).filter((file) => file.endsWith(".mjs"));
  const modules = await Promise.all(files.sort().map((file) => import(new URL(file, TABLES).href)));
  return modules.flatMap(({ table }) => (table === undefined ? [] : [table]));
}

/** @param {string} name @returns {Stored | undefined} */
function storedRows(name) {
  const file = new URL(`${name}.json`, RESULTS);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The document with a table's rows between its marks. @param {Table<unknown>} table @param {string} text @param {Stored} stored */
function withTable({ name, document, markdown }, text, { rows, machine, node, date }) {
  const [begin, end] = ["begin", "end"].map((mark) => `<!-- ${name}:${mark} -->`);
  const [before, ...rest] = text.split(begin);
  const [, ...after] = rest.join(begin).split(end);
  if (rest.length !== 1 || after.length !== 1) {
    throw new Error(`${document} must have "${begin}" and "${end}" once each`);
  }
  const where = `*Made by \`npm run networks:tables -- ${name}\`: ${machine.cpu}, ${machine.cores} cores, Node ${node}, ${date.slice(0, 10)}.*`;
  return `${before}${begin}\n${markdown(rows)}\n\n${where}\n${end}${after[0]}`;
}

/** @param {Table<unknown>} table */
async function measured(table) {
  const cadicalPath = findPart(SYSTEM_PARTS.cadical);
  const rows = await table.measure({
    solver: () => (cadicalPath === undefined ? openZ3Sat() : openCadical(cadicalPath)),
    cadicalPath,
    now: () => performance.now(),
    log: (line) => console.error(`${table.name}: ${line}`),
  });
  const date = new Date().toISOString();
  const stored = { name: table.name, date, machine: describeMachine(), node: process.versions.node, rows };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(`${table.name}.json`, RESULTS), `${JSON.stringify(stored, null, 1)}\n`);
}

/** Whether the table's document is as its rows have it; written where asked for. @param {Table<unknown>} table @param {boolean} isCheck */
function isCurrent(table, isCheck) {
  const stored = storedRows(table.name);
  if (stored === undefined) return true;
  const file = new URL(table.document, ROOT);
  const text = readFileSync(file, "utf8");
  const wanted = withTable(table, text, stored);
  if (text === wanted) return true;
  if (!isCheck) writeFileSync(file, wanted);
  return !isCheck;
}

async function main() {
  const flags = process.argv.slice(2).filter((each) => each.startsWith("--"));
  const names = process.argv.slice(2).filter((each) => !each.startsWith("--"));
  const all = await networkTables();
  const unknown = names.find((name) => all.every((table) => table.name !== name));
  if (unknown !== undefined) {
    console.error(`"${unknown}" must be one of ${all.map(({ name }) => name).join(", ")}`);
    process.exit(2);
  }
  const asked = all.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const table of asked) {
    if (flags.length === 0) await measured(table);
    if (isCurrent(table, flags.includes("--check"))) continue;
    console.error(`${table.document} differs from its rows: node bench/networks-tables.mjs --write`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
