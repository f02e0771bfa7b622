import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Node
 * @property {string} path
 * @property {string} version
 * @property {string} v8
 */

/** @param {string} path @returns {Node} */
function nodeAt(path) {
  const print = "process.stdout.write(JSON.stringify([process.versions.node, process.versions.v8]))";
  const { status, stdout, error } = spawnSync(path, ["--eval", print], { encoding: "utf8" });
  if (status !== 0)
    throw new Error(`"--node" must name a Node that runs, got ${path}: ${error?.message ?? status}`);
  const [version, v8] = JSON.parse(stdout);
  return { path, version, v8 };
}

/** Node binaries are packages too: put into the system's temporary folder, never into the repository. @param {string} version */
function install(version) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(tmpdir(), `samebits-node-${version}`);
  const path = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(path)) return path;
  console.log(`Installing Node ${version} into the temporary folder …`);
  const options = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder];
  const { status } = spawnSync("npm", [...options, `${name}@${version}`], { stdio: "inherit" });
  if (status !== 0) throw new Error(`"--node ${version}" must be a version that npm has as ${name}`);
  return path;
}

/** The running Node first, then those asked for, by version ("26") or path; each version once. @param {readonly string[]} asked */
export function openNodes(asked) {
  const paths = [process.execPath, ...asked.map((each) => (/^[\d.]+$/.test(each) ? install(each) : each))];
  const nodes = paths.map(nodeAt);
  return nodes.filter(({ version }, i) => nodes.findIndex((each) => each.version === version) === i);
}
