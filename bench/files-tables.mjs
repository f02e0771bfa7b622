#!/usr/bin/env node
// Writes the newest committed result of files into its note, between its two marks.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdownTable } from "./harness/markdown.mjs";

/** @typedef {import("./files.mjs").FilesResult} FilesResult */

const NOTE = fileURLToPath(new URL("../docs/notes/file-speed.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const [BEGIN, END] = ["<!-- files:begin -->", "<!-- files:end -->"];

/** The note with its section as the newest result has it. @param {string} text */
export function withFiles(text) {
  const [before, rest, ...more] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined || more.length > 0)
    throw new Error(`the note must have "${BEGIN}" and "${END}" once each`);
  const newest = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("-files.json"))
    .map((path) => /** @type {FilesResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
  const section = newest === undefined ? "Not yet measured." : filesTables(newest);
  return `${before}${BEGIN}\n${section}\n${END}${after}`;
}

/** All that the benchmark has to say, as Markdown. @param {FilesResult} result */
export function filesTables({ machine, node, date, command, load, results }) {
  const tools = [...new Set(results.flatMap(({ seconds }) => Object.keys(seconds)))];
  const lines = results.map(({ name, goal, most, seconds }) => {
    const ratio = seconds.samebits / seconds[goal];
    const verdict = goal in seconds ? `${ratio.toFixed(2)}× (≤ ${most}×)` : `– (≤ ${most}×)`;
    const shown = ratio > most ? `**${verdict}**` : verdict;
    return [name, ...tools.map((tool) => seconds[tool]?.toFixed(2) ?? "–"), `${shown} ${goal}`];
  });
  return (
    `${machine.cpu}, ${machine.cores} cores, Node ${node}, ${date.slice(0, 10)}, \`${command}\`, load ${load.before[0]} before it. Seconds of the processor's time, ` +
    `and ours as a multiple of the tool's that is to be kept up with; bold where it is missed.\n\n` +
    markdownTable(["", ...tools, "ratio"], lines)
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(NOTE, withFiles(readFileSync(NOTE, "utf8")));
}
