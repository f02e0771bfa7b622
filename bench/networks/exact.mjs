// Networks with the fewest combines, and the proofs that fewer are not possible: rows of docs/optimal-networks.md, files of proofs/.
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import {
  encodeDrat,
  metricsOf,
  openCadical,
  printNetwork,
  recursiveLadnerFischer,
  refuteBounds,
  sergeevSize,
  smallestKnown,
  smallestNetwork,
  snirBound,
} from "samebits/networks";
import { markdownTable } from "../harness/markdown.mjs";

/** @typedef {import("../networks-tables.mjs").TableContext} TableContext */
/** @typedef {{ readonly width: number, readonly depth: number, readonly readers?: number }} Bounds */

/**
 * @typedef {object} ExactRow
 * @property {number} width
 * @property {number} depth
 * @property {number} [readers]  combines that read one value, at most
 * @property {number} lower  no circuit has fewer combines
 * @property {string} by  who says so
 * @property {number | undefined} size  of the smallest network found
 * @property {string | undefined} network
 * @property {{ name: string, size: number } | undefined} known  the smallest generated one
 * @property {{ file: string, lemmas: number, bytes: number } | undefined} proof  that one combine less is not possible
 * @property {number} seconds  of search, without the proof
 */

const PROOFS = new URL("../../proofs/", import.meta.url);
const TIMEOUT_MS = 300_000;

/** ⌈log2 N⌉ @param {number} width */
const leastDepth = (width) => Math.ceil(Math.log2(width));

/** Every width up to 16 at its five least depths, then those that the literature names. @type {readonly Bounds[]} */
const ROWS = [
  ...Array.from({ length: 15 }, (_, index) => index + 2).flatMap((width) =>
    Array.from({ length: 5 }, (_, slack) => ({ width, depth: leastDepth(width) + slack })).filter(
      ({ depth }) => depth < width,
    ),
  ),
  ...Array.from({ length: 16 }, (_, index) => ({ width: index + 17, depth: 5 })),
  ...[32, 33, 64].map((width) => ({ width, depth: 6 })),
  ...[2, 3, 4].map((readers) => ({ width: 16, depth: 4, readers })),
  ...[5, 6].map((depth) => ({ width: 16, depth, readers: 2 })),
];

/** @param {TableContext} context @returns {Promise<readonly ExactRow[]>} */
async function measure(context) {
  const rows = [];
  for (const bounds of ROWS) rows.push(await rowOf(bounds, context));
  return rows;
}

/** @param {Bounds} bounds @param {TableContext} context */
async function rowOf(bounds, context) {
  const solver = await context.solver();
  const started = context.now();
  const found = await smallestNetwork(bounds, solver, {
    timeoutMs: TIMEOUT_MS,
    now: context.now,
    trusted: [],
  });
  const seconds = Math.round(context.now() - started) / 1000;
  await solver.close();
  if (found.status === "none") throw new Error(`no network at all: ${JSON.stringify(bounds)}`);
  const known = smallestKnown(bounds);
  const { size: lower, by } = found.status === "proved" ? found : found.lowerBound;
  const size = found.network && metricsOf(found.network).size;
  context.log(`${JSON.stringify(bounds)} ${lower}…${size} by ${by}, ${seconds} s`);
  return {
    ...bounds,
    ...{ lower, by, size, seconds },
    network: found.network && printNetwork(found.network).trim(),
    known: known && { name: known.name, size: metricsOf(known.network).size },
    proof: by === "SAT" ? await proofOf({ ...bounds, size: lower - 1 }, context) : undefined,
  };
}

/** @param {Bounds & { readonly size: number }} bounds @param {TableContext} context */
async function proofOf(bounds, { cadicalPath, log }) {
  if (cadicalPath === undefined) return undefined;
  const solver = await openCadical(cadicalPath);
  const refuted = await refuteBounds(bounds, solver, TIMEOUT_MS);
  await solver.close();
  if (refuted.status !== "refuted") return undefined;
  const { width, depth, readers, size } = bounds;
  const limit = readers === undefined ? "" : `-readers-${readers}`;
  const file = `network-${width}-depth-${depth}${limit}-size-${size}.drat.gz`;
  const bytes = gzipSync(encodeDrat(refuted.proof), { level: 9 });
  mkdirSync(PROOFS, { recursive: true });
  writeFileSync(new URL(file, PROOFS), bytes);
  log(`  ${file}: ${refuted.proof.length} lemmas, ${bytes.length} bytes`);
  return { file, lemmas: refuted.proof.length, bytes: bytes.length };
}

