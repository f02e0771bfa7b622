// The fastest network of each width, by the clock and by executor: `samebits network tune`, on a GPU too where one is here.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { load } from "../harness/machine.mjs";
import { markdownTable } from "../harness/markdown.mjs";

/** @typedef {{ which: string, network: string, size: number, depth: number, ratio: number }} Chosen */

/**
 * The networks of one width on one executor.
 *
 * @typedef {object} Row
 * @property {string} on
 * @property {string} [device]  of a GPU
 * @property {number} n
 * @property {number} timed  networks
 * @property {number} refused  by the executor
 * @property {number} baseline  microseconds of block-dyadic:32
 * @property {readonly Chosen[]} chosen  fastest, smallest, shallowest
 * @property {number} load  of the machine over the minute before
 */

const CLI = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));

/** @param {string} cli @param {string} line */
function output(cli, line) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...line.split(" ")], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** @param {unknown} _context @param {string} [cli] @returns {Promise<readonly Row[]>} */
async function measure(_context, cli = CLI) {
  const [before] = load();
  // A GPU that the processor emulates takes minutes to compile and certify the kernels of one width.
  const [, device] = /^webgpu +here +(?!.*emulated)[^,]*, (.*) \(/m.exec(output(cli, "executors")) ?? [];
  const places = ["javascript", "wasm", "workers:2", ...(device === undefined ? [] : ["webgpu"])];
  const line = `network tune --sizes 16..64 --rounds 21 --on ${places.join(",")} --json`;
  return JSON.parse(output(cli, line)).groups.map((group) => {
    return { ...group, ...(group.on === "webgpu" ? { device } : {}), load: before };
  });
}

/** @param {readonly Row[]} rows */
function markdown(rows) {
  const lines = rows.map(({ on, n, timed, chosen }) => [
    `\`${on}\``,
    String(n),
    String(timed),
    ...chosen.map(({ network, size, depth, ratio }) => `\`${network}\` (${size}, ${depth}) ${ratio}`),
  ]);
  const devices = [...new Set(rows.flatMap(({ device }) => device ?? []))];
  const on = devices.length === 0 ? "" : ` \`webgpu\` is ${devices.join(", ")}.`;
  return [
    `Median times of scans of 65,536 f32 over that of \`block-dyadic:32\`, by calls on arrays; in brackets combines and depth.${on} The load of the machine was ${rows[0].load}: what differs by less than some tenths is noise.`,
    "",
    markdownTable(["on", "N", "networks", "fastest", "smallest", "shallowest"], lines),
  ].join("\n");
}

export const table = { name: "fastest", document: "docs/networks.md", measure, markdown };
