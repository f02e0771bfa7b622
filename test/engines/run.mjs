#!/usr/bin/env node
// Runs every engine on the same cases and compares what they found with the first's. Exit 1 when one differs or fails.
// --only NAME (may be repeated): those engines, besides the first.  --write: commit the results to results/ and docs/engines.md.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeMachine } from "../../bench/harness/machine.mjs";
import { installParts, SetupError } from "../../tools/install-parts.mjs";
import { needsAllParts } from "../../tools/system-parts.mjs";
import { groupsOf } from "./compare.mjs";
import { enginesDocument } from "./document.mjs";
import { MissingEngineError } from "./engine.mjs";
import { ENGINES } from "./engines.mjs";
import { readGroups, readResults, resultsAfter, writeResults } from "./results.mjs";
import { DIFFERENCES_SHOWN, rowOf } from "./row.mjs";
import { openStage } from "./stage.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./engine.mjs").Told} Told */
/** @typedef {import("./results.mjs").Row} Row */

const NOTHING = { compared: 0, differing: 0, checks: 0, failures: 0, seconds: 0 };
const [FIRST] = ENGINES;
const DOCUMENT = fileURLToPath(new URL("../../docs/engines.md", import.meta.url));

/** @param {Engine} engine @param {import("./stage.mjs").Stage} stage @returns {Promise<Told | Row>} */
async function told(engine, stage) {
  try {
    return await engine.run(stage, engine.scope);
  } catch (error) {
    const outcome = error instanceof MissingEngineError && !needsAllParts() ? "skipped" : "failed";
    const reason = (error instanceof Error ? error.message : String(error)).trim().split("\n")[0];
    return {
      engine: engine.name,
      outcome,
      version: "",
      javascript: "",
      architecture: "",
      ...NOTHING,
      reason,
    };
  }
}

/** @param {string} line */
const say = (line) => console.log(`  ${line}`);

/** @param {Row} row */
function sayRow({ engine, outcome, version, javascript, architecture, compared, checks, seconds, reason }) {
  const what =
    reason ?? `${version}, ${javascript}, ${architecture}: ${compared} fingerprints, ${checks} checks`;
  console.log(`${outcome.padEnd(9)} ${engine}: ${what}${reason === undefined ? `, ${seconds} s` : ""}`);
}

/** @param {readonly Engine[]} engines */
async function runAll(engines) {
  const stage = openStage();
  /** @type {Told | undefined} */
  let reference;
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const engine of engines) {
      const answer = await told(engine, stage);
      if ("found" in answer) reference ??= answer;
      const row = "found" in answer ? rowOf(engine, reference ?? answer, answer, say) : answer;
      rows.push(row);
      sayRow(row);
    }
  } finally {
    stage.remove();
  }
  return { rows, groups: groupsOf(reference?.found ?? {}) };
}

/** Bits of a version of the contracts may never change: says where they did. @param {Readonly<Record<string, string>>} groups */
function changedGroups(groups) {
  const committed = readGroups();
  const changed = Object.keys({ ...committed, ...groups }).filter((name) => groups[name] !== committed[name]);
  for (const name of changed.slice(0, DIFFERENCES_SHOWN)) console.log(`  not as committed: ${name}`);
  return changed;
}

/** @param {readonly Row[]} rows @param {Readonly<Record<string, string>>} groups */
function write(rows, groups) {
  const { cpu, system } = describeMachine();
  const run = { date: new Date().toISOString().slice(0, 10), machine: `${cpu}, ${system}` };
  const results = resultsAfter(readResults(), rows, run);
  writeResults(results, groups);
  writeFileSync(DOCUMENT, enginesDocument(results));
}

/** @param {readonly string[]} names @returns {readonly Engine[]} */
function chosen(names) {
  const unknown = names.find((name) => !ENGINES.some((engine) => engine.name === name));
  if (unknown !== undefined) {
    const known = ENGINES.map(({ name }) => `"${name}"`).join(", ");
    throw new RangeError(`"--only" must be one of ${known}, got "${unknown}"`);
  }
  return names.length === 0
    ? ENGINES
    : ENGINES.filter(({ name }) => name === FIRST.name || names.includes(name));
}

/** What cannot be installed shows when its engine runs, as a failure. @param {readonly import("../../tools/system-parts.mjs").SystemPart[]} parts */
function install(parts) {
  try {
    if (parts.length > 0) installParts(parts);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`samebits engines: ${error.message}`);
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      write: { type: "boolean", default: false },
    },
  });
  const engines = chosen(values.only);
  if (values.write && engines !== ENGINES) throw new RangeError('"--write" must stand without "--only"');
  if (needsAllParts()) install(engines.flatMap(({ missingParts }) => missingParts()));
  const { rows, groups } = await runAll(engines);
  const changed = values.write ? [] : changedGroups(groups);
  if (values.write) write(rows, groups);
  const count = (/** @type {Row["outcome"]} */ outcome) =>
    rows.filter((row) => row.outcome === outcome).length;
  const bad = count("different") + count("failed");
  const isOk = bad === 0 && changed.length === 0 && count("equal") > 0;
  const numbers = `${count("equal")} engines equal, ${bad} different or failed, ${count("skipped")} skipped`;
  console.log(`${isOk ? "PASS" : "FAIL"}  ${numbers}`);
  return isOk ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`samebits engines: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
