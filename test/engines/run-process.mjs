import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** @typedef {import("./engine.mjs").Told} Told */

const MOST_BYTES = 64 * 2 ** 20;
const MOST_MINUTES = 40; // emulated, on a machine that has other work

/**
 * Runs inside/process.mjs of the stage under a command and reads the one line that it prints.
 *
 * @param {readonly string[]} command  with what stands before the script
 * @param {import("./stage.mjs").Stage} stage
 * @param {import("./inside/scopes.mjs").ScopeName} scope
 * @returns {Promise<Told>}
 */
export async function runProcess([program, ...before], stage, scope) {
  const parameters = [...before, join(stage.folder, "process.mjs"), scope, stage.vectors];
  const options = { cwd: stage.folder, maxBuffer: MOST_BYTES, timeout: MOST_MINUTES * 60_000 };
  const { stdout } = await promisify(execFile)(program, parameters, options);
  return /** @type {Told} */ (JSON.parse(stdout));
}
