import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * One line of the table.
 *
 * @typedef {object} Row
 * @property {string} engine
 * @property {"equal" | "different" | "failed" | "skipped"} outcome
 * @property {string} version
 * @property {string} javascript
 * @property {string} architecture
 * @property {number} compared  fingerprints that were compared with the first engine's
 * @property {number} differing
 * @property {number} checks  cases that were held against an oracle
 * @property {number} failures  of those
 * @property {number} seconds
 * @property {readonly string[]} [without]  executors that the engine has not, and why
 * @property {string} [reason]  why it was skipped or failed
 */

/**
 * Rows, each with the run that it is of: an engine that was missing keeps the row of the last run that had it.
 *
 * @typedef {Row & { readonly date: string, readonly machine: string }} DatedRow
 * @typedef {{ readonly rows: readonly DatedRow[] }} Results
 */

const RESULTS = fileURLToPath(new URL("results/engines.json", import.meta.url));
const FINGERPRINTS = fileURLToPath(new URL("results/fingerprints.json", import.meta.url));

/** @returns {Results} */
export const readResults = () => JSON.parse(readFileSync(RESULTS, "utf8"));

/**
 * The results after a run: its rows, and for engines that it skipped those of before, if there are any.
 *
 * @param {Results} before @param {readonly Row[]} rows @param {{ date: string, machine: string }} run
 * @returns {Results}
 */
export function resultsAfter(before, rows, run) {
  const keptOf = (/** @type {Row} */ row) =>
    row.outcome === "skipped" ? before.rows.find(({ engine }) => engine === row.engine) : undefined;
  return { rows: rows.map((row) => keptOf(row) ?? { ...row, ...run }) };
}

/** The committed groups of fingerprints; none where nothing was written yet. @returns {Readonly<Record<string, string>>} */
export const readGroups = () =>
  existsSync(FINGERPRINTS) ? JSON.parse(readFileSync(FINGERPRINTS, "utf8")) : {};

/** @param {Results} results @param {Readonly<Record<string, string>>} groups */
export function writeResults(results, groups) {
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(FINGERPRINTS, `${JSON.stringify(groups, undefined, 2)}\n`);
}
