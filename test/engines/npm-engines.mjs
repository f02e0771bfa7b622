import { existsSync, readFileSync } from "node:fs";
import { npmBinary } from "../../tools/npm-binary.mjs";
import { MissingEngineError } from "./engine.mjs";
import { runProcess } from "./run-process.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */

/** An engine that is one program, by what stands before a script. @typedef {Engine & { command: () => readonly string[] }} ProgramEngine */

/** Node of a major version. @param {string} major @returns {ProgramEngine} */
export function node(major) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const file = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const request = { name: `node-${platform}-${process.arch}`, version: major, file };
  return engineOf(`Node ${major}`, request, []);
}

// Bun's usual build asks for AVX2 and dies without a word where the processor has none.
const CPU_FACTS = "/proc/cpuinfo";
const lacksAvx2 = existsSync(CPU_FACTS) && !/\bavx2\b/.test(readFileSync(CPU_FACTS, "utf8"));
const BUN = lacksAvx2 ? "@oven/bun-linux-x64-baseline" : "@oven/bun-linux-x64";

/** Bun, whose engine is JavaScriptCore. @type {ProgramEngine} */
export const bun = engineOf("Bun", { name: BUN, version: "1", file: "bin/bun" }, []);

/** Deno, which has the V8 of a late Node and a platform of its own. @type {ProgramEngine} */
export const deno = engineOf("Deno", { name: "@deno/linux-x64-glibc", version: "2", file: "deno" }, [
  ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-env"],
]);

/** @param {string} name @param {Parameters<typeof npmBinary>[0]} request @param {readonly string[]} before @returns {ProgramEngine} */
function engineOf(name, request, before) {
  const command = () => [broughtByNpm(request), ...before];
  return {
    ...{ name, scope: "whole", missingParts: () => [], command },
    run: (stage, scope) => runProcess(command(), stage, scope),
  };
}

/** The program's path. @param {Parameters<typeof npmBinary>[0]} request @throws MissingEngineError where npm cannot bring it */
export function broughtByNpm(request) {
  try {
    return npmBinary(request);
  } catch (error) {
    const how = `npm install ${request.name}@${request.version}`;
    throw new MissingEngineError(`get it with: ${how} (${error instanceof Error ? error.message : error})`);
  }
}
