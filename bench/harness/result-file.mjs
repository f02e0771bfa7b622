import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where results lie, in a folder for each machine. */
export const RESULTS = fileURLToPath(new URL("../results", import.meta.url));

/** @returns {string | undefined} of the sources that were measured, "+" after it where they had changes */
export const commit = () => commitOf(join(RESULTS, "../.."));

/** @param {string} checkout @returns {string | undefined} */
export function commitOf(checkout) {
  const git = (/** @type {string[]} */ ...parameters) =>
    spawnSync("git", parameters, { cwd: checkout, encoding: "utf8" }).stdout?.trim();
  const hash = git("rev-parse", "--short=12", "HEAD");
  return hash ? `${hash}${git("status", "--porcelain", "--", "src") ? "+" : ""}` : undefined;
}

/** Writes JSON with a line for each entry of a list, so that two results can be compared. @param {string} file @param {object} result */
export function writeResult(file, result) {
  const fields = Object.entries(result)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isList = Array.isArray(value) && typeof value[0] === "object";
      const text = isList
        ? `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]`
        : JSON.stringify(value);
      return `  ${JSON.stringify(name)}: ${text}`;
    });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{\n${fields.join(",\n")}\n}\n`);
}
