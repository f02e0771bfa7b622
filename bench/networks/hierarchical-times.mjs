// Scans in blocks by the clock: `samebits network hierarchical --tune`, in one thread and on two.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { load } from "../harness/machine.mjs";
import { markdownTable } from "../harness/markdown.mjs";

/** @typedef {{ blocks: number, length: number, nanoseconds: number }} Shape */

/**
 * All shapes of one N and T at one place.
 *
 * @typedef {object} Row
 * @property {number} n
 * @property {string} on
 * @property {number} sent
 * @property {number} plain  nanoseconds an element of a plain loop
 * @property {readonly Shape[]} shapes  blocks of 4, 8, … N/2
 * @property {number} load  of the machine over the minute before
 */

const CLI = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const ASKED = "network hierarchical --tune --on javascript,workers:2 --sizes 4096,65536 --json".split(" ");

/** @param {unknown} _context @param {string} [cli] @returns {Promise<readonly Row[]>} */
async function measure(_context, cli = CLI) {
  const [before] = load();
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...ASKED], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  /** @type {Map<string, Row & { shapes: Shape[] }>} */
  const rows = new Map();
  for (const { on, n, blocks, sent, length, nanoseconds, plain } of JSON.parse(stdout).runs) {
    const key = `${n} ${on} ${sent}`;
    const row = rows.get(key) ?? { n, on, sent, plain, shapes: [], load: before };
    row.shapes.push({ blocks, length, nanoseconds });
    rows.set(key, row);
  }
  return [...rows.values()].sort((one, other) => one.n - other.n);
}

/** @param {readonly Row[]} rows */
function markdown(rows) {
  const table = markdownTable(
    ["N", "on", "T", "fastest K", "its blocks", "ns an element", "plain loops", "blocks of 4", "two blocks"],
    rows.map(({ n, on, sent, plain, shapes }) => {
      const best = shapes.reduce((one, other) => (other.nanoseconds < one.nanoseconds ? other : one));
      return [
        n.toLocaleString("en"),
        on,
        String(sent),
        best.blocks.toLocaleString("en"),
        String(best.length),
        best.nanoseconds.toPrecision(3),
        (best.nanoseconds / plain).toPrecision(3),
        shapes[0].nanoseconds.toPrecision(3),
        shapes[shapes.length - 1].nanoseconds.toPrecision(3),
      ];
    }),
  );
  return `${table}\n\nLoad of the machine over the minute before: ${rows[0].load}.`;
}

export const table = {
  name: "hierarchical-times",
  document: "docs/hierarchical-scans.md",
  measure,
  markdown,
};