/** @param {readonly ExactRow[]} rows */
function markdown(rows) {
  const plain = rows.filter(({ readers }) => readers === undefined);
  return [
    matrix(plain.filter(({ width }) => width <= 16)),
    "The same with the bounds of the literature, for the least depths of more wires and what is named there:",
    details(
      plain.filter(
        ({ width, depth }) => width > 16 || (width >= 7 && depth === leastDepth(width)) || width === 16,
      ),
    ),
    "With few readers: at most so many combines read one value, an element or a result, in whatever steps. Sizes are least among networks.",
    readersTable(rows.filter(({ readers }) => readers !== undefined)),
    "Ladner and Fischer's recursive construction P₀ of depth log₂ N beside the least size:",
    recursive(plain),
  ].join("\n\n");
}

/** @param {readonly ExactRow[]} rows */
function matrix(rows) {
  const widths = [...new Set(rows.map(({ width }) => width))];
  const slacks = [0, 1, 2, 3, 4];
  return markdownTable(
    ["N", ...slacks.map((slack) => (slack === 0 ? "depth ⌈log₂ N⌉" : `+${slack}`))],
    widths.map((width) => [
      String(width),
      ...slacks.map((slack) => {
        const row = rows.find((each) => each.width === width && each.depth === leastDepth(width) + slack);
        return row === undefined ? "" : sizeText(row);
      }),
    ]),
  );
}

/** In bold where Snir's bound is not reached. @param {ExactRow} row */
function sizeText({ width, depth, lower, size }) {
  if (size !== lower) return `${lower} … ${size ?? "?"}`;
  return size > snirBound(width, depth) ? `**${size}**` : String(size);
}

/** @param {readonly ExactRow[]} rows */
function details(rows) {
  return markdownTable(
    ["N", "depth", "least size", "Snir", "Sergeev", "smallest generated", "nothing smaller", "search"],
    rows.map((row) => [
      ...[row.width, row.depth].map(String),
      sizeText(row),
      String(snirBound(row.width, row.depth)),
      row.depth === Math.log2(row.width) ? String(sergeevSize(row.width)) : "",
      knownText(row),
      proofText(row),
      `${row.seconds.toFixed(2)} s`,
    ]),
  );
}

/** @param {ExactRow} row */
function knownText({ known }) {
  return known === undefined ? "–" : `${known.size}, \`${known.name}\``;
}

/** @param {ExactRow} row */
function proofText({ proof, by }) {
  if (proof === undefined) return by;
  const kilobytes = `${(proof.bytes / 1000).toFixed(1)} kB`;
  return `${proof.lemmas.toLocaleString("en")} ${proof.lemmas === 1 ? "lemma" : "lemmas"}, ${kilobytes}`;
}

/** @param {readonly ExactRow[]} rows */
function readersTable(rows) {
  return markdownTable(
    ["N", "depth", "readers", "least size", "smallest generated", "nothing smaller", "search"],
    rows.map((row) => [
      ...[row.width, row.depth, row.readers ?? 0].map(String),
      row.size === row.lower ? String(row.size) : `${row.lower} … ${row.size ?? "?"}`,
      knownText(row),
      proofText(row),
      `${row.seconds.toFixed(2)} s`,
    ]),
  );
}

/** @param {readonly ExactRow[]} rows */
function recursive(rows) {
  return markdownTable(
    ["N", "P₀", "least", "Sergeev"],
    [8, 16, 32, 64].map((width) => {
      const row = rows.find((each) => each.width === width && each.depth === Math.log2(width));
      return [
        String(width),
        String(metricsOf(recursiveLadnerFischer(width)).size),
        row === undefined ? "" : sizeText(row).replaceAll("*", ""),
        String(sergeevSize(width)),
      ];
    }),
  );
}

/** @type {import("../networks-tables.mjs").Table<ExactRow>} */
export const table = { name: "exact", document: "docs/optimal-networks.md", measure, markdown };
