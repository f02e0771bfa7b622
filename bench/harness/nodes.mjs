import { spawnSync } from "node:child_process";
import { npmBinary } from "../../tools/npm-binary.mjs";

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

/** Node binaries are packages too. @param {string} version */
function install(version) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  return npmBinary({ name, version, file: process.platform === "win32" ? "bin/node.exe" : "bin/node" });
}

/** The running Node first, then those asked for, by version ("26") or path; each version once. @param {readonly string[]} asked */
export function openNodes(asked) {
  const paths = [process.execPath, ...asked.map((each) => (/^[\d.]+$/.test(each) ? install(each) : each))];
  const nodes = paths.map(nodeAt);
  return nodes.filter(({ version }, i) => nodes.findIndex((each) => each.version === version) === i);
}
