import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A program that npm has as a package: put into the system's temporary folder, never into the repository, and found there again.
 *
 * @param {object} request
 * @param {string} request.name  of the package
 * @param {string} request.version  "24", "1.2.3"
 * @param {string} request.file  the program inside the package
 * @param {readonly string[]} [request.options]  of `npm install`, besides the usual ones
 * @returns {string} its path
 */
export function npmBinary({ name, version, file, options = [] }) {
  const folder = join(tmpdir(), `samebits-${name.replace(/[^a-z0-9-]+/g, "-").replace(/^-/, "")}-${version}`);
  const path = join(folder, "node_modules", name, file);
  if (existsSync(path)) return path;
  console.log(`Installing ${name}@${version} into the temporary folder …`);
  const usual = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder];
  const { status } = spawnSync("npm", [...usual, ...options, `${name}@${version}`], { stdio: "inherit" });
  if (status === 0 && existsSync(path)) return path;
  throw new Error(
    `npm must be able to install ${name}@${version} with ${file} in it, got exit code ${status}`,
  );
}
