#!/usr/bin/env node
// Writes the newest committed result of short into its note, between its two marks.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdownTable } from "./harness/markdown.mjs";

/** @typedef {import("./short.mjs").ShortResult} ShortResult */

const NOTE = fileURLToPath(new URL("../docs/notes/short-calls.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const [BEGIN, END] = ["<!-- short:begin -->", "<!-- short:end -->"];

/** What a call of few elements may take, in nanoseconds. */
const MOST = 300;

/** The note with its section as the newest result has it. @param {string} text */
export function withShort(text) {
  const [before, rest, ...more] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined || more.length > 0)
    throw new Error(`the note must have "${BEGIN}" and "${END}" once each`);
  const newest = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("-short.json"))
    .map((path) => /** @type {ShortResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
  const section = newest === undefined ? "Not yet measured." : shortTables(newest);
  return `${before}${BEGIN}\n${section}\n${END}${after}`;
}

/** All that the benchmark has to say, as Markdown. @param {ShortResult} result */
export function shortTables({ machine, node, date, command, load, results }) {
  const lengths = [...new Set(results.map(({ n }) => n))];
  const lines = [...new Set(results.map(({ name }) => name))].map((name) => [
    name,
    ...lengths.map((n) => cellText(results.find((row) => row.name === name && row.n === n)?.nanoseconds)),
  ]);
  const reached = results.filter(({ nanoseconds }) => isReached(nanoseconds)).length;
  return (
    `${machine.cpu}, ${machine.cores} cores, Node ${node}, ${date.slice(0, 10)}, \`${command}\`, load ${load.before[0]} before it. Nanoseconds of one call, and behind it those of the ` +
    `same by hand. Bold: more than ${MOST} ns, and more than by hand: ${results.length - reached} of ${results.length}.\n\n` +
    markdownTable(["", ...lengths.map((n) => `n = ${n}`)], lines)
  );
}

/** @param {ShortResult["results"][number]["nanoseconds"] | undefined} nanoseconds */
function cellText(nanoseconds) {
  if (nanoseconds === undefined) return "–";
  const [ours, loop] = [nanoseconds.samebits, nanoseconds.loop].map((time) => time.toFixed(0));
  return isReached(nanoseconds) ? `${ours} / ${loop}` : `**${ours}** / ${loop}`;
}

/** @param {ShortResult["results"][number]["nanoseconds"]} nanoseconds */
function isReached({ samebits, loop }) {
  return samebits <= Math.max(MOST, loop);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(NOTE, withShort(readFileSync(NOTE, "utf8")));
}
