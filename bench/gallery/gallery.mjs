#!/usr/bin/env node
// `npm run gallery`: asks everybody whose sums can be had here by which tree they add, and writes bench/results/who-adds-how.json and, of that,
// docs/notes/who-adds-how.md with its pictures. -- --install installs missing packages of Debian (as root); --only TEXT asks some again, on the same machine; --out FILE writes what another machine says, and no documents.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeMachine } from "../harness/machine.mjs";
import { ALL } from "./adders.mjs";
import { answers, reveal } from "./ask.mjs";
import { closeTools, installMissing } from "./tools.mjs";

/** Lengths whose trees are drawn, and a longer one, of which only the name is told. */
const [SHORT, DRAWN, LONG] = [16, 100, 1000];
const REPEAT_LENGTH = 300_000;
const REPEATS = 20; // of five equal answers of two threads of DuckDB nothing follows

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { values: given } = parseArgs({
  options: { only: { type: "string", default: "" }, out: { type: "string" }, install: { type: "boolean" } },
});
const RESULT = given.out ?? fileURLToPath(new URL("../results/who-adds-how.json", import.meta.url));
if (given.install) installMissing();

const { name: _, hugePages: __, ...described } = describeMachine();
const { status, stdout } = spawnSync("nvidia-smi", ["--query-gpu=name", "--format=csv,noheader"], {
  encoding: "utf8",
});
const machine = { ...described, gpu: status === 0 ? stdout.trim() : undefined };
/** What an earlier run has found, where others are asked again on the same machine. */
const before = given.only === "" || given.out !== undefined ? undefined : earlier();
/** @type {Record<string, string>} by a number, as lists within lists */
const trees = before?.trees ?? {};
/** @type {Map<string, any>} rows by family and call; an absence has a reason */
const rows = new Map([...(before?.found ?? []), ...(before?.absent ?? [])].map((row) => [keyOf(row), row]));
try {
  for (const adder of ALL.filter((each) => `${each.family} ${each.call}`.includes(given.only))) {
    rows.set(keyOf(adder), await rowOf(adder));
    write();
  }
} finally {
  closeTools();
}
if (given.out === undefined) writeDocuments();

/** @param {{ readonly family: string, readonly call: string }} row */
function keyOf({ family, call }) {
  return `${family}: ${call}`;
}

function earlier() {
  const result = JSON.parse(readFileSync(RESULT, "utf8"));
  if (result.machine.cpu === machine.cpu && result.machine.cores === machine.cores) return result;
  throw new Error(`--only must be given on the machine of ${RESULT}, ${result.machine.cpu}; ask all here`);
}

/** @param {import("./adders.mjs").Adder} adder */
async function rowOf(adder) {
  const { family, call } = adder;
  try {
    const row = await told(adder);
    const { name, kind, depth } = row.at[DRAWN];
    console.log(`${keyOf(adder)}: ${name ?? kind}${depth === undefined ? "" : `, depth ${depth}`}`);
    return row;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0];
    console.log(`${keyOf(adder)}: not asked: ${reason}`);
    return { family, call, reason };
  }
}

/** The result so far, in the order of the adders, with the trees that are used. */
function write() {
  const ordered = ALL.flatMap((adder) => rows.get(keyOf(adder)) ?? []);
  const found = ordered.filter((row) => row.reason === undefined);
  const used = new Set(found.flatMap(({ at }) => [at[SHORT].tree, at[DRAWN].tree]));
  const result = {
    format: "samebits gallery of sums",
    version: 1,
    date: new Date().toISOString().slice(0, 10),
    machine,
    node: process.versions.node,
    lengths: { drawn: [SHORT, DRAWN], named: LONG, repeated: REPEAT_LENGTH },
    found,
    absent: ordered.filter((row) => row.reason !== undefined),
    trees: Object.fromEntries(Object.entries(trees).filter(([number]) => used.has(number))),
  };
  writeFileSync(RESULT, `${JSON.stringify(result, undefined, 1)}\n`);
}

/** @param {import("./adders.mjs").Adder} adder */
async function told({ family, call, tool, type = "f64", ask, scan, isStartedEachTime = false }) {
  const { version, command } = tool();
  const who = ask(command);
  /** @type {Record<number, ReturnType<typeof treeOf>>} */
  const at = {};
  const lengths = [SHORT, DRAWN, ...(isStartedEachTime ? [] : [LONG])];
  for (const n of lengths) at[n] = treeOf(reveal(who, "--n", String(n), "--type", type), n);
  const input = randomValues(type, REPEAT_LENGTH);
  const repeated = await answers(who, new Array(REPEATS).fill(input));
  return {
    ...{ family, call, version, type, at },
    repeated: { n: REPEAT_LENGTH, asked: REPEATS, different: new Set(repeated.map(String)).size },
    scan: scan && (await toldScan(scan.call, scan.ask(command), who, type)),
  };
}

/** What is kept of a revealed sum. @param {any} revealed @param {number} n */
function treeOf(revealed, n) {
  const { kind, name, description, bracket, depth, arithmetic, start, subnormals, nearest } = revealed;
  if (kind !== "tree") return { kind, name: revealed.found.name, answer: revealed.answer };
  const facts = {
    kind,
    name,
    description,
    nearest: nearest?.expression,
    depth,
    arithmetic,
    start,
    subnormals,
  };
  if (n === LONG) return facts;
  const lists = bracket.replaceAll("(", "[").replaceAll(")", "]").replaceAll(" + ", ",").replaceAll("x", "");
  const known = Object.keys(trees).find((key) => trees[key] === lists);
  const tree = known ?? String(1 + Math.max(0, ...Object.keys(trees).map(Number)));
  trees[tree] = lists;
  return { ...facts, tree };
}

/** @param {string} call @param {import("./ask.mjs").Asked} scan @param {import("./ask.mjs").Asked} reduce @param {"f64" | "f32"} type */
async function toldScan(call, scan, reduce, type) {
  const { name, prefixes } = reveal(scan, "--n", String(DRAWN), "--type", type, "--scan");
  const input = randomValues(type, DRAWN);
  const [scanned] = await answers(scan, [input]);
  const reduced = await answers(
    reduce,
    Array.from(input, (_, i) => input.slice(0, i + 1)),
  );
  const differing = reduced.filter(([sum], i) => !Object.is(sum, scanned[i])).length;
  return { call, name: name ?? undefined, last: prefixes[DRAWN - 1], differing };
}

/** Both signs, over some forty powers of two, the same every time. @param {"f64" | "f32"} type @param {number} n */
function randomValues(type, n) {
  const values = type === "f64" ? new Float64Array(n) : new Float32Array(n);
  let state = 20261126;
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) * 2 ** -32;
  };
  return values.map(() => (2 * draw() - 1) * 2 ** Math.floor(40 * draw() - 20));
}

/** The page is a document that a test holds current: it is told to write it. */
function writeDocuments() {
  rmSync(`${ROOT}docs/figures/who-adds-how`, { recursive: true, force: true });
  mkdirSync(`${ROOT}docs/figures/who-adds-how`);
  const argv = ["node_modules/vitest/vitest.mjs", "run", "test/docs/generated.test.ts", "-t", "who-adds-how"];
  const env = { ...process.env, SAMEBITS_UPDATE: "1" };
  const { status } = spawnSync(process.execPath, [...argv, "--reporter", "dot"], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
