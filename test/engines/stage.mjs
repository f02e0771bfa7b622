import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const INSIDE = fileURLToPath(new URL("inside", import.meta.url));

/**
 * A folder as a user's would be: the built package under `node_modules`, and beside it the scripts that run inside engines. All engines
 * read the same files, whatever happens to the repository meanwhile.
 *
 * @typedef {object} Stage
 * @property {string} folder
 * @property {string} vectors  the golden vectors
 * @property {() => void} remove
 */

/** @returns {Stage} */
export function openStage() {
  const folder = mkdtempSync(join(tmpdir(), "samebits-engines-"));
  const installed = join(folder, "node_modules/samebits");
  mkdirSync(installed, { recursive: true });
  for (const part of ["dist", "vectors", "package.json"]) {
    cpSync(join(REPOSITORY, part), join(installed, part), { recursive: true });
  }
  cpSync(INSIDE, folder, { recursive: true });
  const manifest = { private: true, type: "module", dependencies: { samebits: "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return {
    folder,
    vectors: join(installed, "vectors"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
