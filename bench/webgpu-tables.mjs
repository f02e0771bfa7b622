#!/usr/bin/env node
// Prints a result of `npm run bench -- webgpu` as Markdown: node bench/webgpu-tables.mjs FILE
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WEBGPU_GOALS } from "./cases/webgpu.mjs";
import { markdownTable, powerText } from "./harness/markdown.mjs";

/** @typedef {import("./webgpu.mjs").WebGpuResult} WebGpuResult */
/** @typedef {import("./webgpu.mjs").WebGpuRow} WebGpuRow */
/** @typedef {import("./webgpu.mjs").NativeRow} NativeRow */

/** All that a result has to say: speeds, ratios to CUB where it ran, goals of a GPU, what was skipped. @param {WebGpuResult} result */
export function webGpuTables(result) {
  return [heading(result), speeds(result), products(result), againstCub(result), goals(result), skips(result)]
    .filter((each) => each !== "")
    .join("\n\n");
}

/** @param {WebGpuResult} result */
function heading({ adapter, machine, date, clock, warning }) {
  const what = `${adapter.description || adapter.device}, ${machine.cpu}, ${date.slice(0, 10)}, times by ${clock}.`;
  return warning === undefined ? what : `**${warning}.** ${what}`;
}

/** @param {WebGpuResult} result */
function speeds({ results: all }) {
  const results = all.filter(({ primitive }) => primitive !== "product");
  const lengths = lengthsOf(results);
  const rows = [...new Set(results.map(({ title }) => title))].map((title) => [
    title,
    ...lengths.map((n) => {
      const found = results.find((each) => each.title === title && each.n === n);
      return found === undefined
        ? ""
        : `${found.gigabytesPerSecond.toFixed(1)} (${found.ofCopy.toFixed(2)}×)`;
    }),
  ]);
  return markdownTable(["GB/s (times as fast as the copy)", ...lengths.map(lengthText)], rows);
}

/** Of products the multiplications and additions a second, which bytes say nothing of. @param {WebGpuResult} result */
function products({ results }) {
  const rows = results
    .filter(({ primitive }) => primitive === "product")
    .map(({ title, n, nanoseconds }) => {
      const side = Math.sqrt(n);
      return [title, `${side} × ${side}`, ((2 * side ** 3) / nanoseconds.median).toFixed(2)];
    });
  return rows.length === 0 ? "" : markdownTable(["", "matrix", "Gflop/s"], rows);
}

/** How many times as fast ours is as CUB's at each level that it has. @param {WebGpuResult} result */
function againstCub({ results, cub }) {
  const peers = (cub ?? []).filter(({ primitive }) => primitive !== "copy");
  if (peers.length === 0) return "";
  const lengths = lengthsOf(results);
  const rows = results
    .filter(({ contender, n }) => contender === "samebits" && n === lengths[0])
    .flatMap(({ title, primitive, type }) => {
      const levels = new Set(
        peers.filter((each) => isPeer(each, primitive, type)).map(({ determinism }) => determinism),
      );
      return [...levels].map((level) => [
        title,
        level,
        ...lengths.map((n) => {
          const ours = results.find((each) => each.title === title && each.n === n);
          const theirs = peers.find(
            (each) => isPeer(each, primitive, type) && each.determinism === level && each.n === n,
          );
          if (ours === undefined || theirs === undefined) return "";
          return `${(theirs.nanoseconds / ours.nanoseconds.median).toFixed(2)}×`;
        }),
      ]);
    });
  return markdownTable(["times as fast as CUB", "CUB's level", ...lengths.map(lengthText)], rows);
}

/** @param {NativeRow} row @param {string} primitive @param {string} type */
const isPeer = (row, primitive, type) => row.primitive === primitive && row.type === type;

/** @param {WebGpuResult} result */
function goals({ results, warning }) {
  if (warning !== undefined) return "";
  const rows = WEBGPU_GOALS.map(({ title, n, ofCopy }) => {
    const found = results.find((each) => each.title === title && each.n === n);
    if (found === undefined) return [title, lengthText(n), `≥ ${ofCopy}`, "not measured", "–"];
    return [
      title,
      lengthText(n),
      `≥ ${ofCopy}`,
      found.ofCopy.toFixed(2),
      found.ofCopy >= ofCopy ? "pass" : "**miss**",
    ];
  });
  return markdownTable(["goal", "n", "of copy", "measured", ""], rows);
}

/** @param {WebGpuResult} result */
function skips({ skipped }) {
  const reasons = new Map(skipped.map(({ title, reason }) => [title, reason]));
  return [...reasons].map(([title, reason]) => `- ${title}: not measured, ${reason}`).join("\n");
}

/** @param {readonly WebGpuRow[]} results */
const lengthsOf = (results) => [...new Set(results.map(({ n }) => n))].sort((left, right) => left - right);

/** @param {number} n */
function lengthText(n) {
  if (!Number.isInteger(Math.log2(n))) return n.toLocaleString("en");
  return powerText(n);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    console.error("node bench/webgpu-tables.mjs FILE: a result of the benchmark");
    process.exit(2);
  }
  console.log(webGpuTables(JSON.parse(readFileSync(file, "utf8"))));
}
