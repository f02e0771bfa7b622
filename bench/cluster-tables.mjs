#!/usr/bin/env node
// Writes the newest committed result of runs, and what follows from it for a thousand machines, into docs/many-machines.md, between its two marks.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdownTable } from "./harness/markdown.mjs";

/** @typedef {import("./cluster.mjs").ClusterResult} ClusterResult */

const DOCUMENT = fileURLToPath(new URL("../docs/many-machines.md", import.meta.url));
const RESULTS = new URL("results/", import.meta.url);
const [BEGIN, END] = ["<!-- cluster:begin -->", "<!-- cluster:end -->"];

/** The document with its section as the newest result has it. @param {string} text */
export function withCluster(text) {
  const [before, rest, ...more] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined || more.length > 0)
    throw new Error(`the document must have "${BEGIN}" and "${END}" once each`);
  const newest = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("-cluster.json"))
    .map((path) => /** @type {ClusterResult} */ (JSON.parse(readFileSync(new URL(path, RESULTS), "utf8"))))
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
  const section = newest === undefined ? "Not yet measured." : clusterTables(newest);
  return `${before}${BEGIN}\n${section}\n${END}${after}`;
}

/** What a thousand machines are asked for, and what their disks are taken to give. */
const ASKED = { elements: 1e12, machines: 1000, diskBytesASecond: 1e9 };

/**
 * Seconds of a reduce by many machines: each reads its share and computes its pieces, of which each has its overhead, at no more than the rate at which the engine hands pieces out;
 * then all summaries are joined.
 *
 * @param {{ readonly overheadSeconds: number, readonly joinSecondsAPiece: number, readonly jobsASecond: number, readonly bytesASecond: number }} constants @param {number} pieceLength
 */
export function predicted({ overheadSeconds, joinSecondsAPiece, jobsASecond, bytesASecond }, pieceLength) {
  const { elements, machines, diskBytesASecond } = ASKED;
  const pieces = Math.ceil(elements / pieceLength);
  const disks = (elements * 8) / machines / diskBytesASecond;
  const reading = (elements * 8) / machines / Math.min(diskBytesASecond, bytesASecond);
  const computing = reading + Math.ceil(pieces / machines) * overheadSeconds;
  const seconds = Math.max(computing, pieces / jobsASecond) + pieces * joinSecondsAPiece;
  return { pieces, seconds, share: disks / seconds };
}

/** @param {ClusterResult} result @returns {Record<string, any>} by name */
const byName = ({ results }) => Object.fromEntries(results.map((each) => [each.name, each]));

/** All that the benchmark has to say, as Markdown. @param {ClusterResult} result */
export function clusterTables(result) {
  const { machine, node, date, command } = result;
  const found = byName(result);
  const { overhead, read, join, memory, "speed-up": speedUp } = found;
  const rows = [
    overhead && row("a piece beside its computing, `local`", overhead.milliseconds.local, "ms", { most: 20 }),
    overhead && row("the same, `pg-boss:embedded`", overhead.milliseconds["pg-boss"], "ms", { most: 40 }),
    speedUp &&
      row(
        `two workers against one, an operator of ${speedUp.operations} operations, 2<sup>${Math.log2(speedUp.elements)}</sup> elements`,
        speedUp.ratio,
        "×",
        { least: 1.85 },
      ),
    read &&
      row(
        `reduce of ${read.elements.toLocaleString("en")} doubles in a file, at ${read.gigabytesASecond.toFixed(1)} GB/s, against \`cat\``,
        read.ratio,
        "×",
        { least: 0.6 },
      ),
    ...Object.entries(memory?.megabytes ?? {}).map(([what, megabytes]) =>
      row(`memory of a worker, ${what}`, megabytes, "MB", { most: 250 }),
    ),
    join &&
      row(
        `the join of ${join.pieces.toLocaleString("en")} summaries, and the carries of a scan`,
        join.seconds,
        "s",
        { most: 5 },
      ),
  ].filter((each) => each !== undefined);
  const loads = result.results.map(({ name, load }) => `${name} ${load[0]}`).join(", ");
  const head = `${machine.cpu}, ${machine.cores} cores, Node ${node}, ${date.slice(0, 10)}, \`${command}\`. Bold where a goal is missed; load before each case: ${loads}.`;
  return [head, markdownTable(["", "measured", "goal"], rows), modelText(found)]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** @param {string} what @param {number} value @param {string} unit @param {{ readonly most?: number, readonly least?: number }} goal @returns {readonly string[]} */
function row(what, value, unit, { most = Number.POSITIVE_INFINITY, least = 0 }) {
  const gap = unit === "×" ? "" : " ";
  const text = `${value.toFixed(unit === "×" ? 2 : value < 100 ? 1 : 0)}${gap}${unit}`;
  const goal = least > 0 ? `≥ ${least}${gap}${unit}` : `≤ ${most}${gap}${unit}`;
  return [what, value > most || value < least ? `**${text}**` : text, goal];
}

/** @param {Record<string, any>} found */
function modelText({ overhead, read, join }) {
  if (!overhead || !read || !join) return "";
  const constants = {
    joinSecondsAPiece: join.seconds / join.pieces,
    bytesASecond: read.gigabytesASecond * 1e9,
  };
  const rows = [2 ** 24, 2 ** 28].flatMap((pieceLength) =>
    ["local", "pg-boss"].map((engine) => {
      const overheadSeconds = overhead.milliseconds[engine] / 1000;
      // An array of tasks is handed out by the scheduler in one go; a queue hands out a job at a time.
      const jobsASecond = engine === "local" ? Number.POSITIVE_INFINITY : 1 / overheadSeconds;
      const { pieces, seconds, share } = predicted(
        { ...constants, overheadSeconds, jobsASecond },
        pieceLength,
      );
      return [
        engine === "local" ? "an array of tasks" : "a queue as fast as PGlite",
        `2<sup>${Math.log2(pieceLength)}</sup>`,
        pieces.toLocaleString("en"),
        `${seconds.toFixed(1)} s`,
        share.toFixed(2),
      ];
    }),
  );
  return (
    "The model: a machine reads its share at the speed of its disk, or of the reduce where that is slower, and has the overhead of each of its pieces; a queue hands out so many pieces a second; the join takes its time for each. " +
    `For 10<sup>12</sup> doubles on 1,000 machines whose disks give 1 GB/s each, 8 s for a reduce, it predicts:\n\n${markdownTable(["engine", "piece", "pieces", "time", "of what the disks give"], rows)}`
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(DOCUMENT, withCluster(readFileSync(DOCUMENT, "utf8")));
}
